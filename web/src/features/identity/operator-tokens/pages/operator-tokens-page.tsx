import type { OperatorToken } from '@landline/api/identity/operator-tokens/contract';
import { Button } from '@mantine/core';
import { useDisclosure } from '@mantine/hooks';
import { IconKey } from '@tabler/icons-react';
import { useState } from 'react';
import { messageOr } from '../../../../shared/http/errors.ts';
import { MUTATION } from '../../../../shared/messages.ts';
import { CommandModal } from '../../../../shared/ui/command-modal.tsx';
import common from '../../../../shared/ui/common.module.css';
import { ConfirmDialog } from '../../../../shared/ui/confirm-dialog.tsx';
import { Page } from '../../../../shared/ui/page.tsx';
import { QueryBody } from '../../../../shared/ui/query-body.tsx';
import { EmptyState } from '../../../../shared/ui/states.tsx';
import { useIssueToken, useOperatorTokens, useRevokeToken } from '../api/operator-tokens.ts';
import { IssueTokenForm } from '../components/issue-token-form.tsx';
import { TokenTable } from '../components/token-table.tsx';

/** /SuperAdminPortal/operator-tokens: issue and revoke tokens for the command line. */
export function Component() {
  const [issuing, { open, close }] = useDisclosure();
  const [revoking, setRevoking] = useState<OperatorToken | null>(null);
  const issue = useIssueToken();
  const revoke = useRevokeToken();
  const closeDialog = () => {
    setRevoking(null);
    revoke.reset();
  };
  return (
    <Page
      title="Operator tokens"
      subtitle="Tokens that let the landline command operate this installation from another machine."
      action={
        <Button leftSection={<IconKey size={16} stroke={1.7} />} onClick={open}>
          Issue token
        </Button>
      }
    >
      <QueryBody query={useOperatorTokens()} errorTitle="The tokens could not be loaded" skeleton={160}>
        {(tokens) =>
          tokens.length === 0 ? (
            <EmptyState title="No operator tokens" icon={IconKey}>
              Issue one to run <code>landline</code> commands with{' '}
              <code className={common.nowrap}>--url</code> from another machine.
            </EmptyState>
          ) : (
            <TokenTable tokens={tokens} onRevoke={setRevoking} />
          )
        }
      </QueryBody>
      <CommandModal
        opened={issuing}
        isPending={issue.isPending}
        onClose={close}
        onExitTransitionEnd={issue.reset}
        title="Issue an operator token"
        closeOnClickOutside={false}
      >
        <IssueTokenForm issue={issue} onDone={close} />
      </CommandModal>
      {revoking && (
        <ConfirmDialog
          title={`Revoke ${revoking.name}`}
          action="Revoke"
          isPending={revoke.isPending}
          error={revoke.error ? messageOr(revoke.error, MUTATION.failed) : undefined}
          onConfirm={() => revoke.mutate(revoking.id, { onSuccess: closeDialog })}
          onClose={closeDialog}
        >
          Commands that use this token will stop working immediately.
        </ConfirmDialog>
      )}
    </Page>
  );
}
