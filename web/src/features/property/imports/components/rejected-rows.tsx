import type { DatasetImport } from '@landline/api/property/imports/contract';
import { Box, Group, Skeleton, Text } from '@mantine/core';
import { useState } from 'react';
import { formatCount } from '../../../../shared/format.ts';
import common from '../../../../shared/ui/common.module.css';
import { DownloadButton } from '../../../../shared/ui/download-button.tsx';
import { Pager } from '../../../../shared/ui/pager.tsx';
import { QueryBody } from '../../../../shared/ui/query-body.tsx';
import { rejectedFilePath, useRejectedRows } from '../api/imports.ts';
import { RejectedTable } from './rejected-table.tsx';

/** Rejected rows with the reasons, as a table and as a download. */
export function RejectedRows({ datasetImport }: { datasetImport: DatasetImport }) {
  const { import_id, rejected, format } = datasetImport;
  const [page, setPage] = useState(1);
  const query = useRejectedRows(import_id, page);
  return (
    <Box component="section" mt="xl" aria-labelledby="rejected-rows">
      <Group gap="xs" wrap="nowrap" mb="xs">
        <Text component="h2" id="rejected-rows" fw={600}>
          Rejected rows
        </Text>
        <Text span c="dimmed" className="num">
          {formatCount(rejected)}
        </Text>
        <Box ml="auto">
          <DownloadButton path={rejectedFilePath(import_id)} label="Download CSV" />
        </Box>
      </Group>
      <QueryBody
        query={query}
        errorTitle="Rejected rows could not be loaded"
        skeleton={<Skeleton height={160} role="status" aria-label="Loading rejected rows" />}
      >
        {({ data, pagination }) => (
          <>
            <div className={common.dims} aria-busy={query.isPlaceholderData}>
              <RejectedTable rows={data} format={format} />
            </div>
            <Group justify="flex-end" mt="sm">
              <Pager page={page} totalPages={pagination.totalPages} onPage={setPage} />
            </Group>
          </>
        )}
      </QueryBody>
    </Box>
  );
}
