import { Button, Group, NativeSelect, Skeleton, Text } from '@mantine/core';
import { useDisclosure } from '@mantine/hooks';
import { IconPlus } from '@tabler/icons-react';
import { useEffect, useEffectEvent, useMemo, useRef, useState } from 'react';
import { useLocation } from 'react-router-dom';
import { formatDate } from '../../../../shared/format.ts';
import { messageOf } from '../../../../shared/http/errors.ts';
import { usePageActions } from '../../../../shared/page-actions.ts';
import { Card } from '../../../../shared/ui/card.tsx';
import { ShowOlder } from '../../../../shared/ui/show-older.tsx';
import { useIsDemo } from '../../../platform/session/context.ts';
import { DEMO_LABEL } from '../../demo-label.ts';
import { type NoteFilters, useAddNote, useDecision, useNotes } from '../api/notes.ts';
import { optionsOf, PRIORITY_NAMES, TYPE_NAMES } from '../note-texts.ts';
import { NoteForm } from './note-form.tsx';
import { NoteItem } from './note-item.tsx';
import classes from './notes-card.module.css';

/** Notes about a property (spec 001 §2). */
export function NotesCard({ candidateId }: { candidateId: string }) {
  const isDemo = useIsDemo();
  const [isWriting, { open, close: closeForm }] = useDisclosure();
  const [filters, setFilters] = useState<NoteFilters>({});
  const add = useAddNote(candidateId);
  const card = useRef<HTMLDivElement>(null);
  const close = () => {
    closeForm();
    card.current?.focus({ preventScroll: true });
  };
  const openForm = () => {
    add.reset();
    open();
  };
  const write = useEffectEvent(() => {
    card.current?.scrollIntoView({ block: 'center' });
    if (isWriting) card.current?.querySelector('textarea')?.focus();
    else openForm();
  });
  const actions = useMemo(
    () => (isDemo ? [] : [{ id: 'note', label: 'Write a note', shortcut: 'n', perform: () => write() }]),
    [isDemo],
  );
  usePageActions(actions);
  const { hash } = useLocation();
  useEffect(() => {
    if (hash === '#notes' && !isDemo) write();
  }, [hash, isDemo]);
  return (
    <div ref={card} tabIndex={-1}>
      <Card
        title="Property Notes"
        aside={
          !isWriting && (
            <Button
              variant="default"
              size="xs"
              disabled={isDemo}
              leftSection={!isDemo && <IconPlus size={15} stroke={1.8} />}
              onClick={openForm}
            >
              {isDemo ? DEMO_LABEL : 'Add Note'}
            </Button>
          )
        }
      >
        <LeadStatus candidateId={candidateId} />
        {isWriting && (
          <NoteForm
            isSaving={add.isPending}
            error={add.error}
            onSave={(draft) => add.mutate(draft, { onSuccess: close })}
            onCancel={close}
          />
        )}
        <Filters filters={filters} onChange={setFilters} />
        <List candidateId={candidateId} filters={filters} mayWrite={!isDemo} />
      </Card>
    </div>
  );
}

/** The newest decision note as the status of the lead. */
function LeadStatus({ candidateId }: { candidateId: string }) {
  const { data: decision } = useDecision(candidateId);
  if (!decision) return null;
  return (
    <p className={classes.status}>
      <Text component="strong" fz="xs" fw={600} c="dimmed" display="block">
        Lead status
      </Text>{' '}
      {decision.noteText}
      <Text span fz="sm" c="dimmed" display="block">
        {decision.author} · {formatDate(decision.createdAt)}
      </Text>
    </p>
  );
}

interface FiltersProps {
  filters: NoteFilters;
  onChange: (filters: NoteFilters) => void;
}

function Filters({ filters, onChange }: FiltersProps) {
  const change = (name: keyof NoteFilters, value: string) => {
    const { [name]: _, ...others } = filters;
    onChange(value === '' ? others : ({ ...others, [name]: value } as NoteFilters)); // options are valid filter values
  };
  return (
    <Group grow wrap="nowrap" gap="xs" data-screen="">
      <NativeSelect
        aria-label="Note type"
        size="xs"
        data={[{ value: '', label: 'All types' }, ...optionsOf(TYPE_NAMES)]}
        value={filters.noteType ?? ''}
        onChange={({ currentTarget }) => change('noteType', currentTarget.value)}
      />
      <NativeSelect
        aria-label="Note priority"
        size="xs"
        data={[{ value: '', label: 'All priorities' }, ...optionsOf(PRIORITY_NAMES)]}
        value={filters.priority ?? ''}
        onChange={({ currentTarget }) => change('priority', currentTarget.value)}
      />
    </Group>
  );
}

interface ListProps {
  candidateId: string;
  filters: NoteFilters;
  mayWrite: boolean;
}

function List({ candidateId, filters, mayWrite }: ListProps) {
  const query = useNotes(candidateId, filters);
  const { data, error, refetch } = query;
  if (error && !data) {
    return (
      <Text c="var(--grade-unsuitable)" mt="sm" role="alert">
        Error: {messageOf(error)}{' '}
        <Button variant="subtle" size="compact-xs" onClick={() => void refetch()}>
          Retry
        </Button>
      </Text>
    );
  }
  if (!data) return <Skeleton height={64} role="status" aria-label="Loading notes" />;
  const notes = data.pages.flatMap((page) => page.data);
  const isFiltered = Object.keys(filters).length > 0;
  if (notes.length === 0) {
    return (
      <Text c="dimmed" mt="sm">
        {isFiltered ? 'No notes match these filters.' : 'No notes yet.'}
      </Text>
    );
  }
  return (
    <>
      <ol className={classes.notes} aria-label="Notes" tabIndex={-1}>
        {notes.map((note) => (
          <NoteItem key={note.id} note={note} mayWrite={mayWrite} />
        ))}
      </ol>
      <ShowOlder query={query} entries="notes" />
    </>
  );
}
