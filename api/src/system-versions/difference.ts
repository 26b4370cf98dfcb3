import { isDeepStrictEqual } from 'node:util';
import type pg from 'pg';
import type { DocumentDifference, Difference as Shown } from './contract.ts';
import { countClientsSince, type Difference, differencesTo } from './documents.ts';

const SHOWN = 200;
/** A value is shown up to here. */
const LONGEST = 300;

const NAMES = `SELECT client_id, name FROM read.client
  WHERE generation = (SELECT live_generation FROM read.projector WHERE name = 'clients') AND client_id = ANY($1)`;

/** What a rollback to a version would change, to be read before it is confirmed. */
export async function differenceOf(
  db: pg.Pool,
  version: { version_name: string; file_count: number; position: string },
): Promise<Shown> {
  const position = BigInt(version.position);
  const differences = await differencesTo(db, position);
  const first = differences.slice(0, SHOWN);
  const ids = [...new Set(first.flatMap(({ client_id }) => client_id ?? []))];
  const { rows } = await db.query<{ client_id: string; name: string }>(NAMES, [ids]);
  const names = new Map(rows.map(({ client_id, name }) => [client_id, name]));
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

function changeOf({ before, after }: Difference): DocumentDifference['change'] {
  if (before === null) return 'added';
  return after === null ? 'removed' : 'changed';
}

/** The fields that are not the same, down to the values. */
function fieldsOf({ before, after }: Difference): DocumentDifference['fields'] {
  const [is, was] = [flat(before), flat(after)];
  return [...new Set([...is.keys(), ...was.keys()])]
    .filter((name) => !isDeepStrictEqual(orNothing(is.get(name)), orNothing(was.get(name))))
    .slice(0, 50)
    .map((name) => ({ name, before: short(is.get(name)), after: short(was.get(name)) }));
}

const orNothing = (value: unknown) => (value === '' ? null : (value ?? null));

/** `{ branding: { botName } }` is `branding.botName`. */
function flat(value: unknown, path = ''): Map<string, unknown> {
  if (value === null) return new Map();
  if (typeof value !== 'object' || Array.isArray(value)) return new Map([[path, value]]);
  const fields = new Map<string, unknown>();
  for (const [name, inner] of Object.entries(value)) {
    const at = path ? `${path}.${name}` : name;
    if (inner === null) fields.set(at, null);
    else for (const [below, leaf] of flat(inner, at)) fields.set(below, leaf);
  }
  return fields;
}

function short(value: unknown): unknown {
  if (value === undefined) return null;
  const text = Array.isArray(value) ? JSON.stringify(value) : value;
  return typeof text === 'string' && text.length > LONGEST ? `${text.slice(0, LONGEST)}…` : text;
}
