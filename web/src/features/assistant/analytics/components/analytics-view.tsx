import { IconTargetArrow } from '@tabler/icons-react';
import { EmptyState } from '../../../../shared/ui/states.tsx';
import { GoldenQuestions } from '../../golden-questions/components/golden-questions.tsx';
import { useFilters } from '../filters.ts';
import { AnswerQuality } from './answer-quality.tsx';
import { BillingManager } from './billing-manager.tsx';
import { Faq } from './faq.tsx';
import { Gaps } from './gaps.tsx';
import { UsageOverview } from './usage-overview.tsx';
import { WordCloud } from './word-cloud.tsx';

/** Analytics views (spec 002 §2), the gap queue and the golden questions. */
export const VIEWS = [
  { key: 'usage', label: 'Usage Overview' },
  { key: 'faq', label: 'FAQ Analytics' },
  { key: 'quality', label: 'Answer Quality' },
  { key: 'word-cloud', label: 'Word Cloud' },
  { key: 'gaps', label: 'Gap Queue' },
  { key: 'golden', label: 'Golden Questions' },
  { key: 'billing', label: 'Billing Manager' },
] as const;
export const VIEW_KEYS = VIEWS.map(({ key }) => key);
export type ViewKey = (typeof VIEW_KEYS)[number];

export function AnalyticsView({ view, clientId }: { view: ViewKey; clientId: string | null }) {
  const { filters } = useFilters();
  switch (view) {
    case 'usage':
      return <UsageOverview clientId={clientId} filters={filters} />;
    case 'faq':
      return <Faq clientId={clientId} filters={filters} />;
    case 'quality':
      return <AnswerQuality clientId={clientId} filters={filters} />;
    case 'word-cloud':
      return <WordCloud clientId={clientId} filters={filters} />;
    case 'gaps':
      return <Gaps clientId={clientId} filters={filters} />;
    case 'golden':
      return clientId === null ? <ChooseClient /> : <GoldenQuestions clientId={clientId} />;
    case 'billing':
      return <BillingManager clientId={clientId} />;
  }
}

const ChooseClient = () => (
  <EmptyState title="Choose a client" icon={IconTargetArrow}>
    Each client has its own golden questions.
  </EmptyState>
);
