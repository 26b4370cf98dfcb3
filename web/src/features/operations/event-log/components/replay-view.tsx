import type { Replay, StateChange } from '@landline/api/operations/event-log/contract';
import { Button, Slider, TextInput } from '@mantine/core';
import { IconHistory } from '@tabler/icons-react';
import type { FormEvent } from 'react';
import { formatDate } from '../../../../shared/format.ts';
import { PRODUCT } from '../../../../shared/product.ts';
import { Card } from '../../../../shared/ui/card.tsx';
import common from '../../../../shared/ui/common.module.css';
import { QueryBody } from '../../../../shared/ui/query-body.tsx';
import { EmptyState } from '../../../../shared/ui/states.tsx';
import { useDraft } from '../../../../shared/use-draft.ts';
import { displayValue, eventLabel } from '../../../platform/activity/event-texts.ts';
import { useReplay } from '../api/event-log.ts';
import classes from './event-log.module.css';
import { JsonView } from './json-view.tsx';

interface ReplayViewProps {
  stream: string | null;
  revision: number | null;
  onReplay: (stream: string, revision: number | null) => void;
}

/** Replays a stream event by event and shows the resulting state. */
export function ReplayView({ stream, revision, onReplay }: ReplayViewProps) {
  const [draft, setDraft] = useDraft(stream ?? '');
  const submit = (event: FormEvent) => {
    event.preventDefault();
    if (draft.trim()) onReplay(draft.trim(), null);
  };
  return (
    <>
      <form onSubmit={submit} className={classes.actions}>
        <TextInput
          label="Stream name"
          placeholder="client-…"
          value={draft}
          onChange={({ currentTarget }) => setDraft(currentTarget.value)}
          style={{ flex: '1 1 240px', maxWidth: 480 }}
        />
        <Button type="submit" style={{ alignSelf: 'end' }}>
          Replay
        </Button>
      </form>
      {stream === null ? (
        <EmptyState title="No stream selected" icon={IconHistory}>
          Enter a stream, or open an event and select Replay to here.
        </EmptyState>
      ) : (
        <ReplaySteps
          key={stream}
          stream={stream}
          revision={revision}
          onStep={(next) => onReplay(stream, next)}
        />
      )}
    </>
  );
}

interface ReplayStepsProps {
  stream: string;
  revision: number | null;
  onStep: (revision: number) => void;
}

function ReplaySteps({ stream, revision, onStep }: ReplayStepsProps) {
  const query = useReplay(stream, revision);
  return (
    <QueryBody query={query} errorTitle="The stream could not be replayed" skeleton={360}>
      {(replay) => (
        <div className={common.dims} aria-busy={query.isPlaceholderData}>
          <Stepper
            replay={replay}
            // While an event loads, the next step continues from it, not from the earlier one that is still shown.
            position={query.isPlaceholderData && revision !== null ? revision : replay.revision}
            onStep={onStep}
          />
          {replay.by === 'decider' ? (
            <div className={classes.parts}>
              <Card title="Changes">
                {replay.changes.length === 0 ? (
                  <p className={common.note}>This event did not change the state.</p>
                ) : (
                  <ul className={`${common.list} ${classes.list}`}>
                    {replay.changes.map((change) => (
                      <ChangeRow key={change.path} change={change} />
                    ))}
                  </ul>
                )}
              </Card>
              <Card title="State after this event">
                <JsonView label="State" value={replay.state} />
              </Card>
            </div>
          ) : (
            <Card title="Event data">
              <JsonView label="Event" value={replay.state} />
              <p className={common.note}>
                {PRODUCT} keeps no state for this stream. The event's data is shown instead.
              </p>
            </Card>
          )}
        </div>
      )}
    </QueryBody>
  );
}

interface StepperProps {
  replay: Replay;
  /** Revision of the requested event. */
  position: number;
  onStep: (revision: number) => void;
}

function Stepper({ replay: { revision, lastRevision, event }, position, onStep }: StepperProps) {
  const [value, setValue] = useDraft(position + 1);
  return (
    <>
      <div className={classes.actions}>
        <Button variant="default" disabled={position === 0} onClick={() => onStep(position - 1)}>
          Previous
        </Button>
        <Button variant="default" disabled={position >= lastRevision} onClick={() => onStep(position + 1)}>
          Next
        </Button>
        <span className="num">
          {revision + 1} of {lastRevision + 1}: <strong>{eventLabel(event.type)}</strong>,{' '}
          {formatDate(event.at)}
        </span>
      </div>
      {lastRevision > 0 && (
        <Slider
          mb="lg"
          min={1}
          max={lastRevision + 1}
          value={value}
          onChange={setValue}
          onChangeEnd={(next) => onStep(next - 1)}
          thumbLabel="Event"
          thumbValueText={(at) => `${at} of ${lastRevision + 1}`}
        />
      )}
    </>
  );
}

function ChangeRow({ change: { path, before, after } }: { change: StateChange }) {
  return (
    <li>
      <code>{path}</code>: {before !== undefined && <del>{displayValue(before)}</del>}
      {before !== undefined && ' → '}
      {after === undefined ? 'removed' : <ins>{displayValue(after)}</ins>}
    </li>
  );
}
