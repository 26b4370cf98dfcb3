import { NOTE_MAX, type Note, type NoteBody } from '@landline/api/property/notes/contract';
import type { NotePriority, NoteType } from '@landline/event-schemas';
import { Button, Group, NativeSelect, Stack, Text, Textarea } from '@mantine/core';
import { useState } from 'react';
import { ApiError } from '../../../../shared/http/errors.ts';
import { NoticeAlert } from '../../../../shared/notice/notice-alert.tsx';
import { focusOn } from '../../../../shared/ui/focus-on.ts';
import { NOTES, optionsOf, PRIORITY_NAMES, TYPE_NAMES } from '../note-texts.ts';

interface NoteFormProps {
  /** Note to edit; undefined for a new one. */
  note?: Note;
  isSaving: boolean;
  error: Error | null;
  onSave: (draft: NoteBody) => void;
  onCancel: () => void;
}

/** Form for a new or existing note (spec 001 §5). */
export function NoteForm({ note, isSaving, error, onSave, onCancel }: NoteFormProps) {
  const [noteText, setText] = useState(note?.noteText ?? '');
  const [noteType, setType] = useState<NoteType>(note?.noteType ?? 'general');
  const [priority, setPriority] = useState<NotePriority>(note?.priority ?? 'medium');
  const [isTouched, setTouched] = useState(false);
  const isBlank = noteText.trim() === '';
  const isTooLong = noteText.trim().length > NOTE_MAX;
  const problem = isTooLong
    ? `Note text cannot exceed ${NOTE_MAX} characters`
    : isTouched && isBlank && NOTES.required;
  return (
    <form
      noValidate
      onSubmit={(event) => {
        event.preventDefault();
        onSave({ noteText, noteType, priority });
      }}
    >
      <Stack gap="xs" mb="md">
        <Textarea
          label="Note"
          autosize
          minRows={3}
          maxRows={10}
          ref={focusOn}
          value={noteText}
          error={problem}
          onChange={({ currentTarget }) => {
            setText(currentTarget.value);
            setTouched(true);
          }}
        />
        <Text fz="xs" c={isTooLong ? 'var(--grade-unsuitable)' : 'dimmed'} ta="right" className="num">
          {noteText.length} / {NOTE_MAX}
        </Text>
        <Group grow wrap="nowrap" gap="xs">
          <NativeSelect
            label="Type"
            data={optionsOf(TYPE_NAMES)}
            value={noteType}
            onChange={({ currentTarget }) => setType(currentTarget.value as NoteType)}
          />
          <NativeSelect
            label="Priority"
            data={optionsOf(PRIORITY_NAMES)}
            value={priority}
            onChange={({ currentTarget }) => setPriority(currentTarget.value as NotePriority)}
          />
        </Group>
        <NoticeAlert notice={error && { kind: 'error', text: problemOf(error, note !== undefined) }} />
        <Group justify="flex-end" gap="xs">
          <Button variant="default" size="sm" disabled={isSaving} onClick={onCancel}>
            Cancel
          </Button>
          <Button type="submit" size="sm" loading={isSaving} disabled={isBlank}>
            {note ? 'Save Note' : 'Add Note'}
          </Button>
        </Group>
      </Stack>
    </form>
  );
}

/** Returns the server's message or, without one, the message for what failed (spec 001 §8). */
function problemOf(error: Error, isEdit: boolean): string {
  if (!(error instanceof ApiError) || error.status === 0) return NOTES.saveFailed;
  return error.serverMessage ?? (isEdit ? NOTES.updateFailed : NOTES.createFailed);
}
