import { Button, Group, Stack } from '@mantine/core';
import type { FormEvent, ReactNode } from 'react';
import { NoticeAlert } from '../notice/notice-alert.tsx';
import { CommandModal } from './command-modal.tsx';

interface FormModalProps {
  title: string;
  submit: string;
  problem: string | null;
  pending: boolean;
  onSubmit: (event: FormEvent) => void;
  onClose: () => void;
  children: ReactNode;
}

/** A modal form that shows its error above the fields. */
export function FormModal({ title, submit, problem, pending, onSubmit, onClose, children }: FormModalProps) {
  return (
    <CommandModal opened isPending={pending} onClose={onClose} title={title}>
      <form onSubmit={onSubmit} noValidate>
        <Stack gap="md">
          <NoticeAlert notice={problem === null ? null : { text: problem, kind: 'error' }} />
          {children}
          <Group justify="flex-end">
            <Button variant="default" disabled={pending} onClick={onClose}>
              Cancel
            </Button>
            <Button type="submit" loading={pending}>
              {submit}
            </Button>
          </Group>
        </Stack>
      </form>
    </CommandModal>
  );
}
