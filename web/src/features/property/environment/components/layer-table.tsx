import { LAYER_KIND_TITLES, type LayerStatus } from '@landline/api/property/environment/contract';
import { ActionIcon, Progress } from '@mantine/core';
import { useDisclosure } from '@mantine/hooks';
import { IconTrash } from '@tabler/icons-react';
import { formatCount, formatDate } from '../../../../shared/format.ts';
import { messageOf } from '../../../../shared/http/errors.ts';
import { ConfirmDialog } from '../../../../shared/ui/confirm-dialog.tsx';
import { type Column, DataTable } from '../../../../shared/ui/data-table.tsx';
import { Tag, type Tone } from '../../../../shared/ui/tag.tsx';
import { rejectedFilePath, useRemoveLayer } from '../api/layers.ts';
import classes from './layer-table.module.css';

const STATUS: Readonly<Record<LayerStatus['status'], { label: string; tone: Tone }>> = {
  uploading: { label: 'Uploading', tone: 'quiet' },
  running: { label: 'Importing', tone: 'accent' },
  completed: { label: 'Active', tone: 'good' },
  failed: { label: 'Failed', tone: 'bad' },
  removed: { label: 'Removed', tone: 'quiet' },
};

const COLUMNS: readonly Column<LayerStatus>[] = [
  {
    header: 'Layer',
    cell: ({ kind, name, is_made_up, coverage_miles }) => (
      <>
        <strong>{name}</strong> {is_made_up && <Tag tone="notice">Demo data</Tag>}
        <small>{LAYER_KIND_TITLES[kind]}</small>
        {coverage_miles !== null && <small>Covers parcels within {coverage_miles} miles of its sites</small>}
      </>
    ),
  },
  {
    header: 'Source and date',
    cell: ({ source, source_date, licence, note }) => (
      <>
        {source}, {source_date}
        {licence && <small>License: {licence}</small>}
        {note && <small>{note}</small>}
      </>
    ),
  },
  { header: 'Features', isNumeric: true, cell: ({ imported }) => formatCount(imported) },
  {
    header: 'Rejected',
    isNumeric: true,
    cell: ({ rejected, layer_id }) =>
      rejected > 0 ? (
        <a href={rejectedFilePath(layer_id)} title="Download the rejected rows with the reasons">
          {formatCount(rejected)}
        </a>
      ) : (
        0
      ),
  },
  {
    header: 'Status',
    className: classes.status,
    cell: ({ status, name, bytes_read, file_bytes, reason, finished_at }) => (
      <>
        <Tag tone={STATUS[status].tone}>{STATUS[status].label}</Tag>
        {status === 'running' && (
          <Progress
            value={(100 * bytes_read) / file_bytes}
            size="sm"
            mt={6}
            aria-label={`Import progress of ${name}`}
          />
        )}
        {reason && <small>{reason}</small>}
        {finished_at && <small>{formatDate(finished_at)}</small>}
      </>
    ),
  },
];

const REMOVE_COLUMN: Column<LayerStatus> = {
  header: 'Actions',
  isHeaderHidden: true,
  cell: (layer) => <RemoveLayer layer={layer} />,
};

/** All layers with source, size and import status. */
export const LayerTable = ({ layers, mayChange }: { layers: readonly LayerStatus[]; mayChange: boolean }) => (
  <DataTable
    label="Layers"
    scrolls
    stacks
    className={classes.table}
    rows={layers}
    keyOf={({ layer_id }) => layer_id}
    columns={mayChange ? [...COLUMNS, REMOVE_COLUMN] : COLUMNS}
  />
);

function RemoveLayer({ layer: { layer_id, name } }: { layer: LayerStatus }) {
  const remove = useRemoveLayer();
  const [isConfirming, { open, close }] = useDisclosure();
  const closeDialog = () => {
    close();
    remove.reset();
  };
  return (
    <>
      <ActionIcon variant="subtle" color="gray" aria-label={`Remove ${name}`} onClick={open}>
        <IconTrash size={16} stroke={1.7} />
      </ActionIcon>
      {isConfirming && (
        <ConfirmDialog
          title={`Remove ${name}?`}
          action="Remove"
          isPending={remove.isPending}
          error={remove.error ? messageOf(remove.error) : undefined}
          onConfirm={() => remove.mutate(layer_id, { onSuccess: closeDialog })}
          onClose={closeDialog}
        >
          Candidates are assessed again without this layer.
        </ConfirmDialog>
      )}
    </>
  );
}
