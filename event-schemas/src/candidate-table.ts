import { z } from 'zod';
import { type CandidateField, candidateFeatures } from './candidate.ts';

type ColumnCheck = (value: unknown) => boolean;

const GUID = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/i;

const isType =
  (type: 'string' | 'number' | 'boolean' | 'object'): ColumnCheck =>
  (value) =>
    value === null || value === undefined || typeof value === type;

const FITS = Object.fromEntries(
  Object.entries(candidateFeatures.shape).map(([field, schema]) => [field, fitOf(schema)]),
) as Readonly<Record<CandidateField, ColumnCheck>>;

function fitOf(schema: z.ZodType): ColumnCheck {
  const inner = schema instanceof z.ZodNullable ? schema.unwrap() : schema;
  if (inner instanceof z.ZodUUID) return (value) => typeof value === 'string' && GUID.test(value);
  if (inner instanceof z.ZodString || inner instanceof z.ZodEnum) return isType('string');
  if (inner instanceof z.ZodNumber) return isType('number');
  return isType(inner instanceof z.ZodBoolean ? 'boolean' : 'object');
}

/** Finds a value that the column of a read model cannot hold. Cheaper than a schema: an import writes millions of values. */
export function findMisfit(
  columns: readonly string[],
  rows: readonly (readonly unknown[])[],
): { row: number; column: number } | undefined {
  const fits = columns.map((column) => FITS[column as CandidateField]);
  for (const [row, values] of rows.entries()) {
    for (let column = 0; column < fits.length; column++) {
      if (!fits[column]?.(values[column])) return { row, column };
    }
  }
  return undefined;
}
