import { Button } from '@mantine/core';
import { useState } from 'react';
import { ConfirmDialog } from '../../../../shared/ui/confirm-dialog.tsx';
import type { WebsiteCommands } from '../api/website.ts';
import { ERRORS } from '../error-texts.ts';
import { pageCount } from '../page-status.ts';
import type { CommandNotice } from '../use-command-notice.ts';

interface DeleteAllProps {
  count: number;
  commands: WebsiteCommands;
  notice: CommandNotice;
}

/** Button that deletes everything the assistant learned from the website, except the blacklist. */
export function DeleteAll({ count, commands: { deleteAll }, notice }: DeleteAllProps) {
  const [isConfirming, setConfirming] = useState(false);
  const confirm = async () => {
    await notice.report(deleteAll.mutateAsync(undefined), ERRORS.deleteAll);
    setConfirming(false);
  };
  return (
    <>
      <Button variant="light" color="red" disabled={count === 0} onClick={() => setConfirming(true)}>
        Delete All Content
      </Button>
      {isConfirming && (
        <ConfirmDialog
          title="Delete All Content"
          action="Delete All Content"
          isPending={deleteAll.isPending}
          onConfirm={() => void confirm()}
          onClose={() => setConfirming(false)}
        >
          {pageCount(count)} and everything the assistant learned from {count === 1 ? 'it' : 'them'} will be
          deleted. The blacklist is kept. This cannot be undone; to restore the content, scrape the website
          and upload its files again.
        </ConfirmDialog>
      )}
    </>
  );
}
