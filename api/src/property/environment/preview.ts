import type { LayerKind } from '@landline/event-schemas';
import type { RejectedRow } from '../imports/contract.ts';
import { isRejected } from '../imports/mapping/row-mapper.ts';
import { detectFormat } from '../imports/reading/format.ts';
import { readRows } from '../imports/reading/read-rows.ts';
import type { FacilityMapping, LayerPreview, LayerProfileName } from './contract.ts';
import type { FacilityMapper, FacilityRow } from './facility-mapper.ts';
import { mapperFor } from './layer-job.ts';
import { recognizeLayerProfile } from './profiles/index.ts';

const SAMPLE_ROWS = 20;

interface PreviewOptions {
  readonly kind: LayerKind;
  readonly profile?: LayerProfileName | undefined;
  readonly mapping?: FacilityMapping | undefined;
  /** False when `head` is only the start of the file: its last row may be cut off. */
  readonly isWhole: boolean;
}

/** Previews the import of a layer from the first bytes of its file. Throws `UnreadableFileError`. */
export async function previewLayer(
  head: Buffer,
  { kind, profile, mapping, isWhole }: PreviewOptions,
): Promise<LayerPreview> {
  const format = await detectFormat(head);
  let columns: readonly string[] = [];
  const parsedRows: (FacilityRow | RejectedRow)[] = [];
  let mapper: FacilityMapper | undefined;
  for await (const batch of readRows([head], format)) {
    columns = batch.columns;
    mapper ??= mapperFor(columns, kind, profile, mapping);
    parsedRows.push(...mapper.map(batch).rows);
  }
  const complete = isWhole ? parsedRows : parsedRows.slice(0, -1);
  const rows = complete.flatMap((row) => (isRejected(row) ? [] : [row]));
  const fields = new Map(mapper?.bindings.map(({ column, field }) => [column, field]));
  const boundFields = new Set(fields.values());
  const hasPosition =
    boundFields.has('geometry') || (boundFields.has('latitude') && boundFields.has('longitude'));
  return {
    format,
    profile: profile ?? recognizeLayerProfile(columns, kind).name,
    columns: columns.map((column) => ({ column, field: fields.get(column) ?? null })),
    rows: rows
      .slice(0, SAMPLE_ROWS)
      .map(({ line, facility: { polygons, ...facility } }) => ({ line, facility })),
    rejected: complete.filter(isRejected).slice(0, SAMPLE_ROWS),
    problems: hasPosition
      ? []
      : ['No position was recognized. The file needs columns for latitude and longitude, or for a geometry'],
  };
}
