import type { GoldenComparison } from '@landline/api/operations/system-versions/contract';
import { Progress } from '@mantine/core';
import { formatCount } from '../../../../shared/format.ts';
import common from '../../../../shared/ui/common.module.css';
import { Tag } from '../../../../shared/ui/tag.tsx';
import classes from './system-versions.module.css';

type ComparedClient = GoldenComparison['clients'][number];

/** Golden question results of a version beside the current results, per client. */
export function GoldenComparisonView({ clients, status }: GoldenComparison) {
  if (status === 'none') return null;
  return (
    // biome-ignore lint/a11y/noNoninteractiveTabindex: scrollable regions must be reachable by keyboard
    <section className={classes.difference} aria-label="Golden questions" tabIndex={0}>
      <p className={common.quiet}>
        Golden questions of clients whose prompts change, asked with this version's prompts.
      </p>
      {clients.map((client) => (
        <div key={client.client_id} className={classes.document} role="status">
          <strong className={common.wrap}>{client.client_name}</strong> <Verdict client={client} />
          <Figures client={client} />
        </div>
      ))}
    </section>
  );
}

function Verdict({ client: { run, is_complete, is_worse, compared } }: { client: ComparedClient }) {
  if (run === null || run.ended_at === null) return null;
  if (run.failure !== null) return <Tag tone="bad">Not asked</Tag>;
  if (is_worse) return <Tag tone="bad">Worse than now</Tag>;
  return is_complete && compared > 0 ? <Tag tone="good">Not worse than now</Tag> : null;
}

function Figures({
  client: { run, is_complete, compared, passed_now, passed_with_version, lost },
}: {
  client: ComparedClient;
}) {
  if (run === null || run.ended_at === null) {
    const { judged = 0, total = 0 } = run ?? {};
    return (
      <>
        <p className={common.quiet}>
          Asking the questions: {formatCount(judged)} of {formatCount(total)}
        </p>
        <Progress
          value={total === 0 ? 0 : (100 * judged) / total}
          size="sm"
          mt={6}
          aria-label="Percent of questions asked"
        />
      </>
    );
  }
  if (run.failure !== null) return <p className={common.quiet}>{run.failure}</p>;
  if (!is_complete) {
    return (
      <p className={common.quiet}>
        Questions were added or changed after this run. Open this dialog again to ask them.
      </p>
    );
  }
  if (compared === 0) {
    return (
      <p className={common.quiet}>
        {formatCount(run.passed)} of {formatCount(run.total)} pass with this version. They have not been asked
        with the current configuration.
      </p>
    );
  }
  return (
    <>
      <p className={common.quiet}>
        {formatCount(passed_with_version)} of {formatCount(compared)} pass with this version,{' '}
        {formatCount(passed_now)} now.
      </p>
      {lost.length > 0 && (
        <ul className={classes.lost} aria-label="Questions that would fail">
          {lost.map((question) => (
            <li key={question}>Would fail: {question}</li>
          ))}
        </ul>
      )}
    </>
  );
}
