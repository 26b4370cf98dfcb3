import type { ClientPrompt } from '@landline/api/assistant/prompts/contract';
import { Button, Group } from '@mantine/core';
import { IconMessageCog } from '@tabler/icons-react';
import { useState } from 'react';
import { formatDate } from '../../../../shared/format.ts';
import { messageOr } from '../../../../shared/http/errors.ts';
import { PROMPTS } from '../../../../shared/messages.ts';
import type { Notice } from '../../../../shared/notice/use-notice.ts';
import { Card } from '../../../../shared/ui/card.tsx';
import common from '../../../../shared/ui/common.module.css';
import { ConfirmDialog } from '../../../../shared/ui/confirm-dialog.tsx';
import { QueryBody } from '../../../../shared/ui/query-body.tsx';
import { EmptyState } from '../../../../shared/ui/states.tsx';
import { Tag } from '../../../../shared/ui/tag.tsx';
import { useDeletePrompt, usePrompts } from '../api/prompts.ts';
import { PROMPT_TYPE_TEXTS } from '../prompt-types.ts';
import { FAILED_MS } from './prompt-form.tsx';
import classes from './prompts.module.css';

interface PromptListProps {
  clientId: string;
  /** True while the form saves; both actions could replace the form. */
  isDisabled: boolean;
  onEdit: (prompt: ClientPrompt) => void;
  onDeleted: (promptId: string) => void;
  show: (notice: Notice) => void;
}

/** A client's prompts; deleting one asks for confirmation (spec 002 §2). */
export function PromptList({ clientId, isDisabled, onEdit, onDeleted, show }: PromptListProps) {
  const [deleting, setDeleting] = useState<ClientPrompt>();
  const deletePrompt = useDeletePrompt(clientId);
  const close = () => setDeleting(undefined);
  const confirm = ({ id }: ClientPrompt) =>
    deletePrompt.mutate(id, {
      onSuccess: () => onDeleted(id),
      onError: (error) =>
        show({ kind: 'error', text: messageOr(error, PROMPTS.deleteFailed), forMs: FAILED_MS }),
      onSettled: close,
    });
  return (
    <Card title="Prompts">
      <QueryBody query={usePrompts(clientId)} errorTitle="The prompts could not be loaded" skeleton={240}>
        {(prompts) =>
          prompts.length === 0 ? (
            <EmptyState title="No prompts yet" icon={IconMessageCog}>
              Choose a type in the form, start from its sample template, and add it.
            </EmptyState>
          ) : (
            <ul className={common.list}>
              {prompts.map((prompt) => (
                <li key={prompt.id} className={classes.prompt}>
                  <Group gap={8} justify="space-between">
                    <Group gap="xs">
                      <Tag>{PROMPT_TYPE_TEXTS[prompt.prompt_type].label}</Tag>
                      <span className={common.quiet}>{formatDate(prompt.updated_at)}</span>
                      {prompt.review_since !== null && (
                        <Tag tone="notice">Page changed {formatDate(prompt.review_since)}</Tag>
                      )}
                    </Group>
                    <Group gap="xs">
                      <Button
                        size="xs"
                        variant="default"
                        disabled={isDisabled}
                        onClick={() => onEdit(prompt)}
                      >
                        Edit
                      </Button>
                      <Button
                        size="xs"
                        variant="light"
                        color="red"
                        disabled={isDisabled}
                        onClick={() => setDeleting(prompt)}
                      >
                        Delete
                      </Button>
                    </Group>
                  </Group>
                  <p className={classes.content}>{prompt.prompt_content}</p>
                </li>
              ))}
            </ul>
          )
        }
      </QueryBody>
      {deleting && (
        <ConfirmDialog
          title="Delete Prompt"
          action="Delete"
          isPending={deletePrompt.isPending}
          onConfirm={() => confirm(deleting)}
          onClose={close}
        >
          {PROMPTS.confirmDelete}
        </ConfirmDialog>
      )}
    </Card>
  );
}
