import type { LayerKind } from '@landline/event-schemas';
import { DomainError } from '../errors.ts';
import { isRejected } from '../imports/mapping/row-mapper.ts';
import { detectFormat } from '../imports/reading/format.ts';
import { readRows } from '../imports/reading/source.ts';
import { UnreadableFileError } from '../imports/reading/unreadable.ts';
import type { FacilityMapping, LayerPreview, LayerProfileName } from './contract.ts';
import { mapperFor } from './layer-job.ts';
import { recogniseLayerProfile } from './profiles/index.ts';

const SHOWN = 20;

interface PreviewOptions {
  readonly kind: LayerKind;
  readonly profile?: LayerProfileName | undefined;
  readonly mapping?: FacilityMapping | undefined;
  /** False when only the beginning of the file is there: its last row may be cut off. */
  readonly isWhole: boolean;
}

/** How a file would be read, from its first bytes. Throws `UNREADABLE_FILE`. */
export async function previewLayer(head: Buffer, options: PreviewOptions): Promise<LayerPreview> {
  try {
    return await preview(head, options);
  } catch (error) {
    if (!(error instanceof UnreadableFileError)) throw error;
    throw new DomainError('rule_broken', 'UNREADABLE_FILE', error.message, { cause: error });
  }
}

async function preview(
  head: Buffer,
  { kind, profile, mapping, isWhole }: PreviewOptions,
): Promise<LayerPreview> {
  const format = await detectFormat(head);
  let columns: readonly string[] = [];
  const read: ReturnType<ReturnType<typeof mapperFor>['map']>['rows'] = [];
  let mapper: ReturnType<typeof mapperFor> | undefined;
  for await (const batch of readRows([head], format)) {
    columns = batch.columns;
    mapper ??= mapperFor(columns, kind, profile, mapping);
    read.push(...mapper.map(batch).rows);
  }
  const whole = isWhole ? read : read.slice(0, -1);
  const rows = whole.flatMap((row) => (isRejected(row) ? [] : [row]));
  const fields = new Map(mapper?.bindings.map(({ column, field }) => [column, field]));
  const found = new Set(fields.values());
  const hasPlace = found.has('geometry') || (found.has('latitude') && found.has('longitude'));
  return {
    format,
    profile: profile ?? recogniseLayerProfile(columns, kind).name,
    columns: columns.map((column) => ({ column, field: fields.get(column) ?? null })),
    rows: rows.slice(0, SHOWN).map(({ line, facility: { polygons, ...facility } }) => ({ line, facility })),
    rejected: whole.filter(isRejected).slice(0, SHOWN),
    problems: hasPlace ? [] : ['No column holds a position: latitude and longitude, or a geometry'],
  };
}
