import { Button } from '@mantine/core';
import { useState } from 'react';
import { formatCount } from '../../../shared/format.ts';
import type { ContentCommands } from '../api/content.ts';
import { CONTENT } from '../texts.ts';
import type { Outcome } from '../use-outcome.ts';
import { Confirm } from './confirm.tsx';

interface DeleteAllProps {
  count: number;
  commands: ContentCommands;
  outcome: Outcome;
}

/** Everything that the assistant learned of the website goes; the blacklist stays. */
export function DeleteAll({ count, commands: { deleteAll }, outcome }: DeleteAllProps) {
  const [asking, setAsking] = useState(false);
  const run = async () => {
    await outcome.tell(deleteAll.mutateAsync(undefined), CONTENT.deleteAllFailed);
    setAsking(false);
  };
  return (
    <>
      <Button variant="light" color="red" disabled={count === 0} onClick={() => setAsking(true)}>
        Delete All Content
      </Button>
      {asking && (
        <Confirm
          title="Delete All Content"
          action="Delete All Content"
          busy={deleteAll.isPending}
          onConfirm={() => void run()}
          onClose={() => setAsking(false)}
        >
          {count === 1 ? 'The page' : `All ${formatCount(count)} pages`} and everything that the assistant
          learned of them are deleted; the blacklist stays. This cannot be undone: the website would have to
          be scraped again.
        </Confirm>
      )}
    </>
  );
}
