import { CLASSIFICATIONS, type Classification } from '@landline/event-schemas';
import { Button, type ButtonProps, CloseButton } from '@mantine/core';
import { IconArrowBackUp, IconColumns2 } from '@tabler/icons-react';
import { Link, useLocation } from 'react-router-dom';
import { formatCount } from '../../../../shared/format.ts';
import { CLASSIFICATION_DISPLAY } from '../../classification/classification-display.ts';
import { classifyErrorMessage, removalErrorMessage } from '../../classification/error-messages.ts';
import { comparePath, hubOf } from '../../datasets/paths.ts';
import { COMPARE_MAX, COMPARE_MIN } from '../compare-ids.ts';
import { useListSelection, useListSelectionStore } from '../list-selection.ts';
import { type TriageList, useTriage } from '../use-triage.ts';
import classes from './triage-bar.module.css';

const BUTTON = { size: 'xs', variant: 'default' } as const satisfies ButtonProps;

/** Bulk actions for the selected rows; undoes the last batch of classifications. */
export function TriageBar(list: TriageList) {
  const store = useListSelectionStore();
  const { checked } = useListSelection();
  const triage = useTriage(list);
  const selected = list.rows.filter(({ id }) => checked.includes(id));
  const hub = hubOf(useLocation().pathname);
  const { result } = triage;
  if (selected.length === 0 && !result && !triage.isClassifying) return null;
  const canCompare = selected.length >= COMPARE_MIN && selected.length <= COMPARE_MAX;
  const comparison = comparePath(
    selected.map(({ id }) => id),
    hub,
  );
  return (
    <section className={classes.bar} aria-label="Bulk actions">
      {selected.length > 0 ? (
        <>
          <span aria-live="polite">
            <strong className="num">{formatCount(selected.length)}</strong> selected
          </span>
          {CLASSIFICATIONS.map((value) => {
            const { label, Icon } = CLASSIFICATION_DISPLAY[value];
            return (
              <Button
                key={value}
                {...BUTTON}
                leftSection={<Icon size={15} stroke={1.7} />}
                loading={triage.isClassifying}
                onClick={() => triage.classify(selected, value)}
              >
                {label}
              </Button>
            );
          })}
          {canCompare && (
            <Button
              {...BUTTON}
              component={Link}
              to={comparison}
              leftSection={<IconColumns2 size={15} stroke={1.7} />}
            >
              Compare
            </Button>
          )}
          <CloseButton aria-label="Clear selection" onClick={() => store.set({ checked: [] })} />
        </>
      ) : (
        <>
          <span role="status">
            {triage.isClassifying
              ? 'Saving classifications'
              : result && result.ids.length > 0 && summaryOf(result)}
          </span>
          {result && result.ids.length > 0 && (
            <Button
              {...BUTTON}
              leftSection={<IconArrowBackUp size={15} stroke={1.7} />}
              loading={triage.isUndoing}
              onClick={triage.undo}
            >
              Undo
            </Button>
          )}
          {result && <CloseButton aria-label="Close" onClick={triage.dismiss} />}
        </>
      )}
      {result && result.failures.length > 0 && (
        <span className={classes.problem} role="alert">
          {result.failures.length > 1 &&
            `${formatCount(result.failures.length)} properties were not classified. First error: `}
          {classifyErrorMessage(result.failures[0])}
        </span>
      )}
      {triage.undoError !== null && (
        <span className={classes.problem} role="alert">
          {removalErrorMessage(triage.undoError)}
        </span>
      )}
    </section>
  );
}

const summaryOf = ({ ids, classification }: { ids: readonly string[]; classification: Classification }) =>
  `${formatCount(ids.length)} ${ids.length === 1 ? 'property' : 'properties'} classified as ${classification}.`;
