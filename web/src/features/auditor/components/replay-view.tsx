import type { Replay, StateChange } from '@landline/api/auditor/contract';
import { Button, Skeleton, Slider, TextInput } from '@mantine/core';
import { IconHistory } from '@tabler/icons-react';
import { type FormEvent, useState } from 'react';
import { formatDate } from '../../../shared/format.ts';
import { Card } from '../../../shared/ui/card.tsx';
import { EmptyState, ErrorState } from '../../../shared/ui/states.tsx';
import { shownValue } from '../../audit/wording.ts';
import { useReplay } from '../api/log.ts';
import classes from './auditor.module.css';
import { JsonView } from './json-view.tsx';

interface Props {
  stream: string | null;
  revision: number | null;
  onPlace: (stream: string, revision: number | null) => void;
}

/** An entity at any place in its history, step by step. */
export function ReplayView({ stream, revision, onPlace }: Props) {
  const [draft, setDraft] = useState(stream ?? '');
  const submit = (event: FormEvent) => {
    event.preventDefault();
    if (draft.trim()) onPlace(draft.trim(), null);
  };
  return (
    <>
      <form onSubmit={submit} className={classes.actions}>
        <TextInput
          label="Stream of the entity"
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
        <EmptyState title="No entity chosen" icon={<IconHistory size={24} stroke={1.5} />}>
          Enter a stream, or open an event and choose Replay to here.
        </EmptyState>
      ) : (
        <Steps stream={stream} revision={revision} onStep={(next) => onPlace(stream, next)} />
      )}
    </>
  );
}

interface StepsProps {
  stream: string;
  revision: number | null;
  onStep: (revision: number) => void;
}

function Steps({ stream, revision, onStep }: StepsProps) {
  const { data, error, refetch } = useReplay(stream, revision);
  if (error)
    return <ErrorState title="Nothing could be replayed" error={error} onRetry={() => void refetch()} />;
  if (!data) return <Skeleton height={360} role="status" aria-label="Loading the state" />;
  return (
    <>
      <Stepper replay={data} onStep={onStep} />
      <div className={classes.parts}>
        {data.by === 'decider' ? <Change replay={data} /> : <Said replay={data} />}
      </div>
    </>
  );
}

function Change({ replay: { changes, state } }: { replay: Replay }) {
  return (
    <>
      <Card title="What this event changed">
        {changes.length === 0 ? (
          <p className={classes.note}>Nothing in the state.</p>
        ) : (
          <ul className={classes.list}>
            {changes.map((change) => (
              <ChangeRow key={change.path} change={change} />
            ))}
          </ul>
        )}
      </Card>
      <Card title="State afterwards">
        <JsonView label="State" value={state} />
      </Card>
    </>
  );
}

function Said({ replay: { state } }: { replay: Replay }) {
  return (
    <Card title="What this event says">
      <JsonView label="Event" value={state} />
      <p className={classes.note}>No rule remembers anything of this stream: there is no state to show.</p>
    </Card>
  );
}

function Stepper({
  replay: { revision, lastRevision, event },
  onStep,
}: {
  replay: Replay;
  onStep: (revision: number) => void;
}) {
  return (
    <>
      <div className={classes.actions}>
        <Button variant="default" disabled={revision === 0} onClick={() => onStep(revision - 1)}>
          Previous
        </Button>
        <Button variant="default" disabled={revision >= lastRevision} onClick={() => onStep(revision + 1)}>
          Next
        </Button>
        <span className="num">
          {revision + 1} of {lastRevision + 1}: <strong>{event.type}</strong>, {formatDate(event.at)},
          position {event.position}
        </span>
      </div>
      {lastRevision > 0 && (
        <Slider
          key={revision}
          mb="lg"
          min={0}
          max={lastRevision}
          defaultValue={revision}
          onChangeEnd={onStep}
          thumbLabel="Event of the stream"
          label={(value) => value + 1}
        />
      )}
    </>
  );
}

function ChangeRow({ change: { path, before, after } }: { change: StateChange }) {
  return (
    <li>
      <code>{path}</code>: {before !== undefined && <del>{shownValue(before)}</del>}
      {before !== undefined && ' → '}
      {after === undefined ? 'removed' : <ins>{shownValue(after)}</ins>}
    </li>
  );
}
