import { glob, readFile } from 'node:fs/promises';
import path from 'node:path';
import { categoryOf, streams } from '@landline/event-schemas';
import { expect, test } from 'vitest';
import type { Decider } from '../commands/decider.ts';
import { REPLAYED } from './replayed.ts';

const SOURCES = path.resolve(import.meta.dirname, '..');
const DECIDER = /^export const (\w+): Decider</gm;

type AnyDecider = Decider<unknown, unknown>;

/** Every decider there is, as its file exports it. */
async function deciders(): Promise<[name: string, decider: AnyDecider][]> {
  const found: [string, AnyDecider][] = [];
  for await (const file of glob('**/*.ts', { cwd: SOURCES })) {
    if (file.endsWith('.test.ts')) continue;
    const names = [...(await readFile(path.join(SOURCES, file), 'utf8')).matchAll(DECIDER)];
    if (names.length === 0) continue;
    const exported = (await import(path.join(SOURCES, file))) as Record<string, AnyDecider>;
    for (const [, name = ''] of names) found.push([`${file}: ${name}`, exported[name] as AnyDecider]);
  }
  return found;
}

test('every decider that remembers anything is what replays its streams', { timeout: 60_000 }, async () => {
  const all = await deciders();
  expect(all.length).toBeGreaterThan(30);
  const registered = new Set(Object.values(REPLAYED).map((each) => each?.evolve));
  const remembers = ({ initialState, evolve }: AnyDecider) => initialState !== null || evolve.length > 0;
  const forgotten = all.filter(([, decider]) => remembers(decider) && !registered.has(decider.evolve));
  expect(forgotten.map(([name]) => name)).toEqual([]);
});

test('every category of streams is told of by its name', () => {
  const named = streams as unknown as Record<string, (...ids: string[]) => string>;
  for (const [name, stream] of Object.entries(named)) expect(categoryOf(stream('a', 'b'))).toBe(name);
  expect(Object.keys(REPLAYED).sort()).toEqual(Object.keys(streams).sort());
});
