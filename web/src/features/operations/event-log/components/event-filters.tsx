import { Button, Select, TextInput } from '@mantine/core';
import { type FormEvent, useState } from 'react';
import { eventLabel } from '../../../platform/activity/event-texts.ts';
import { type Filter, useAnchors } from '../api/event-log.ts';
import classes from './event-log.module.css';

const TEXTS = [
  { name: 'stream', label: 'Stream', placeholder: 'client-…' },
  { name: 'actor', label: 'User', placeholder: 'User ID' },
  { name: 'client', label: 'Client', placeholder: 'Client ID' },
  { name: 'correlation', label: 'Correlation', placeholder: 'Correlation ID' },
  { name: 'causation', label: 'Caused by', placeholder: 'Event ID' },
] as const;

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
  const [draft, setDraft] = useState(filter);
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
          label={name === 'from' ? 'From' : 'Until'}
          value={toLocal(draft[name])}
          onChange={({ currentTarget }) => set({ [name]: fromLocal(currentTarget.value) })}
        />
      ))}
      <Select
        label="Impersonation"
        allowDeselect={false}
        data={[
          { value: 'all', label: 'All events' },
          { value: 'only', label: 'Impersonated only' },
          { value: 'without', label: 'Not impersonated' },
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

/** Formats a time for a datetime-local field, in the user's time zone. */
export function toLocal(at: string | null): string {
  if (!at) return '';
  const date = new Date(at);
  return new Date(date.getTime() - date.getTimezoneOffset() * 60_000).toISOString().slice(0, 16);
}

export const fromLocal = (text: string): string | null => (text === '' ? null : new Date(text).toISOString());
