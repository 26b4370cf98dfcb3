import { glob, readFile } from 'node:fs/promises';
import path from 'node:path';
import { categoryOf, streams } from '@landline/event-schemas';
import { expect, test } from 'vitest';
import type { Decider } from '../../platform/commands/decider.ts';
import { DECIDERS } from './replay-deciders.ts';

const SOURCES = path.resolve(import.meta.dirname, '../..');
const DECIDER = /^export const (\w+): Decider</gm;

type AnyDecider = Decider<unknown, unknown>;

/** Returns all exported deciders with their files. */
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

test('registers every decider that keeps state', { timeout: 60_000 }, async () => {
  const all = await deciders();
  expect(all.length).toBeGreaterThan(30);
  const registered = new Set(Object.values(DECIDERS).map((each) => each?.evolve));
  const keepsState = ({ initialState, evolve }: AnyDecider) => initialState !== null || evolve.length > 0;
  const missing = all.filter(([, decider]) => keepsState(decider) && !registered.has(decider.evolve));
  expect(missing.map(([name]) => name)).toEqual([]);
});

test('names every kind of stream by its category', () => {
  const kinds = Object.entries(streams) as unknown as [string, (...ids: string[]) => string][];
  for (const [kind, nameOf] of kinds) expect(categoryOf(nameOf('a', 'b'))).toBe(kind);
  expect(Object.keys(DECIDERS).sort()).toEqual(Object.keys(streams).sort());
});
