import type { FaqAnalytics } from '@landline/api/assistant/analytics/contract';
import { IconMessageQuestion } from '@tabler/icons-react';
import { formatCount, formatDate } from '../../../../shared/format.ts';
import { QUALITY } from '../../../../shared/messages.ts';
import common from '../../../../shared/ui/common.module.css';
import { type Column, DataTable } from '../../../../shared/ui/data-table.tsx';
import { StatCard, StatCards } from '../../../../shared/ui/stat-card.tsx';
import { EmptyState } from '../../../../shared/ui/states.tsx';
import { useFaq } from '../api/views.ts';
import type { Filters } from '../filters.ts';
import classes from './analytics.module.css';
import { ExportButton } from './export-button.tsx';
import { QualityTag } from './quality-tag.tsx';
import { ViewBody } from './view-body.tsx';

const COLUMNS: readonly Column<FaqAnalytics['questions'][number]>[] = [
  {
    header: 'Question',
    className: classes.question,
    cell: ({ question, variants }) => (
      <>
        {question}
        {variants > 1 && <p className={common.quiet}>{variants} variations</p>}
      </>
    ),
  },
  { header: 'Asked', isNumeric: true, cell: ({ count }) => formatCount(count) },
  { header: 'Answered', isNumeric: true, cell: ({ answered }) => formatCount(answered) },
  {
    header: 'Quality',
    cell: ({ average_score }) =>
      average_score === null ? (
        <span className={common.quiet}>{QUALITY.notRated}</span>
      ) : (
        <QualityTag score={average_score} />
      ),
  },
  {
    header: 'Ratings',
    isNumeric: true,
    className: common.nowrap,
    cell: ({ thumbs_up, thumbs_down }) => `+${thumbs_up} / −${thumbs_down}`,
  },
  {
    header: 'Last asked',
    isLabeled: true,
    className: classes.when,
    cell: ({ last_asked_at }) => formatDate(last_asked_at),
  },
];

/** Most frequent questions, with similar ones grouped. */
export function Faq({ clientId, filters }: { clientId: string | null; filters: Filters }) {
  return (
    <ViewBody query={useFaq(clientId, filters)} title="The questions could not be loaded">
      {({ total_questions, questions }) => (
        <>
          <StatCards label="Questions">
            <StatCard label="Questions asked" value={formatCount(total_questions)} />
            <StatCard label="Question groups" value={formatCount(questions.length)} />
          </StatCards>
          {questions.length === 0 ? (
            <EmptyState title="No data available" icon={IconMessageQuestion}>
              No questions in this period. Choose a longer timeframe or a lower filter level.
            </EmptyState>
          ) : (
            <div className={common.stack}>
              <DataTable
                label="Frequently asked questions"
                columns={COLUMNS}
                rows={questions}
                keyOf="question"
                scrolls
                stacks
              />
              <p className={common.quiet}>
                Questions that share most of their words are grouped, regardless of order or form.
              </p>
              <ExportButton view="faq" clientId={clientId} filters={filters} />
            </div>
          )}
        </>
      )}
    </ViewBody>
  );
}
