import { Button, Select, TextInput } from '@mantine/core';
import type { FormEvent } from 'react';
import { useDraft } from '../../../../shared/use-draft.ts';
import { eventLabel } from '../../../platform/activity/event-texts.ts';
import { type Filter, useAnchors } from '../api/event-log.ts';
import { isoTime, toLocal } from '../times.ts';
import classes from './event-log.module.css';

const TEXTS: readonly {
  name: 'stream' | 'actor' | 'client' | 'correlation' | 'causation';
  label: string;
  placeholder?: string;
}[] = [
  { name: 'stream', label: 'Stream name', placeholder: 'client-…' },
  { name: 'actor', label: 'User ID' },
  { name: 'client', label: 'Client ID' },
  { name: 'correlation', label: 'Correlation ID' },
  { name: 'causation', label: 'Causation ID', placeholder: 'ID of the causing event' },
];

interface EventFiltersProps {
  filter: Filter;
  onFilter: (filter: Filter) => void;
}

export const NO_FILTER: Filter = {
  stream: null,
  type: null,
  actor: null,
  client: null,
  correlation: null,
  causation: null,
  from: null,
  to: null,
  impersonated: null,
};

/** Filters of the event log, stored in the URL. */
export function EventFilters({ filter, onFilter }: EventFiltersProps) {
  const { data: anchors } = useAnchors();
  const [draft, setDraft] = useDraft(filter);
  const set = (change: Partial<Filter>) => setDraft({ ...draft, ...change });
  const submit = (event: FormEvent) => {
    event.preventDefault();
    onFilter(draft);
  };
  return (
    <form onSubmit={submit} className={classes.filters} aria-label="Filters">
      <Select
        label="Event type"
        placeholder="All types"
        searchable
        clearable
        data={(anchors?.types ?? []).map((type) => ({ value: type, label: eventLabel(type) }))}
        value={draft.type}
        onChange={(type) => set({ type })}
      />
      {TEXTS.map(({ name, label, placeholder }) => (
        <TextInput
          key={name}
          label={label}
          placeholder={placeholder}
          value={draft[name] ?? ''}
          onChange={({ currentTarget }) => set({ [name]: currentTarget.value.trim() || null })}
        />
      ))}
      {(['from', 'to'] as const).map((name) => (
        <TextInput
          key={name}
          type="datetime-local"
          label={name === 'from' ? 'From' : 'Before'}
          value={toLocal(draft[name])}
          onChange={({ currentTarget }) => set({ [name]: isoTime(currentTarget.value) })}
        />
      ))}
      <Select
        label="Impersonation"
        allowDeselect={false}
        data={[
          { value: 'all', label: 'All events' },
          { value: 'only', label: 'During impersonation' },
          { value: 'without', label: 'Not during impersonation' },
        ]}
        value={draft.impersonated ?? 'all'}
        onChange={(value) => set({ impersonated: value === 'only' || value === 'without' ? value : null })}
      />
      <div className={classes.actions} style={{ margin: 0 }}>
        <Button type="submit">Apply</Button>
        <Button
          variant="default"
          onClick={() => {
            setDraft(NO_FILTER);
            onFilter(NO_FILTER);
          }}
        >
          Clear
        </Button>
      </div>
    </form>
  );
}
