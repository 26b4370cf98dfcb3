import { environmentLayer as layerSchema } from '@landline/event-schemas';
import { type CommonQueryMethods, type DatabasePool, sql } from 'slonik';
import { z } from 'zod';
import { fileFormat } from '../imports/contract.ts';
import { COVERAGE_MILES, type CreateLayerBody, facilityMapping, layerProfileName } from './contract.ts';

/** The layer's metadata, stored with its upload. */
const layerMetadata = layerSchema.omit({ layer_id: true }).extend({ mapping: facilityMapping.optional() });

const layerUpload = z.object({
  layer_id: z.string(),
  layer: layerMetadata,
  file_name: z.string(),
  file_bytes: z.number(),
  format: fileFormat.nullable(),
  profile: layerProfileName.nullable(),
  next_chunk: z.number(),
  bytes_received: z.number(),
  started: z.boolean(),
});
export type LayerUpload = z.infer<typeof layerUpload>;

const COLUMNS = sql.fragment`
  import_id AS layer_id, layer, file_name, file_bytes::float8 AS file_bytes, format, profile, next_chunk,
  bytes_received::float8 AS bytes_received, started
`;

/** Creates the upload of a layer's file unless the id exists. */
export async function createLayerUpload(
  pool: DatabasePool,
  id: string,
  body: CreateLayerBody,
): Promise<void> {
  const { kind, name, source, source_date, licence, note, is_made_up, coverage_miles, mapping } = body;
  const layer: z.input<typeof layerMetadata> = {
    kind,
    name,
    source,
    source_date,
    licence: licence || null,
    note: note || null,
    is_made_up: is_made_up ?? false,
    coverage_miles: (coverage_miles ?? COVERAGE_MILES[kind]) || null,
    ...(mapping && { mapping }),
  };
  await pool.query(sql.unsafe`
    INSERT INTO api.upload (import_id, layer, file_name, file_bytes, profile)
    VALUES (${id}, ${sql.jsonb(layer)}, ${body.file_name}, ${body.file_bytes}, ${body.profile ?? null})
    ON CONFLICT DO NOTHING
  `);
}

export function findLayerUpload(db: CommonQueryMethods, id: string): Promise<LayerUpload | null> {
  return db.maybeOne(
    sql.type(layerUpload)`SELECT ${COLUMNS} FROM api.upload WHERE import_id = ${id} AND layer IS NOT NULL`,
  );
}
