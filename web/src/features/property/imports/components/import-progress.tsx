import { type DatasetImport, PROFILE_TITLES } from '@landline/api/property/imports/contract';
import { Box, Group, Progress, Text } from '@mantine/core';
import { formatBytes, formatCount, wordsOf } from '../../../../shared/format.ts';
import { percentDone, percentOf } from '../progress.ts';

/** Progress of an import: uploaded bytes, then imported rows. */
export function ImportProgress({
  datasetImport,
  bytesSent,
}: {
  datasetImport: DatasetImport;
  bytesSent: number;
}) {
  const uploading = datasetImport.status === 'uploading';
  const percent = uploading ? percentOf(bytesSent, datasetImport.file_bytes) : percentDone(datasetImport);
  return (
    <Box component="section" p={20} bd="1px solid var(--line)" bdrs="md" aria-label="Progress">
      <Group gap="4px 16px" justify="space-between" mb={10}>
        <Text span fw={550}>
          {phaseOf(datasetImport)}
        </Text>
        <span className="num">
          {uploading
            ? `${formatBytes(bytesSent)} of ${formatBytes(datasetImport.file_bytes)} · ${percent}%`
            : `${percent}%`}
        </span>
      </Group>
      <Progress
        value={percent}
        size="md"
        aria-label="Import progress"
        color={colorOf(datasetImport)}
        transitionDuration={200}
      />
      <Group component="dl" gap="16px 40px" align="stretch" m={0} mt={20}>
        {(['imported', 'rejected'] as const).map((name) => (
          <div key={name}>
            <Text component="dt" fz="xs" c="dimmed">
              {wordsOf(name)}
            </Text>
            <Text component="dd" fz="xl" fw={600} lts="-0.01em" className="num" data-testid={name}>
              {formatCount(datasetImport[name])}
            </Text>
          </div>
        ))}
        {datasetImport.profile && (
          <div>
            <Text component="dt" fz="xs" c="dimmed">
              Column layout
            </Text>
            <Text component="dd" fw={500} lh="1.75rem">
              {PROFILE_TITLES[datasetImport.profile]}
            </Text>
          </div>
        )}
      </Group>
    </Box>
  );
}

function colorOf({ status, imported }: DatasetImport): string {
  if (status === 'failed') return 'red';
  if (status !== 'completed') return 'violet';
  return imported === 0 ? 'yellow' : 'green';
}

function phaseOf({ status, imported, rejected }: DatasetImport): string {
  switch (status) {
    case 'uploading':
      return 'Uploading the file';
    case 'running':
      return 'Importing rows. You can leave this page; the import continues.';
    case 'completed':
      if (imported === 0) return 'No rows could be imported';
      return rejected === 0
        ? 'All rows were imported'
        : `Done: ${formatCount(imported)} imported, ${formatCount(rejected)} rejected`;
    case 'failed':
      return 'Stopped by an error';
    case 'cancelled':
      return 'Canceled. Imported rows were kept.';
  }
}
