import type { DatasetImport } from '@landline/api/property/imports/contract';
import { isImportFinished } from '@landline/event-schemas/lifecycles/dataset-import';
import { Alert, Anchor, Box, Button, Group, Skeleton } from '@mantine/core';
import { Link, useParams } from 'react-router-dom';
import { formatBytes, formatCount, formatDate } from '../../../../shared/format.ts';
import { hasStatus, messageOf } from '../../../../shared/http/errors.ts';
import { Page } from '../../../../shared/ui/page.tsx';
import { EmptyState, ErrorState } from '../../../../shared/ui/states.tsx';
import { AuditTrail } from '../../../platform/activity/components/audit-trail.tsx';
import { useDataset } from '../../datasets/api/datasets.ts';
import { datasetPath, importPath } from '../../datasets/paths.ts';
import { useCancelImport, useImport } from '../api/imports.ts';
import { FileDrop } from '../components/file-drop.tsx';
import { ImportProgress } from '../components/import-progress.tsx';
import { RejectedRows } from '../components/rejected-rows.tsx';
import { StatusBadge } from '../components/status-badge.tsx';
import { percentOf } from '../progress.ts';
import { startUpload, useUpload } from '../uploads.ts';

/** Page of one import: its upload, progress and rejected rows. */
export function Component() {
  const { importId = '' } = useParams();
  const { data: datasetImport, error, refetch } = useImport(importId);
  const upload = useUpload(importId);
  const cancel = useCancelImport(importId);

  if (!datasetImport) {
    return (
      <Page title="Import">
        {hasStatus(error, 400, 404) ? (
          <EmptyState title="Import not found">Check the URL, or open the import from the hub.</EmptyState>
        ) : error ? (
          <ErrorState title="This import could not be loaded" error={error} onRetry={() => void refetch()} />
        ) : (
          <Skeleton height={180} role="status" aria-label="Loading import" />
        )}
      </Page>
    );
  }
  const isInterrupted = datasetImport.status === 'uploading' && !upload;
  return (
    <Page
      title={datasetImport.file_name}
      subtitle={`Dataset ${datasetImport.dataset_key} · ${formatBytes(datasetImport.file_bytes)} · ${
        datasetImport.started_at ? `started ${formatDate(datasetImport.started_at)}` : 'not started yet'
      }`}
      badge={<StatusBadge datasetImport={datasetImport} />}
      action={
        datasetImport.status === 'completed' ? (
          <OpenDataset datasetImport={datasetImport} />
        ) : isImportFinished(datasetImport.status) ? null : (
          <Button
            variant="default"
            loading={cancel.isPending}
            onClick={() => {
              upload?.stop();
              cancel.mutate();
            }}
          >
            Cancel import
          </Button>
        )
      }
    >
      {cancel.error && !isImportFinished(datasetImport.status) && (
        <Alert color="red" title="This import could not be canceled" mb="lg">
          {messageOf(cancel.error)}
        </Alert>
      )}
      <ImportProgress
        datasetImport={datasetImport}
        bytesSent={upload?.bytesSent ?? datasetImport.bytes_received}
      />
      {upload?.hasFailed && (
        <Alert color="red" title="The upload stopped" mt="lg">
          {upload.problem} The uploaded part was kept.
          <Button size="xs" variant="default" display="block" mt="sm" onClick={upload.retry}>
            Retry
          </Button>
        </Alert>
      )}
      {datasetImport.status === 'failed' && (
        <Alert color="red" title="The import failed" mt="lg">
          {datasetImport.reason ?? 'The reason is unknown.'} Rows imported so far were kept. You can import
          the file again.{' '}
          <Anchor component={Link} to={importPath(datasetImport.dataset_key)} size="sm">
            Import again
          </Anchor>
        </Alert>
      )}
      {isInterrupted && (
        <Box mt="lg">
          <FileDrop
            title={`Choose ${datasetImport.file_name} again to resume`}
            hint={`The upload was interrupted at ${percentOf(datasetImport.bytes_received, datasetImport.file_bytes)}%. It resumes from there.`}
            rejectionOf={(file) =>
              file.name === datasetImport.file_name && file.size === datasetImport.file_bytes
                ? null
                : `This is a different file. Choose ${datasetImport.file_name} (${formatCount(datasetImport.file_bytes)} bytes).`
            }
            onFile={(file) => startUpload(datasetImport, file)}
          />
        </Box>
      )}
      {datasetImport.rejected > 0 && <RejectedRows datasetImport={datasetImport} />}
      <Box mt="lg">
        <AuditTrail entity={`import:${importId}`} />
      </Box>
    </Page>
  );
}

/** Links to the imported dataset once it is scored, or to another import if no row was imported. */
function OpenDataset({ datasetImport: { dataset_key, imported } }: { datasetImport: DatasetImport }) {
  const { data: dataset, error, refetch } = useDataset(dataset_key);
  if (imported === 0) {
    return (
      <Button component={Link} to={importPath(dataset_key)}>
        Import another file
      </Button>
    );
  }
  if (!dataset) {
    return error ? (
      <Group gap="xs" role="alert">
        The dataset could not be loaded.
        <Button variant="default" onClick={() => void refetch()}>
          Retry
        </Button>
      </Group>
    ) : null;
  }
  if (dataset.status !== 'active') return <Button loading>Scoring</Button>;
  return (
    <Button component={Link} to={datasetPath(dataset)}>
      View Properties
    </Button>
  );
}
