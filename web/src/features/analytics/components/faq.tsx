import { IconMessageQuestion } from '@tabler/icons-react';
import { formatCount, formatDate } from '../../../shared/format.ts';
import { ScrollFrame } from '../../../shared/ui/scroll-frame.tsx';
import { StatCard, StatCards } from '../../../shared/ui/stat-card.tsx';
import { EmptyState } from '../../../shared/ui/states.tsx';
import table from '../../../shared/ui/table.module.css';
import { useFaq } from '../api/views.ts';
import type { Filters } from '../filters.ts';
import classes from './analytics.module.css';
import { ExportButton } from './export-button.tsx';
import { Loaded } from './loaded.tsx';
import { QualityTag } from './quality-tag.tsx';

/** What is asked most, similar questions together. */
export function Faq({ clientId, filters }: { clientId: string | null; filters: Filters }) {
  return (
    <Loaded query={useFaq(clientId, filters)} title="The questions could not be loaded">
      {({ total_questions, questions }) => (
        <>
          <StatCards label="Questions">
            <StatCard label="Questions asked" value={formatCount(total_questions)} />
            <StatCard label="Groups shown" value={formatCount(questions.length)} />
          </StatCards>
          {questions.length === 0 ? (
            <EmptyState title="No data available" icon={<IconMessageQuestion size={24} stroke={1.5} />}>
              Nothing was asked in this time. Choose a longer one, or a weaker filter.
            </EmptyState>
          ) : (
            <div className={classes.stack}>
              <ScrollFrame label="Frequently asked questions">
                <table className={`${table.table} ${table.stacked}`} aria-label="Frequently asked questions">
                  <thead>
                    <tr>
                      <th>Question</th>
                      <th data-num>Asked</th>
                      <th data-num>Answered</th>
                      <th>Quality</th>
                      <th data-num>Thumbs</th>
                      <th>Last asked</th>
                    </tr>
                  </thead>
                  <tbody>
                    {questions.map((each) => (
                      <tr key={each.question}>
                        <td className={classes.question}>
                          {each.question}
                          {each.variants > 1 && (
                            <p className={classes.quiet}>{each.variants} ways of asking</p>
                          )}
                        </td>
                        <td data-num data-label="Asked">
                          {formatCount(each.count)}
                        </td>
                        <td data-num data-label="Answered">
                          {formatCount(each.answered)}
                        </td>
                        <td>{each.average_score !== null && <QualityTag score={each.average_score} />}</td>
                        <td data-num data-label="Thumbs" style={{ whiteSpace: 'nowrap' }}>
                          +{each.thumbs_up} / −{each.thumbs_down}
                        </td>
                        <td className={classes.when} data-label="Last asked">
                          {formatDate(each.last_asked_at)}
                        </td>
                      </tr>
                    ))}
                  </tbody>
                </table>
              </ScrollFrame>
              <p className={classes.quiet}>
                Questions are one when they share most of their words, in any order and form.
              </p>
              <ExportButton view="faq" clientId={clientId} filters={filters} />
            </div>
          )}
        </>
      )}
    </Loaded>
  );
}
