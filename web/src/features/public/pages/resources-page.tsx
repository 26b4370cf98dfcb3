import { IconExternalLink } from '@tabler/icons-react';
import cards from '../components/cards.module.css';
import { StaticPage } from '../components/static-page.tsx';

const ARTICLES = [
  {
    title: 'Performance Management',
    source: 'U.S. Office of Personnel Management',
    text: 'The five steps of a performance cycle, from planning work to rewarding it, as the largest employer in the country runs it.',
    href: 'https://www.opm.gov/policy-data-oversight/performance-management/',
  },
  {
    title: 'The Performance Management Revolution',
    source: 'Harvard Business Review',
    text: 'Why companies left the yearly review behind, and what they put in its place.',
    href: 'https://hbr.org/2016/10/the-performance-management-revolution',
  },
  {
    title: 'Ahead of the curve: The future of performance management',
    source: 'McKinsey & Company',
    text: 'What changes when feedback is frequent and ratings are few, with examples from companies that tried.',
    href: 'https://www.mckinsey.com/capabilities/people-and-organizational-performance/our-insights/ahead-of-the-curve-the-future-of-performance-management',
  },
] as const;

export function Component() {
  return (
    <StaticPage
      title="Performance Management is Important"
      lead="What is measured well is talked about well. Three articles that we send to new clients."
    >
      <ul className={cards.grid}>
        {ARTICLES.map(({ title, source, text, href }) => (
          <li key={href} className={cards.card}>
            <p className={cards.source}>{source}</p>
            <h2 className={cards.title}>
              <a href={href} target="_blank" rel="noreferrer" className={cards.stretched}>
                {title}
              </a>
            </h2>
            <p className={cards.text}>{text}</p>
            <span className={cards.onward} aria-hidden="true">
              Opens in a new tab <IconExternalLink size={16} stroke={1.8} />
            </span>
          </li>
        ))}
      </ul>
    </StaticPage>
  );
}
