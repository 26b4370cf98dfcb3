import { LAYER_KIND_TITLES, type LayerStatus } from '@landline/api/environment/contract';
import { ActionIcon, Progress } from '@mantine/core';
import { IconTrash } from '@tabler/icons-react';
import { formatCount, formatDate } from '../../../shared/format.ts';
import { messageOf } from '../../../shared/http/errors.ts';
import { ScrollFrame } from '../../../shared/ui/scroll-frame.tsx';
import table from '../../../shared/ui/table.module.css';
import { Tag, type Tone } from '../../../shared/ui/tag.tsx';
import { useNotifications } from '../../notifications/provider.tsx';
import { LAYERS, useRemoveLayer } from '../api/layers.ts';
import classes from './layer-table.module.css';

const STATUS: Readonly<Record<LayerStatus['status'], { label: string; tone: Tone }>> = {
  uploading: { label: 'Uploading', tone: 'quiet' },
  running: { label: 'Reading', tone: 'accent' },
  completed: { label: 'In use', tone: 'good' },
  failed: { label: 'Failed', tone: 'bad' },
  removed: { label: 'Removed', tone: 'quiet' },
};

/** All layers with where they come from, how much they hold, and how far a running import is. */
export function LayerTable({ layers, mayChange }: { layers: readonly LayerStatus[]; mayChange: boolean }) {
  return (
    <ScrollFrame label="Layers">
      <table className={`${table.table} ${table.stacked} ${classes.table}`}>
        <thead>
          <tr>
            <th>Layer</th>
            <th>Source and date</th>
            <th data-num>Entries</th>
            <th data-num>Rejected</th>
            <th>Status</th>
            {mayChange && (
              <th>
                <span className={table.hidden}>Actions</span>
              </th>
            )}
          </tr>
        </thead>
        <tbody>
          {layers.map((layer) => (
            <LayerRow key={layer.layer_id} layer={layer} mayChange={mayChange} />
          ))}
        </tbody>
      </table>
    </ScrollFrame>
  );
}

function LayerRow({ layer, mayChange }: { layer: LayerStatus; mayChange: boolean }) {
  const { kind, name, source, source_date, licence, note, is_made_up, coverage_miles, reason } = layer;
  const { label, tone } = STATUS[layer.status];
  return (
    <tr>
      <td>
        <strong>{name}</strong> {is_made_up && <Tag tone="notice">Made up</Tag>}
        <small>{LAYER_KIND_TITLES[kind]}</small>
        {coverage_miles !== null && (
          <small>Speaks for parcels within {coverage_miles} miles of its sites</small>
        )}
      </td>
      <td>
        {source}, {source_date}
        {licence && <small>Licence: {licence}</small>}
        {note && <small>{note}</small>}
      </td>
      <td data-num data-label="Entries">
        {formatCount(layer.imported)}
      </td>
      <td data-num data-label="Rejected">
        {layer.rejected > 0 ? (
          <a href={`${LAYERS}/${layer.layer_id}/rejected.csv`} title="Download the rows with the reasons">
            {formatCount(layer.rejected)}
          </a>
        ) : (
          0
        )}
      </td>
      <td className={classes.status}>
        <Tag tone={tone}>{label}</Tag>
        {layer.status === 'running' && (
          <Progress
            value={(100 * layer.bytes_read) / layer.file_bytes}
            size="sm"
            mt={6}
            aria-label={`${name}: percent read`}
          />
        )}
        {reason && <small>{reason}</small>}
        {layer.finished_at && <small>{formatDate(layer.finished_at)}</small>}
      </td>
      {mayChange && (
        <td>
          <Remove layer={layer} />
        </td>
      )}
    </tr>
  );
}

function Remove({ layer: { layer_id, name } }: { layer: LayerStatus }) {
  const remove = useRemoveLayer();
  const notify = useNotifications();
  const ask = () => {
    if (!window.confirm(`Remove ${name}? Candidates are assessed again without it.`)) return;
    remove.mutate(layer_id, {
      onError: (error) => notify.error(messageOf(error)),
    });
  };
  return (
    <ActionIcon
      variant="subtle"
      color="gray"
      loading={remove.isPending}
      aria-label={`Remove ${name}`}
      onClick={ask}
    >
      <IconTrash size={16} stroke={1.7} />
    </ActionIcon>
  );
}
