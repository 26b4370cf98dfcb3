import { encodeEvent } from '../codec.ts';
import { type DomainEvent, type EventType, eventDefinitions } from '../events/index.ts';
import { SYSTEM } from '../metadata.ts';
import { HOSTILE_NUMBERS, HOSTILE_STRINGS } from './hostile-values.ts';
import { SAMPLE_TEXT, samplesOf } from './samples.ts';

const EVENT_TYPES = Object.keys(eventDefinitions) as EventType[];
const METADATA = { actor: SYSTEM, correlationId: 'c', commandId: 'c', at: '2026-03-01T09:00:00.000Z' };

type Data = Record<string, unknown>;
type Path = readonly string[];

/**
 * Returns, for each event type, a sample and its variants with one hostile value each. Leaves out variants that the
 * encoder rejects.
 */
export function hostileEvents(): DomainEvent[] {
  return EVENT_TYPES.flatMap((type) => {
    const sample = sampleOf(type);
    const replaced = leavesOf(sample).flatMap(({ path, value }) =>
      hostileValuesFor(value).map((hostile) => withValue(sample, path, hostile)),
    );
    return [sample, ...replaced].flatMap((data) => asStored(type, data) ?? []);
  });
}

/**
 * Returns one event of every type, all about the same entities, with hostile values in some of them. Leaves out values
 * that the encoder rejects. `random` returns numbers from 0 up to but excluding 1.
 */
export function hostileHistory(name: string, random: () => number): DomainEvent[] {
  return EVENT_TYPES.flatMap((type) => {
    const sample = withOwnIds(sampleOf(type), name);
    const data = random() < 0.5 ? sample : withSomeHostile(sample, random);
    return asStored(type, data) ?? asStored(type, sample) ?? [];
  });
}

const sampleOf = (type: EventType): Data => samplesOf(eventDefinitions[type].data)[0];

/** Returns the event as the log stores it, or undefined when the encoder rejects it. */
function asStored(type: EventType, data: Data): DomainEvent | undefined {
  try {
    const encoded = encodeEvent({ type, data } as DomainEvent, METADATA);
    return { type, data: JSON.parse(JSON.stringify(encoded.data)) } as DomainEvent;
  } catch {
    return undefined; // rejecting a hostile value is correct too
  }
}

function withSomeHostile(sample: Data, random: () => number): Data {
  // Ids stay, because the events of a history concern the same entities.
  const leaves = leavesOf(sample).filter(({ path }) => !isId(path));
  let data = sample;
  for (const { path, value } of leaves) {
    if (random() > 1 / leaves.length) continue;
    const choices = hostileValuesFor(value);
    data = withValue(data, path, choices[Math.floor(random() * choices.length)]);
  }
  return data;
}

const isId = (path: Path): boolean => /(_id|_key|scope)$/.test(path.at(-1) ?? '');

/** Replaces the ids of a sample, so that histories do not share them. */
function withOwnIds(sample: Data, name: string): Data {
  return leavesOf(sample)
    .filter(({ path, value }) => isId(path) && value === SAMPLE_TEXT)
    .reduce((data, { path }) => withValue(data, path, name), sample);
}

const hostileValuesFor = (value: unknown): readonly unknown[] =>
  typeof value === 'string' ? HOSTILE_STRINGS : HOSTILE_NUMBERS;

function leavesOf(value: unknown, path: Path = []): { path: Path; value: string | number }[] {
  if (typeof value === 'string' || typeof value === 'number') return [{ path, value }];
  if (typeof value !== 'object' || value === null) return [];
  return Object.entries(value).flatMap(([key, inner]) => leavesOf(inner, [...path, key]));
}

function withValue(data: Data, path: Path, value: unknown): Data {
  const copy = structuredClone(data);
  let holder = copy;
  for (const key of path.slice(0, -1)) holder = holder[key] as Data;
  holder[path.at(-1) ?? ''] = value;
  return copy;
}
