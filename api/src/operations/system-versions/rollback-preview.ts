import { isDeepStrictEqual } from 'node:util';
import type pg from 'pg';
import { CLIENTS } from '../../clients/clients/queries.ts';
import type { DocumentChange } from '../../platform/commands/document-restorer.ts';
import type { DocumentDifference, RollbackPreview } from './contract.ts';
import { countClientsSince, differencesTo } from './document-differences.ts';

const MAX_DOCUMENTS = 200;
const MAX_FIELDS = 50;
/** Maximum length of a displayed value, in characters. */
const MAX_VALUE_LENGTH = 300;

const SELECT_CLIENT_NAMES = `SELECT client_id, name FROM ${CLIENTS.sql} AS client WHERE client_id = ANY($1)`;

export async function clientNames(db: pg.Pool, ids: readonly string[]): Promise<ReadonlyMap<string, string>> {
  const { rows } = await db.query<{ client_id: string; name: string }>(SELECT_CLIENT_NAMES, [ids]);
  return new Map(rows.map(({ client_id, name }) => [client_id, name]));
}

/** Lists the changes that a rollback to a version would make, for the confirmation dialog. */
export async function previewRollback(
  db: pg.Pool,
  version: { version_name: string; file_count: number; position: string },
): Promise<RollbackPreview> {
  const position = BigInt(version.position);
  const differences = await differencesTo(db, position);
  const first = differences.slice(0, MAX_DOCUMENTS);
  const ids = [...new Set(first.flatMap(({ client_id }) => client_id ?? []))];
  const names = await clientNames(db, ids);
  const counts = { added: 0, changed: 0, removed: 0 };
  for (const difference of differences) counts[changeOf(difference)]++;
  return {
    version_name: version.version_name,
    file_count: version.file_count,
    total: differences.length,
    counts,
    documents: first.map((difference) => ({
      document_id: difference.document_id,
      kind: difference.kind,
      client_id: difference.client_id,
      client_name: names.get(difference.client_id ?? '') ?? null,
      change: changeOf(difference),
      fields: fieldsOf(difference),
    })),
    newer_clients: await countClientsSince(db, position),
  };
}

function changeOf({ before, after }: DocumentChange): DocumentDifference['change'] {
  if (before === null) return 'added';
  return after === null ? 'removed' : 'changed';
}

/** Returns up to `MAX_FIELDS` leaf fields whose values differ. */
function fieldsOf({ before, after }: DocumentChange): DocumentDifference['fields'] {
  const [beforeValues, afterValues] = [flatten(before), flatten(after)];
  return [...new Set([...beforeValues.keys(), ...afterValues.keys()])]
    .filter(
      (name) => !isDeepStrictEqual(emptyToNull(beforeValues.get(name)), emptyToNull(afterValues.get(name))),
    )
    .slice(0, MAX_FIELDS)
    .map((name) => ({
      name,
      before: shorten(beforeValues.get(name)),
      after: shorten(afterValues.get(name)),
    }));
}

const emptyToNull = (value: unknown) => (value === '' ? null : (value ?? null));

/** Returns leaf values by path: `{ branding: { botName } }` becomes `branding.botName`. */
function flatten(value: unknown, path = ''): Map<string, unknown> {
  if (value === null) return new Map();
  if (typeof value !== 'object' || Array.isArray(value)) return new Map([[path, value]]);
  const fields = new Map<string, unknown>();
  for (const [name, inner] of Object.entries(value)) {
    const at = path ? `${path}.${name}` : name;
    if (inner === null) fields.set(at, null);
    else for (const [below, leaf] of flatten(inner, at)) fields.set(below, leaf);
  }
  return fields;
}

function shorten(value: unknown): unknown {
  if (value === undefined) return null;
  const text = Array.isArray(value) ? JSON.stringify(value) : value;
  return typeof text === 'string' && text.length > MAX_VALUE_LENGTH
    ? `${text.slice(0, MAX_VALUE_LENGTH)}…`
    : text;
}
