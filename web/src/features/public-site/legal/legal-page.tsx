import { createElement, Fragment, type ReactNode, useEffect, useState } from 'react';
import prose from '../marketing/components/prose.module.css';
import { StaticPage } from '../marketing/components/static-page.tsx';
import classes from './legal-page.module.css';

interface LegalSection {
  /** Anchor in the URL. */
  id: string;
  title: string;
  body: ReactNode;
}

/** Creates a section from its anchor, its title and its paragraphs. */
export const section = (id: string, title: string, ...body: ReactNode[]): LegalSection => ({
  id,
  title,
  body: createElement(Fragment, null, ...body),
});

interface LegalPageProps {
  title: string;
  lead: ReactNode;
  sections: readonly LegalSection[];
}

/** Renders numbered, anchored sections beside a table of contents that highlights the current one. */
export function LegalPage({ title, lead, sections }: LegalPageProps) {
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
      <p className={classes.updated}>Last updated: July 14, 2025</p>
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

/** Returns the ID of the last section whose top has scrolled past the upper third of the window. */
function useCurrentSection(sections: readonly LegalSection[]): string | undefined {
  const [current, setCurrent] = useState(sections[0]?.id);
  useEffect(() => {
    const updateCurrent = () => {
      const threshold = window.innerHeight / 3;
      const isAtEnd = window.innerHeight + window.scrollY >= document.documentElement.scrollHeight - 2;
      const passedSections = sections.filter(
        ({ id }) =>
          (document.getElementById(id)?.getBoundingClientRect().top ?? Number.POSITIVE_INFINITY) <= threshold,
      );
      setCurrent((isAtEnd && window.scrollY > 0 ? sections : passedSections).at(-1)?.id ?? sections[0]?.id);
    };
    updateCurrent();
    window.addEventListener('scroll', updateCurrent, { passive: true });
    window.addEventListener('resize', updateCurrent);
    return () => {
      window.removeEventListener('scroll', updateCurrent);
      window.removeEventListener('resize', updateCurrent);
    };
  }, [sections]);
  return current;
}
