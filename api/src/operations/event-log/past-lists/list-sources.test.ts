import { type EventType, eventDefinitions, type RecordedEvent, SYSTEM } from '@landline/event-schemas';
import { samplesOf } from '@landline/event-schemas/testing/samples';
import { type Change, changesOf } from '@landline/projections/projector';
import { expect, test } from 'vitest';
import { LIST_SOURCES, type ListSource } from './list-sources.ts';

/** Returns what an event with sample data changes; each sample is one event. */
function changesBySamples({ projector }: ListSource, type: EventType): Change[] {
  const metadata = { actor: SYSTEM, correlationId: 'c', commandId: 'c', at: '2026-03-01T09:00:00.000Z' };
  const place = { id: '', stream: 'test', revision: 0n, position: 0n, metadata };
  return samplesOf(eventDefinitions[type].data).flatMap((data) =>
    changesOf(projector, { type, data, ...place } as unknown as RecordedEvent),
  );
}

function statementsOf(change: Change): string {
  if (change.change === 'recount') return change.of.after;
  return change.change === 'sql' || change.change === 'batch-sql' ? change.text : '';
}

const inMemory = Object.entries(LIST_SOURCES).filter(([, { inDatabase }]) => !inDatabase);

test.each(inMemory)('projects %s in memory, because only row changes write its table', (_name, source) => {
  const { projector, table, types = Object.keys(projector.on) as EventType[] } = source;
  const columns = Object.values<{ generated?: string }>(table.columns);
  expect(columns.filter(({ generated }) => generated !== undefined)).toEqual([]);
  const writes = new RegExp(`(?:INSERT INTO|UPDATE|DELETE FROM) read\\.${table.name}\\b`);
  const typesWithStatements = types.filter((type) =>
    changesBySamples(source, type).some((change) => writes.test(statementsOf(change))),
  );
  expect(typesWithStatements).toEqual([]);
});
