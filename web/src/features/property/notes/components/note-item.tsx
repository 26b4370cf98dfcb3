import type { Note, NoteBody, NoteChanges } from '@landline/api/property/notes/contract';
import { Button, Group, Text } from '@mantine/core';
import { useDisclosure } from '@mantine/hooks';
import { useRef, useState } from 'react';
import { formatDate } from '../../../../shared/format.ts';
import { messageOr } from '../../../../shared/http/errors.ts';
import { ConfirmDialog } from '../../../../shared/ui/confirm-dialog.tsx';
import { Tag } from '../../../../shared/ui/tag.tsx';
import { useEditNote, useRemoveNote } from '../api/notes.ts';
import { NOTES, PRIORITY_NAMES, TYPE_NAMES } from '../note-texts.ts';
import { NoteForm } from './note-form.tsx';
import classes from './notes-card.module.css';

const TONES = { low: 'quiet', medium: 'notice', high: 'bad' } as const;

/** A note with its edit and delete actions. */
export function NoteItem({ note, mayWrite }: { note: Note; mayWrite: boolean }) {
  /** The note when its form was opened. */
  const [original, setOriginal] = useState<Note | null>(null);
  const edit = useEditNote(note.id);
  const open = () => {
    edit.reset();
    setOriginal(note);
  };
  const item = useRef<HTMLLIElement>(null);
  const close = () => {
    setOriginal(null);
    item.current?.focus({ preventScroll: true });
  };
  if (original) {
    return (
      <li ref={item} tabIndex={-1} className={classes.note}>
        <NoteForm
          note={original}
          isSaving={edit.isPending}
          error={edit.error}
          onSave={(draft) => edit.mutate(changesOf(original, draft), { onSuccess: close })}
          onCancel={close}
        />
      </li>
    );
  }
  return (
    <li ref={item} tabIndex={-1} className={classes.note}>
      <Group gap={6} mih={24} wrap="nowrap">
        <Tag>{TYPE_NAMES[note.noteType]}</Tag>
        <Tag tone={TONES[note.priority]}>{PRIORITY_NAMES[note.priority]}</Tag>
        {mayWrite && (
          <Text span inherit ml="auto">
            <Button variant="subtle" size="compact-xs" onClick={open}>
              Edit
            </Button>
            <DeleteNote note={note} />
          </Text>
        )}
      </Group>
      <p className={classes.text}>{note.noteText}</p>
      <Text fz="sm" c="dimmed">
        {note.author} · {formatDate(note.createdAt)}
        {note.updatedAt && ` · edited ${formatDate(note.updatedAt)}`}
      </Text>
    </li>
  );
}

/** Returns the changed fields only, to keep a colleague's changes to the other fields. */
const changesOf = (note: Note, draft: NoteBody): NoteChanges => ({
  ...(draft.noteText !== note.noteText && { noteText: draft.noteText }),
  ...(draft.noteType !== note.noteType && { noteType: draft.noteType }),
  ...(draft.priority !== note.priority && { priority: draft.priority }),
});

function DeleteNote({ note }: { note: Note }) {
  const remove = useRemoveNote();
  const [isConfirming, { open, close }] = useDisclosure();
  const closeDialog = () => {
    close();
    remove.reset();
  };
  return (
    <>
      <Button variant="subtle" size="compact-xs" color="red" onClick={open}>
        Delete
      </Button>
      {isConfirming && (
        <ConfirmDialog
          title="Delete note"
          action="Delete"
          isPending={remove.isPending}
          error={remove.error ? messageOr(remove.error, NOTES.deleteFailed) : undefined}
          onConfirm={() => remove.mutate(note.id, { onSuccess: closeDialog })}
          onClose={closeDialog}
        >
          {NOTES.confirmDelete}
        </ConfirmDialog>
      )}
    </>
  );
}
