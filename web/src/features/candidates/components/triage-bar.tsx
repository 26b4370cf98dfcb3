import type { CandidateRow } from '@landline/api/candidates/contract';
import type { Dataset } from '@landline/api/datasets/contract';
import type { Classification } from '@landline/event-schemas';
import { Button, CloseButton } from '@mantine/core';
import { IconArrowBackUp, IconColumns2, IconThumbDown, IconThumbUp } from '@tabler/icons-react';
import { Link, useLocation } from 'react-router-dom';
import { formatCount } from '../../../shared/format.ts';
import { comparePath, hubOf } from '../../datasets/paths.ts';
import { classifyProblem, removalProblem } from '../../training/problems.ts';
import { COMPARED_MAX, COMPARED_MIN } from '../compared.ts';
import { useLinked, useLinkedStore } from '../linked.ts';
import { useTriage } from '../use-triage.ts';
import classes from './triage-bar.module.css';

interface TriageBarProps {
  rows: readonly CandidateRow[];
  dataset: Dataset;
  totalPages: number;
}

/** What can be done with the checked rows together, and taking back what was done last. */
export function TriageBar({ rows, dataset, totalPages }: TriageBarProps) {
  const store = useLinkedStore();
  const { checked } = useLinked();
  const triage = useTriage(rows, dataset, totalPages);
  const chosen = rows.filter(({ id }) => checked.includes(id));
  const hub = hubOf(useLocation().pathname);
  const { judged } = triage;
  if (chosen.length === 0 && !judged && !triage.isJudging) return null;
  const mayCompare = chosen.length >= COMPARED_MIN && chosen.length <= COMPARED_MAX;
  return (
    <section className={classes.bar} aria-label="Checked properties">
      {chosen.length > 0 ? (
        <>
          <span aria-live="polite">
            <strong className="num">{formatCount(chosen.length)}</strong> checked
          </span>
          <Judge label="good" icon={IconThumbUp} triage={triage} rows={chosen} />
          <Judge label="bad" icon={IconThumbDown} triage={triage} rows={chosen} />
          {mayCompare && (
            <Button
              size="xs"
              variant="default"
              component={Link}
              to={comparePath(
                chosen.map(({ id }) => id),
                hub,
              )}
              leftSection={<IconColumns2 size={15} stroke={1.7} />}
            >
              Compare
            </Button>
          )}
          <CloseButton aria-label="Uncheck all" onClick={() => store.set({ checked: [] })} />
        </>
      ) : (
        <>
          <span role="status">{triage.isJudging ? 'Saving the classification' : judged && told(judged)}</span>
          {judged && judged.ids.length > 0 && (
            <Button
              size="xs"
              variant="default"
              leftSection={<IconArrowBackUp size={15} stroke={1.7} />}
              loading={triage.isUndoing}
              onClick={triage.undo}
            >
              Undo
            </Button>
          )}
          {judged && <CloseButton aria-label="Close" onClick={triage.forget} />}
        </>
      )}
      {judged && judged.failures.length > 0 && (
        <span className={classes.problem} role="alert">
          {judged.failures.length > 1 && `${judged.failures.length} were not: `}
          {classifyProblem(judged.failures[0])}
        </span>
      )}
      {triage.undoProblem !== null && (
        <span className={classes.problem} role="alert">
          {removalProblem(triage.undoProblem)}
        </span>
      )}
    </section>
  );
}

const told = ({ ids, classification }: { ids: readonly string[]; classification: Classification }) =>
  `${formatCount(ids.length)} ${ids.length === 1 ? 'property' : 'properties'} classified as ${classification}.`;

interface JudgeProps {
  label: Classification;
  icon: typeof IconThumbUp;
  triage: ReturnType<typeof useTriage>;
  rows: readonly CandidateRow[];
}

function Judge({ label, icon: Icon, triage, rows }: JudgeProps) {
  return (
    <Button
      size="xs"
      variant="default"
      leftSection={<Icon size={15} stroke={1.7} />}
      loading={triage.isJudging}
      onClick={() => triage.judge(rows, label)}
    >
      {label === 'good' ? 'Good' : 'Bad'}
    </Button>
  );
}
