import type { GoldenComparison, RollbackPreview } from '@landline/api/operations/system-versions/contract';
import { Box, Checkbox, Group } from '@mantine/core';
import { useState } from 'react';
import { formatCount } from '../../../../shared/format.ts';
import { messageOr } from '../../../../shared/http/errors.ts';
import { SYSTEM_VERSIONS } from '../../../../shared/messages.ts';
import common from '../../../../shared/ui/common.module.css';
import { ConfirmDialog } from '../../../../shared/ui/confirm-dialog.tsx';
import { QueryBody } from '../../../../shared/ui/query-body.tsx';
import { Tag } from '../../../../shared/ui/tag.tsx';
import { useRollback } from '../api/commands.ts';
import { useGoldenComparison } from '../api/golden-comparison.ts';
import { useDifference } from '../api/versions.ts';
import { CHANGES, documentName, fieldName, formatValue } from '../labels.ts';
import { GoldenComparisonView } from './golden-comparison.tsx';
import classes from './system-versions.module.css';
import type { VersionDialogProps } from './version-dialogs.tsx';

/** Shows what a rollback changes and asks for confirmation (spec 002 §5). */
export function RollbackDialog({ version: { id, version_name }, onDone, showNotice }: VersionDialogProps) {
  const difference = useDifference(id);
  const golden = useGoldenComparison(id);
  const [isConfirmed, setConfirmed] = useState(false);
  const [isAccepted, setAccepted] = useState(false);
  const rollback = useRollback(id);
  const isGood = golden.data?.status === 'none' || golden.data?.status === 'not_worse';
  const confirm = () =>
    rollback.mutate(
      { confirm: true, versionName: version_name, acceptGoldenResult: isAccepted },
      {
        onError: (failed) => showNotice('error', messageOr(failed, SYSTEM_VERSIONS.rollbackFailed)),
        onSettled: onDone,
      },
    );
  return (
    <ConfirmDialog
      title={`Roll back to ${version_name}`}
      action="Roll back"
      size="xl"
      isDestructive={false}
      isDisabled={!isConfirmed || !(isGood || isAccepted)}
      isPending={rollback.isPending}
      onConfirm={confirm}
      onClose={onDone}
    >
      <QueryBody query={difference} errorTitle="The differences could not be loaded" skeleton={200}>
        {(data) => (
          <>
            <p className={common.note}>{summaryOf(data)}</p>
            <div className={classes.compared}>
              {data.documents.length > 0 && <Documents preview={data} />}
              <QueryBody
                query={golden}
                errorTitle="The golden questions could not be asked with this version"
                skeleton={80}
              >
                {(comparison) => <GoldenComparisonView {...comparison} />}
              </QueryBody>
            </div>
            <p className={common.note}>
              The current configuration is saved as an emergency version first, so you can return to it.
              Domains, security settings, accounts, content, conversations and billing do not change
              {data.newer_clients > 0 &&
                `, and neither ${data.newer_clients === 1 ? 'does the client' : `do the ${formatCount(data.newer_clients)} clients`} added after this version`}
              .
            </p>
            <Checkbox
              label={`I want to roll back to ${version_name}`}
              checked={isConfirmed}
              onChange={({ currentTarget }) => setConfirmed(currentTarget.checked)}
            />
            {(golden.error !== null || (golden.data !== undefined && !isGood)) && (
              <Checkbox
                mt="sm"
                label={acceptanceOf(golden.data?.status)}
                checked={isAccepted}
                onChange={({ currentTarget }) => setAccepted(currentTarget.checked)}
              />
            )}
          </>
        )}
      </QueryBody>
    </ConfirmDialog>
  );
}

/** Returns the label of the checkbox that allows a rollback whose golden questions do worse or have no results. */
function acceptanceOf(status: GoldenComparison['status'] | undefined): string {
  if (status === 'worse') return 'Roll back even though fewer golden questions pass';
  if (status === 'not_compared') return 'Roll back without comparing golden question results';
  return 'Roll back without golden question results';
}

function summaryOf({ total, counts: { added, changed, removed } }: RollbackPreview): string {
  if (total === 0) return 'The current configuration matches this version.';
  const parts = [
    changed > 0 && `${formatCount(changed)} changed`,
    added > 0 && `${formatCount(added)} restored`,
    removed > 0 && `${formatCount(removed)} removed`,
  ].filter((part) => part !== false);
  return `${total === 1 ? '1 document differs' : `${formatCount(total)} documents differ`} from this version: ${parts.join(', ')}.`;
}

function Documents({ preview: { documents, total } }: { preview: RollbackPreview }) {
  return (
    // biome-ignore lint/a11y/noNoninteractiveTabindex: scrollable regions must be reachable by keyboard
    <section className={classes.difference} aria-label="Differences" tabIndex={0}>
      <ul className={`${common.list} ${classes.documents}`} aria-label="Changes">
        {documents.map(({ document_id, kind, client_name, change, fields }) => (
          <li key={document_id} className={classes.document}>
            <Group gap={6} className={common.wrap ?? ''}>
              <strong>{documentName(kind)}</strong>
              {client_name ?? 'All clients'}
              <Tag tone={CHANGES[change].tone}>{CHANGES[change].label}</Tag>
            </Group>
            {fields.map(({ name, before, after }) => (
              <Box key={name} display="block" c="dimmed" fz="sm" className={common.wrap ?? ''}>
                {fieldName(name)}: {formatValue(before)} → {formatValue(after)}
              </Box>
            ))}
          </li>
        ))}
      </ul>
      {total > documents.length && (
        <p className={common.quiet}>
          Showing the first {formatCount(documents.length)} of {formatCount(total)} documents.
        </p>
      )}
    </section>
  );
}
