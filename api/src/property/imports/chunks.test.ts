import { setFlagsFromString } from 'node:v8';
import { runInNewContext } from 'node:vm';
import { CANDIDATE_FIELDS, eventDefinitions } from '@landline/event-schemas';
import { describe, expect, test } from 'vitest';
import { CANDIDATE_SIZES, CHUNK_ROWS, type Chunk, eventsOf, splitIntoChunks, tableOf } from './chunks.ts';
import { type MappedBatch, RowMapper } from './mapping/row-mapper.ts';
import { generic } from './profiles/generic.ts';
import { readRows } from './reading/read-rows.ts';

const ids = { import_id: 'i', dataset_key: 'd', property_type: 'adu' } as const;
const MIB = 1024 * 1024;

async function* mapped(csv: Iterable<Uint8Array>): AsyncGenerator<MappedBatch> {
  const mapper = new RowMapper({ profile: generic, datasetKey: 'd' });
  for await (const batch of readRows(csv, 'csv')) yield mapper.map(batch);
}

async function split(csv: string, after?: Parameters<typeof splitIntoChunks>[2]) {
  const chunks: Chunk[] = [];
  const generator = splitIntoChunks(mapped([Buffer.from(csv)]), CANDIDATE_SIZES, after);
  for (;;) {
    const next = await generator.next();
    if (next.done) return { chunks, totals: next.value };
    chunks.push(next.value);
  }
}

const rows = (from: number, to: number, value = '') =>
  Array.from({ length: to - from }, (_, n) => `${from + n},${value}`).join('\n');

describe('chunks of a file', () => {
  test('contain 1,000 rows and are the same after resuming', async () => {
    const csv = `apn,city\n${rows(0, 2_600)}\n7,again\n`;
    const whole = await split(csv);
    expect(whole.chunks.map(({ number, firstLine, lastLine }) => [number, firstLine, lastLine])).toEqual([
      [0, 2, 1_001],
      [1, 1_002, 2_001],
      [2, 2_002, 2_602],
    ]);
    expect(whole.totals).toEqual({ imported: 2_600, rejected: 1, lines: 2_602 });
    const resumed = await split(csv, { chunk: 0, lastLine: 1_001 });
    expect(resumed.chunks).toEqual(whole.chunks.slice(1));
    expect(resumed.totals).toEqual(whole.totals);
    expect(await split(csv, { chunk: 2, lastLine: 2_602 })).toEqual({ chunks: [], totals: whole.totals });
  });

  test('fit into one append, whatever the rows contain', async () => {
    const long = 'ü'.repeat(20_000);
    const quotes = '""'.repeat(14_000);
    const csv = `apn,city,owner\n${rows(0, 60, `${long},"${quotes}"`)}\n${rows(60, 900, '"\u0001\u0002",x')}\nhuge,${'y'.repeat(40_000)},z\n`;
    const { chunks, totals } = await split(csv);
    expect(totals).toMatchObject({ imported: 840, rejected: 61 });
    for (const chunk of chunks) {
      const events = eventsOf({ ...chunk, candidates: chunk.rows.map(({ candidate }) => candidate) }, ids);
      const bytes = events.reduce((sum, { data }) => sum + Buffer.byteLength(JSON.stringify(data)), 0);
      expect(bytes).toBeLessThan(0.9 * MIB);
      expect(chunk.rows.length + chunk.rejected.length).toBeLessThanOrEqual(CHUNK_ROWS);
      for (const { type, data } of events) eventDefinitions[type].data.parse(data);
    }
    expect(chunks.flatMap(({ rejected }) => rejected)[0]).toMatchObject({
      line: 2,
      reason: 'Contains more than 30,000 characters',
    });
  });

  test('list only columns that occur, and owner names separately', async () => {
    const { chunks } = await split('apn,city,owner,units\n1,,A,\n2,X,,\n3,,B,\n');
    const table = tableOf(chunks[0]?.rows.map(({ candidate }) => candidate) ?? []);
    expect(table.columns).toEqual(['id', 'apn', 'city', 'building_data_quality']);
    expect(table.rows.map((row) => row.slice(1))).toEqual([
      ['1', null, 'insufficient_footprint_data'],
      ['2', 'X', 'insufficient_footprint_data'],
      ['3', null, 'insufficient_footprint_data'],
    ]);
    expect(table.owners.map(({ index, owner_name }) => [index, owner_name])).toEqual([
      [0, 'A'],
      [2, 'B'],
    ]);
    expect(CANDIDATE_FIELDS).toContain('owner_name');
  });

  test('use bounded memory for a file of any length', async () => {
    // Yields a file of 160 MB, of which only the parcel numbers stay in memory.
    function* file() {
      yield Buffer.from('apn,city,remarks\n');
      const remarks = 'z'.repeat(1_000);
      for (let block = 0; block < 150; block++) {
        yield Buffer.from(
          Array.from({ length: 1_000 }, (_, n) => `parcel-number-${block}-${n},LEBANON,${remarks}\n`).join(
            '',
          ),
        );
      }
    }
    setFlagsFromString('--expose-gc');
    const collectGarbage: () => void = runInNewContext('gc');
    collectGarbage();
    const before = process.memoryUsage().heapUsed;
    let highest = 0;
    let candidates = 0;
    for await (const chunk of splitIntoChunks(mapped(file()), CANDIDATE_SIZES)) {
      candidates += chunk.rows.length;
      if (chunk.number % 50 === 0) {
        collectGarbage();
        highest = Math.max(highest, process.memoryUsage().heapUsed - before);
      }
    }
    expect(candidates).toBe(150_000);
    expect(highest / MIB).toBeLessThan(40);
  });
});
