import { VIEW_NAME_MAX } from '@landline/api/property/saved-views/contract';
import { Button, Group, TextInput } from '@mantine/core';
import { useState } from 'react';
import { messageOr } from '../../../../shared/http/errors.ts';
import { CommandModal } from '../../../../shared/ui/command-modal.tsx';
import { useSaveView } from '../api/saved-views.ts';

interface SaveViewProps {
  datasetKey: string;
  query: string;
  onSaved: (slug: string) => void;
  onClose: () => void;
}

/** Saves a view under a name. */
export function SaveView({ datasetKey, query, onSaved, onClose }: SaveViewProps) {
  const [name, setName] = useState('');
  const save = useSaveView();
  return (
    <CommandModal opened isPending={save.isPending} onClose={onClose} title="Save this view">
      <form
        noValidate
        onSubmit={(event) => {
          event.preventDefault();
          save.mutate(
            { datasetKey, name, query },
            {
              onSuccess: ({ slug }) => {
                onClose();
                onSaved(slug);
              },
            },
          );
        }}
      >
        <TextInput
          label="Name"
          description="Everyone who shares this hub can open the view."
          maxLength={VIEW_NAME_MAX}
          data-autofocus
          value={name}
          error={save.error && messageOr(save.error, 'Failed to save view')}
          onChange={({ currentTarget }) => setName(currentTarget.value)}
        />
        <Group justify="flex-end" gap="xs" mt="md">
          <Button variant="default" disabled={save.isPending} onClick={onClose}>
            Cancel
          </Button>
          <Button type="submit" loading={save.isPending} disabled={name.trim() === ''}>
            Save View
          </Button>
        </Group>
      </form>
    </CommandModal>
  );
}
