import type { Difference, SystemVersion } from '@landline/api/system-versions/contract';
import { Button, Checkbox, Group, Skeleton } from '@mantine/core';
import { useState } from 'react';
import { formatCount } from '../../../shared/format.ts';
import { messageOr } from '../../../shared/http/errors.ts';
import { SYSTEM_VERSIONS } from '../../../shared/messages.ts';
import { ErrorState } from '../../../shared/ui/states.tsx';
import { Tag } from '../../../shared/ui/tag.tsx';
import { useRollback } from '../api/commands.ts';
import { useDifference } from '../api/versions.ts';
import { CHANGES, documentName, fieldName, shownValue } from '../wording.ts';
import type { Say } from './system-versioning.tsx';
import classes from './system-versions.module.css';

interface ConfirmRollbackProps {
  version: SystemVersion;
  onDone: () => void;
  say: Say;
}

/** Shows what a rollback changes, and asks for it to be confirmed (spec 002 §5). */
export function ConfirmRollback({ version: { id, version_name }, onDone, say }: ConfirmRollbackProps) {
  const { data, error, refetch } = useDifference(id);
  const [confirmed, setConfirmed] = useState(false);
  const rollback = useRollback(id);
  const run = () =>
    rollback.mutate(
      { confirm: true, versionName: version_name },
      {
        onSuccess: ({ message }) => say('notice', message),
        onError: (failed) => say('error', messageOr(failed, SYSTEM_VERSIONS.rollbackFailed)),
        onSettled: onDone,
      },
    );
  if (!data) {
    return error ? (
      <ErrorState title="The difference could not be loaded" error={error} onRetry={() => void refetch()} />
    ) : (
      <Skeleton height={200} role="status" aria-label="Comparing with what is configured now" />
    );
  }
  return (
    <>
      <p className={classes.note}>{summaryOf(data)}</p>
      {data.documents.length > 0 && <Documents difference={data} />}
      <p className={classes.note}>
        What is configured now is kept as an emergency version first, and can be gone back to. Domains,
        security, accounts, content, conversations and billing are not touched
        {data.newer_clients > 0 &&
          `, nor ${data.newer_clients === 1 ? 'the client' : `the ${formatCount(data.newer_clients)} clients`} that came after the version`}
        .
      </p>
      <Checkbox
        label={`I want to roll back to ${version_name}`}
        checked={confirmed}
        onChange={({ currentTarget }) => setConfirmed(currentTarget.checked)}
        mb="md"
      />
      <Group justify="flex-end" gap="sm">
        <Button variant="default" onClick={onDone}>
          Cancel
        </Button>
        <Button disabled={!confirmed} onClick={run} loading={rollback.isPending}>
          Roll back
        </Button>
      </Group>
    </>
  );
}

function summaryOf({ total, counts: { added, changed, removed } }: Difference): string {
  if (total === 0) return 'Everything is configured as it is in this version.';
  const parts = [
    changed > 0 && `${formatCount(changed)} ${changed === 1 ? 'changes' : 'change'}`,
    added > 0 && `${formatCount(added)} ${added === 1 ? 'comes' : 'come'} back`,
    removed > 0 && `${formatCount(removed)} ${removed === 1 ? 'goes' : 'go'} away`,
  ].filter((part) => part !== false);
  return `${total === 1 ? '1 document differs' : `${formatCount(total)} documents differ`} from this version: ${parts.join(', ')}.`;
}

function Documents({ difference: { documents, total } }: { difference: Difference }) {
  return (
    // biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls has to be reachable
    <section className={classes.difference} aria-label="The difference" tabIndex={0}>
      <ul className={classes.documents} aria-label="What changes">
        {documents.map(({ document_id, kind, client_name, change, fields }) => (
          <li key={document_id} className={classes.document}>
            <div className={classes.name}>
              <strong>{documentName(kind)}</strong>
              {client_name ?? 'Every client'}
              <Tag tone={CHANGES[change].tone}>{CHANGES[change].label}</Tag>
            </div>
            {fields.map(({ name, before, after }) => (
              <div key={name} className={classes.detail}>
                {fieldName(name)}: {shownValue(before)} → {shownValue(after)}
              </div>
            ))}
          </li>
        ))}
      </ul>
      {total > documents.length && (
        <p className={classes.quiet}>
          The first {formatCount(documents.length)} of {formatCount(total)} are shown.
        </p>
      )}
    </section>
  );
}
