import { type ReactNode, useEffect, useState } from 'react';
import prose from '../components/prose.module.css';
import { StaticPage } from '../components/static-page.tsx';
import classes from './legal-page.module.css';

export interface LegalSection {
  /** Its anchor. */
  id: string;
  title: string;
  body: ReactNode;
}

interface LegalPageProps {
  title: string;
  updated: string;
  lead: ReactNode;
  sections: readonly LegalSection[];
}

/** A legal text in numbered, anchored sections, beside a table of contents that follows the reader. */
export function LegalPage({ title, updated, lead, sections }: LegalPageProps) {
  const current = useCurrentSection(sections);
  const contents = (
    <ol className={classes.contents}>
      {sections.map(({ id, title: name }) => (
        <li key={id}>
          <a href={`#${id}`} aria-current={id === current ? 'location' : undefined}>
            {name}
          </a>
        </li>
      ))}
    </ol>
  );
  return (
    <StaticPage title={title} lead={lead}>
      <p className={classes.updated}>Last updated: {updated}</p>
      <div className={classes.columns}>
        <nav aria-label="Table of contents" className={classes.aside}>
          {contents}
        </nav>
        <details className={classes.fold}>
          <summary>Table of contents</summary>
          {contents}
        </details>
        <article className={prose.prose}>
          {sections.map(({ id, title: name, body }, index) => (
            <section key={id} id={id} aria-labelledby={`${id}-title`} className={classes.section}>
              <h2 id={`${id}-title`}>
                <a href={`#${id}`} className={classes.anchor}>
                  <span className={classes.number}>{index + 1}.</span> {name}
                </a>
              </h2>
              {body}
            </section>
          ))}
        </article>
      </div>
    </StaticPage>
  );
}

/** The section that is being read: the last one whose heading has passed the upper third of the window. */
function useCurrentSection(sections: readonly LegalSection[]): string | undefined {
  const [current, setCurrent] = useState(sections[0]?.id);
  useEffect(() => {
    const follow = () => {
      const line = window.innerHeight / 3;
      const atEnd = window.innerHeight + window.scrollY >= document.documentElement.scrollHeight - 2;
      const passed = sections.filter(
        ({ id }) =>
          (document.getElementById(id)?.getBoundingClientRect().top ?? Number.POSITIVE_INFINITY) <= line,
      );
      setCurrent((atEnd && window.scrollY > 0 ? sections : passed).at(-1)?.id ?? sections[0]?.id);
    };
    follow();
    window.addEventListener('scroll', follow, { passive: true });
    window.addEventListener('resize', follow);
    return () => {
      window.removeEventListener('scroll', follow);
      window.removeEventListener('resize', follow);
    };
  }, [sections]);
  return current;
}
