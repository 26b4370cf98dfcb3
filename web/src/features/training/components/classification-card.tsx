import type { CandidateDetail } from '@landline/api/candidates/contract';
import type { ClassificationRecord } from '@landline/api/training/contract';
import type { Classification } from '@landline/event-schemas';
import { Alert, Button, Skeleton } from '@mantine/core';
import { IconThumbDown, IconThumbUp } from '@tabler/icons-react';
import { useMemo, useState } from 'react';
import { formatDate, signedPoints } from '../../../shared/format.ts';
import { usePageActions } from '../../../shared/page-actions.ts';
import { Card } from '../../../shared/ui/card.tsx';
import { useIsDemo, useUser } from '../../session/context.ts';
import { useClassification } from '../api/get-classification.ts';
import { useFactors } from '../api/list-factors.ts';
import { useRemoveClassification } from '../api/remove-classification.ts';
import { removalProblem } from '../problems.ts';
import classes from './classification-card.module.css';
import { ClassifyModal } from './classify-modal.tsx';

/** What stands in place of what a demo account may not do (spec 001 §6). */
const DEMO_LABEL = 'Demo Account - Upgrade to Enable';

/** What people think of a candidate: good or bad, and why. It trains the scores. */
export function ClassificationCard({ candidate }: { candidate: CandidateDetail }) {
  const { data: record, error, isPending } = useClassification(candidate.id);
  const [judging, setJudging] = useState<Classification | null>(null);
  const user = useUser();
  const isDemo = useIsDemo();
  const mayJudge = user !== null && !isDemo && record === null;
  const actions = useMemo(
    () =>
      mayJudge
        ? [
            { id: 'good', label: 'Mark as good', shortcut: 'g', perform: () => setJudging('good') },
            { id: 'bad', label: 'Mark as bad', shortcut: 'b', perform: () => setJudging('bad') },
          ]
        : [],
    [mayJudge],
  );
  usePageActions(actions);
  // A failed lookup is tolerated: the feature is then not available (spec 001 §7).
  if (!user || (error && record === undefined)) return null;
  return (
    <Card title="Classification">
      {isPending ? (
        <Skeleton height={36} />
      ) : record ? (
        <Judged candidate={candidate} record={record} />
      ) : (
        <>
          <p className={classes.unjudged}>Not classified.</p>
          <p className={classes.question} data-screen="">
            Is this a good lead? What you say changes its score at once, and teaches how properties like it
            are scored.
          </p>
          <div className={classes.buttons}>
            <Button
              variant="default"
              leftSection={<IconThumbUp size={17} stroke={1.7} />}
              disabled={isDemo}
              onClick={() => setJudging('good')}
            >
              Good
            </Button>
            <Button
              variant="default"
              leftSection={<IconThumbDown size={17} stroke={1.7} />}
              disabled={isDemo}
              onClick={() => setJudging('bad')}
            >
              Bad
            </Button>
          </div>
          {isDemo && (
            <p className={classes.demo} data-screen="">
              {DEMO_LABEL}
            </p>
          )}
        </>
      )}
      <ClassifyModal candidate={candidate} classification={judging} onClose={() => setJudging(null)} />
    </Card>
  );
}

function Judged({ candidate, record }: { candidate: CandidateDetail; record: ClassificationRecord }) {
  const remove = useRemoveClassification(candidate.id);
  const isDemo = useIsDemo();
  const { data: factors } = useFactors(candidate.property_type);
  const named = [...(factors?.positive ?? []), ...(factors?.negative ?? [])].filter(({ id }) =>
    record.factorIds.includes(id),
  );
  const good = record.classification === 'good';
  const Icon = good ? IconThumbUp : IconThumbDown;
  return (
    <>
      <p className={classes.verdict} data-good={good}>
        <Icon size={18} stroke={1.8} /> {good ? 'Good' : 'Bad'}
      </p>
      {record.notes && <blockquote className={classes.notes}>{record.notes}</blockquote>}
      {named.length > 0 && (
        <ul className={classes.factors}>
          {named.map(({ id, factor_name, adjustment_value }) => (
            <li key={id}>
              {factor_name} <span className="num">{signedPoints(adjustment_value)}</span>
            </li>
          ))}
        </ul>
      )}
      <p className={classes.when}>
        {formatDate(record.created_at)}. It counts for this property and teaches how others like it are
        scored. Removing it takes both back.
      </p>
      <Button
        variant="default"
        size="xs"
        disabled={isDemo}
        loading={remove.isPending}
        onClick={() => remove.mutate()}
      >
        Remove &amp; Reclassify
      </Button>
      {isDemo && <p className={classes.demo}>{DEMO_LABEL}</p>}
      {remove.error && (
        <Alert color="red" p="sm" mt="sm" role="alert">
          {removalProblem(remove.error)}
        </Alert>
      )}
    </>
  );
}
