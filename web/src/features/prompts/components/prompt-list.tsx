import type { ClientPrompt } from '@landline/api/prompts/contract';
import { Button, Group, Modal, Skeleton, Stack, Text } from '@mantine/core';
import { IconMessageCog } from '@tabler/icons-react';
import { useState } from 'react';
import { formatDate } from '../../../shared/format.ts';
import { messageOr } from '../../../shared/http/errors.ts';
import { PROMPTS } from '../../../shared/messages.ts';
import type { Notice } from '../../../shared/notice/use-notice.ts';
import { Card } from '../../../shared/ui/card.tsx';
import { EmptyState, ErrorState } from '../../../shared/ui/states.tsx';
import { Tag } from '../../../shared/ui/tag.tsx';
import { useDeletePrompt, usePrompts } from '../api/prompts.ts';
import { PROMPT_KINDS } from '../prompt-types.ts';
import { FAILED_MS } from './prompt-form.tsx';
import classes from './prompts.module.css';

interface PromptListProps {
  clientId: string;
  onEdit: (prompt: ClientPrompt) => void;
  onDeleted: (promptId: string) => void;
  show: (notice: Notice) => void;
}

/** A client's prompts; deleting asks first (spec 002 §2). */
export function PromptList({ clientId, onEdit, onDeleted, show }: PromptListProps) {
  const { data, error, refetch } = usePrompts(clientId);
  const [doomed, setDoomed] = useState<ClientPrompt>();
  const deleting = useDeletePrompt(clientId);
  const stop = () => setDoomed(undefined);
  const confirm = ({ id }: ClientPrompt) =>
    deleting.mutate(id, {
      onSuccess: () => onDeleted(id),
      onError: (failed) =>
        show({ kind: 'error', text: messageOr(failed, PROMPTS.deleteFailed), forMs: FAILED_MS }),
      onSettled: stop,
    });
  return (
    <Card title="Prompts">
      {!data ? (
        error ? (
          <ErrorState title="The prompts could not be loaded" error={error} onRetry={() => void refetch()} />
        ) : (
          <Skeleton height={240} role="status" aria-label="Loading the prompts" />
        )
      ) : data.length === 0 ? (
        <EmptyState title="No prompts yet" icon={<IconMessageCog size={24} stroke={1.5} />}>
          Choose a type in the form, start from its sample, and add it.
        </EmptyState>
      ) : (
        <ul className={classes.list}>
          {data.map((prompt) => (
            <li key={prompt.id} className={classes.prompt}>
              <div className={classes.head}>
                <Group gap="xs">
                  <Tag>{PROMPT_KINDS[prompt.prompt_type].label}</Tag>
                  <span className={classes.quiet}>{formatDate(prompt.updated_at)}</span>
                </Group>
                <Group gap="xs">
                  <Button size="xs" variant="default" onClick={() => onEdit(prompt)}>
                    Edit
                  </Button>
                  <Button size="xs" variant="light" color="red" onClick={() => setDoomed(prompt)}>
                    Delete
                  </Button>
                </Group>
              </div>
              <p className={classes.content}>{prompt.prompt_content}</p>
            </li>
          ))}
        </ul>
      )}
      <Modal opened={doomed !== undefined} onClose={stop} title="Delete Prompt">
        <Stack gap="md">
          <Text>{PROMPTS.confirmDelete}</Text>
          <Group justify="flex-end" gap="sm">
            <Button variant="default" onClick={stop}>
              Cancel
            </Button>
            <Button color="red" loading={deleting.isPending} onClick={() => doomed && confirm(doomed)}>
              Delete
            </Button>
          </Group>
        </Stack>
      </Modal>
    </Card>
  );
}
