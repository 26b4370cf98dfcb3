import type { Note } from '@landline/api/notes/contract';
import { Button, Group, Modal, Text } from '@mantine/core';
import { useDisclosure } from '@mantine/hooks';
import { formatDate } from '../../../shared/format.ts';
import { messageOr } from '../../../shared/http/errors.ts';
import { NoticeAlert } from '../../../shared/notice/notice-alert.tsx';
import { Tag } from '../../../shared/ui/tag.tsx';
import { useEditNote, useRemoveNote } from '../api/change-notes.ts';
import { NOTES, PRIORITY_NAMES, TYPE_NAMES } from '../texts.ts';
import { NoteForm } from './note-form.tsx';
import classes from './notes-card.module.css';

const TONES = { low: 'quiet', medium: 'notice', high: 'bad' } as const;

/** A note, to be edited and deleted by whoever may write. */
export function NoteItem({ note, mayWrite }: { note: Note; mayWrite: boolean }) {
  const [editing, { open, close }] = useDisclosure();
  const edit = useEditNote(note.id);
  if (editing) {
    return (
      <li className={classes.note}>
        <NoteForm
          note={note}
          saving={edit.isPending}
          error={edit.error}
          onSave={(written) => edit.mutate(written, { onSuccess: close })}
          onCancel={close}
        />
      </li>
    );
  }
  return (
    <li className={classes.note}>
      <div className={classes.head}>
        <Tag>{TYPE_NAMES[note.noteType]}</Tag>
        <Tag tone={TONES[note.priority]}>{PRIORITY_NAMES[note.priority]}</Tag>
        {mayWrite && (
          <span className={classes.actions}>
            <Button variant="subtle" size="compact-xs" onClick={open}>
              Edit
            </Button>
            <Removal note={note} />
          </span>
        )}
      </div>
      <p className={classes.text}>{note.noteText}</p>
      <p className={classes.by}>
        {note.author} · {formatDate(note.createdAt)}
        {note.updatedAt && ` · edited ${formatDate(note.updatedAt)}`}
      </p>
    </li>
  );
}

function Removal({ note }: { note: Note }) {
  const [asking, { open, close }] = useDisclosure();
  const remove = useRemoveNote();
  return (
    <>
      <Button variant="subtle" size="compact-xs" color="red" onClick={open}>
        Delete
      </Button>
      <Modal opened={asking} onClose={close} title="Delete note">
        <Text mb="md">{NOTES.confirmDelete}</Text>
        <NoticeAlert
          notice={remove.error && { kind: 'error', text: messageOr(remove.error, NOTES.deleteFailed) }}
        />
        <Group justify="flex-end" gap="sm">
          <Button variant="default" onClick={close}>
            Cancel
          </Button>
          <Button
            color="red"
            data-autofocus
            loading={remove.isPending}
            onClick={() => remove.mutate(note.id, { onSuccess: close })}
          >
            Delete
          </Button>
        </Group>
      </Modal>
    </>
  );
}
