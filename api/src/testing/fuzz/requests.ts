import { HOSTILE_STRINGS } from '@landline/event-schemas/testing/hostile-values';
import type { Random } from '../../operations/demo/random.ts';
import {
  CONTENT_TYPES,
  ENCODINGS,
  HEADER_VALUES,
  HEADERS,
  JSON_TEXT_MARK,
  MARKED_JSON_TEXT,
  NUMBERS,
  RAW_BODIES,
  RAW_PARTS,
  STRUCTURES,
} from './hostile-parts.ts';
import { exampleOf, type Operation } from './operations.ts';
import type { SeenValues } from './seen-values.ts';

/** A request ready to be sent. */
export interface FuzzRequest {
  readonly method: string;
  readonly path: string;
  readonly headers: Record<string, string>;
  readonly body: string | Uint8Array | undefined;
  /** Names of the hostile parts, for the report of a failure. */
  readonly changes: string[];
}

/** A request before it is serialized. */
interface Draft {
  readonly path: Record<string, unknown>;
  readonly query: [name: string, value: unknown][];
  readonly headers: Record<string, string>;
  body: unknown;
  /** Text or bytes sent in place of the body. */
  raw?: string | Uint8Array;
  readonly changes: string[];
}

type Change = (draft: Draft, random: Random) => void;

const pick = <T>(random: Random, items: readonly T[]): T => random.pick(items as [T, ...T[]]);

/**
 * Returns a hostile value in place of another one. Four out of five have the same type, because schemas reject other types
 * early.
 */
function hostileValue(original: unknown, random: Random): unknown {
  const sameType =
    typeof original === 'string' ? HOSTILE_STRINGS : typeof original === 'number' ? NUMBERS : STRUCTURES;
  const anyType = pick(random, [HOSTILE_STRINGS, NUMBERS, STRUCTURES] as const);
  return structuredClone(pick<unknown>(random, random.chance(0.8) ? sameType : anyType));
}

/** Encodes a value for a path or query. Keeps parts that are already encoded. */
const encode = (value: unknown): string => {
  const text = typeof value === 'string' ? value : JSON.stringify(value);
  return RAW_PARTS.includes(text) ? text : encodeURIComponent(text.toWellFormed());
};

/** Shortens a text, because requests beyond the server's limit for a request line never reach a route. */
const shorten = (value: unknown): unknown =>
  typeof value === 'string' && value.length > 3_000 ? value.slice(0, 3_000) : value;

/** Builds an acceptable request for an operation and makes parts of it hostile. */
export function fuzzRequest(operation: Operation, seenValues: SeenValues, random: Random): FuzzRequest {
  const sources = { random, seenValues, path: operation.path };
  const draft: Draft = { path: {}, query: [], headers: {}, body: undefined, changes: [] };
  for (const [, name = ''] of operation.path.matchAll(/\{(\w+)\}/g)) {
    const schema = operation.parameters.find((each) => each.name === name)?.schema ?? { type: 'string' };
    draft.path[name] = exampleOf(schema, name, sources);
  }
  for (const { name, in: where, required, schema } of operation.parameters) {
    if (where === 'query' && (required || random.chance(0.4)))
      draft.query.push([name, exampleOf(schema, name, sources)]);
  }
  if (operation.body) draft.body = exampleOf(operation.body, 'body', sources);
  if (operation.isUpload) draft.raw = 'apn,latitude\n1-2,34\n';
  const changes = changesOf(operation, draft);
  for (
    let count = random.weighted([
      [0, 1],
      [1, 8],
      [2, 2],
    ] as const);
    count > 0;
    count--
  )
    pick(random, changes)(draft, random);
  return serialize(operation, draft);
}

/** Returns the possible changes to a request, repeated so that parts with more values change more often. */
function changesOf(operation: Operation, draft: Draft): Change[] {
  const changes: Change[] = [changeHeader];
  const names = Object.keys(draft.path);
  if (names.length > 0) changes.push(changePath, changePath);
  if (operation.parameters.some((each) => each.in === 'query'))
    changes.push(...Array<Change>(4).fill((draft, random) => changeQuery(operation, draft, random)));
  if (operation.body) changes.push(changeRawBody, changeKeys, ...Array<Change>(6).fill(changeBody));
  if (operation.body || operation.isUpload) changes.push(changeEncoding);
  if (operation.isUpload) changes.push(changeRawBody);
  return changes;
}

const changePath: Change = (draft, random) => {
  const name = pick(random, Object.keys(draft.path));
  const value = random.chance(0.3) ? pick(random, RAW_PARTS) : shorten(pick(random, HOSTILE_STRINGS));
  draft.path[name] = value === '' ? ' ' : value; // an empty part is another path
  draft.changes.push(`path ${name}`);
};

function changeQuery(operation: Operation, draft: Draft, random: Random): void {
  const { name } = pick(
    random,
    operation.parameters.filter((each) => each.in === 'query'),
  );
  const original = draft.query.find(([each]) => each === name)?.[1];
  const others = draft.query.filter(([each]) => each !== name);
  const value = random.chance(0.2) ? pick(random, RAW_PARTS) : shorten(hostileValue(original ?? '', random));
  const parameter: [string, unknown] = [name, value];
  draft.query.splice(
    0,
    draft.query.length,
    ...others,
    ...random.weighted<[string, unknown][]>([
      [[parameter], 8],
      [[parameter, parameter], 1],
      [[[`${name}[]`, value]], 1],
      [[], 1],
    ]),
  );
  draft.changes.push(`query ${name}`);
}

const changeHeader: Change = (draft, random) => {
  const name = pick(random, HEADERS);
  draft.headers[name] = pick(random, HEADER_VALUES);
  draft.changes.push(`header ${name}`);
};

const changeEncoding: Change = (draft, random) => {
  const name = random.chance(0.7) ? 'Content-Encoding' : 'Content-Type';
  draft.headers[name] = pick(random, name === 'Content-Type' ? CONTENT_TYPES : ENCODINGS);
  draft.changes.push(name);
};

const changeRawBody: Change = (draft, random) => {
  draft.raw = pick(random, RAW_BODIES);
  draft.changes.push('raw body');
};

const changeBody: Change = (draft, random) => {
  const places = placesIn(draft.body);
  const place = places.length === 0 || random.chance(0.03) ? undefined : pick(random, places);
  if (place) place.holder[place.key] = hostileValue(place.holder[place.key], random);
  else draft.body = hostileValue(draft.body, random);
  draft.changes.push(`body ${place?.key ?? ''}`);
};

const changeKeys: Change = (draft, random) => {
  if (typeof draft.body !== 'object' || draft.body === null) return;
  const body = draft.body as Record<string, unknown>;
  const keys = Object.keys(body);
  if (keys.length > 0 && random.chance(0.5)) delete body[pick(random, keys)];
  else
    Object.defineProperty(body, pick(random, HOSTILE_STRINGS), {
      value: 1,
      enumerable: true,
      configurable: true,
      writable: true,
    });
  draft.changes.push('keys');
};

interface Place {
  readonly holder: Record<string, unknown>;
  readonly key: string;
}

function placesIn(value: unknown): Place[] {
  if (typeof value !== 'object' || value === null) return [];
  const holder = value as Record<string, unknown>;
  return Object.keys(holder)
    .slice(0, 50)
    .flatMap((key) => [{ holder, key }, ...placesIn(holder[key])]);
}

function serialize(operation: Operation, draft: Draft): FuzzRequest {
  const path = operation.path.replace(/\{(\w+)\}/g, (_, name: string) => encode(draft.path[name]));
  const query = draft.query.map(([name, value]) => `${name}=${encode(value)}`).join('&');
  const json = (value: unknown) =>
    JSON.stringify(value)?.replaceAll(MARKED_JSON_TEXT, (text) =>
      (JSON.parse(text) as string).slice(JSON_TEXT_MARK.length),
    );
  const hasBody = draft.raw !== undefined || draft.body !== undefined;
  return {
    method: operation.method,
    path: query === '' ? path : `${path}?${query}`,
    headers: {
      ...(hasBody && {
        'Content-Type': operation.isUpload ? 'application/octet-stream' : 'application/json',
      }),
      ...draft.headers,
    },
    body: draft.raw ?? json(draft.body),
    changes: draft.changes,
  };
}
