import { IconExternalLink } from '@tabler/icons-react';
import { CardGrid } from '../components/card-grid.tsx';
import { StaticPage } from '../components/static-page.tsx';

const ARTICLES = [
  {
    title: 'Performance Management',
    source: 'U.S. Office of Personnel Management',
    text: 'The five steps of the performance cycle, from planning to rewards, at the largest employer in the US.',
    to: 'https://www.opm.gov/policy-data-oversight/performance-management/',
  },
  {
    title: 'The Performance Management Revolution',
    source: 'Harvard Business Review',
    text: 'Why companies dropped the annual review, and what they replaced it with.',
    to: 'https://hbr.org/2016/10/the-performance-management-revolution',
  },
  {
    title: 'Ahead of the curve: The future of performance management',
    source: 'McKinsey & Company',
    text: 'What changes when feedback is frequent and ratings are rare, with examples from companies that tried it.',
    to: 'https://www.mckinsey.com/capabilities/people-and-organizational-performance/our-insights/ahead-of-the-curve-the-future-of-performance-management',
  },
].map((article) => ({
  ...article,
  linkLabel: (
    <>
      Opens in a new tab <IconExternalLink size={16} stroke={1.8} />
    </>
  ),
}));

export function Component() {
  return (
    <StaticPage
      title="Performance Management is Important"
      lead="Three articles on performance management that we recommend to new clients."
    >
      <CardGrid cards={ARTICLES} />
    </StaticPage>
  );
}
