import { Button, Select, TextInput } from '@mantine/core';
import { type FormEvent, useState } from 'react';
import { type Filter, useAnchors } from '../api/log.ts';
import classes from './auditor.module.css';

const TEXTS = [
  { name: 'stream', label: 'Stream', placeholder: 'client-…' },
  { name: 'actor', label: 'Actor', placeholder: 'Id of a person' },
  { name: 'client', label: 'Client', placeholder: 'Id of a client' },
  { name: 'correlation', label: 'Correlation', placeholder: 'Id of a request' },
  { name: 'causation', label: 'Caused by', placeholder: 'Id of an event' },
] as const;

interface Props {
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

/** What is looked for in the log: applied together, kept in the address. */
export function EventFilters({ filter, onFilter }: Props) {
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
        label="Type"
        placeholder="Every type"
        searchable
        clearable
        data={anchors?.types ?? []}
        value={draft.type ?? null}
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
          { value: 'all', label: 'Everything' },
          { value: 'only', label: 'Only as a client' },
          { value: 'without', label: 'Without' },
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

/** As the field takes it: in the reader's own time. */
export function toLocal(at: string | null | undefined): string {
  if (!at) return '';
  const date = new Date(at);
  return new Date(date.getTime() - date.getTimezoneOffset() * 60_000).toISOString().slice(0, 16);
}

export const fromLocal = (text: string): string | null => (text === '' ? null : new Date(text).toISOString());
