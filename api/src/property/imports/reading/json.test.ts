import { describe, expect, test } from 'vitest';
import type { FileFormat } from '../contract.ts';
import { detectFormat } from './format.ts';
import { readRows } from './read-rows.ts';

/** Returns rows as objects, or their problems. */
async function read(text: string, format: FileFormat, chunkBytes = 7) {
  const bytes = Buffer.from(text);
  const chunks = [];
  for (let at = 0; at < bytes.length; at += chunkBytes) chunks.push(bytes.subarray(at, at + chunkBytes));
  const rows: unknown[] = [];
  for await (const batch of readRows(chunks, format)) {
    for (const { line, values, problem } of batch.rows) {
      const row = Object.fromEntries(batch.columns.map((name, i) => [name, values[i]]));
      rows.push(problem ? [line, problem] : [line, JSON.parse(JSON.stringify(row))]);
    }
  }
  return rows;
}

const point = { type: 'Point', coordinates: [-118.3, 33.9] };
const feature = (properties: unknown) => ({ type: 'Feature', geometry: point, properties });

describe('an NDJSON file', () => {
  test('is read line by line; nested objects become columns', async () => {
    const text =
      '{"apn":"1","at":{"name":"I-15"}}\r\n\n{"apn":"2","geometry":{"type":"Point"}}\n{"apn":"3","é":[1]}';
    expect(await read(text, 'ndjson')).toEqual([
      [1, { apn: '1', at_name: 'I-15' }],
      [3, { apn: '2', geometry: { type: 'Point' } }],
      [4, { apn: '3', é: [1] }],
    ]);
  });

  test('rejects lines that are not JSON objects and continues', async () => {
    const rows = await read('{"a":1\n[1]\nnull\n{"a":2}\n', 'ndjson');
    expect(rows).toEqual([
      [1, 'Is not valid JSON'],
      [2, 'Is not a JSON object'],
      [3, 'Is not a JSON object'],
      [4, { a: 2 }],
    ]);
  });

  test('rejects a line that is nested too deeply and continues', async () => {
    const deep = `${'['.repeat(8_000)}${']'.repeat(8_000)}`;
    const objects = `${'{"a":'.repeat(8_000)}1${'}'.repeat(8_000)}`;
    const rows = await read(`{"a":${deep}}\n${objects}\n{"a":2}\n`, 'ndjson', 1_024);
    expect(rows).toEqual([
      [1, 'Is nested more than 100 levels deep'],
      [2, 'Is nested more than 100 levels deep'],
      [3, { a: 2 }],
    ]);
  });

  test('is rejected if its keys are values, which would make a column of each', async () => {
    const row = (n: number) => ({ [`parcel ${n}`]: { area: 1 } });
    const all = Array.from({ length: 2_000 }, (_, n) => row(n));
    const widest = JSON.stringify(Object.assign({}, ...all));
    expect(await read(widest, 'ndjson', 100_000)).toHaveLength(1);
    const lines = [...all, row(2_000)].map((each) => JSON.stringify(each)).join('\n');
    await expect(read(lines, 'ndjson', 100_000)).rejects.toThrow('more than 2,000 columns');
  });

  test('can contain GeoJSON features', async () => {
    const rows = await read(JSON.stringify(feature({ apn: 'x' })), 'ndjson');
    expect(rows).toEqual([[1, { apn: 'x', geometry: point }]]);
  });
});

describe('a GeoJSON file', () => {
  const collection = `{
    "type": "FeatureCollection", "name": "a \\"features\\": [ {", "crs": { "features": [1] },
    "features": [
      ${JSON.stringify(feature({ apn: '}]"\\', note: 'ü' }))},
      ${JSON.stringify({ ...feature({ apn: '2' }), id: 9 }, undefined, 2)},
      { "type": "Feature", "properties": { "apn": } },
      ${JSON.stringify(feature(null))}
    ], "tail": [{}] }`;

  test.each([1, 5, 64, 100_000])('is split into features in chunks of %i bytes', async (chunkBytes) => {
    expect(await read(collection, 'geojson', chunkBytes)).toEqual([
      [1, { apn: '}]"\\', note: 'ü', geometry: point }],
      [2, { apn: '2', geometry: point, feature_id: 9 }],
      [3, 'Is not valid JSON (line 19)'],
      [4, { geometry: point }],
    ]);
  });

  test('that is cut off loses only its last feature', async () => {
    const rows = await read(collection.slice(0, collection.indexOf('"id"')), 'geojson');
    expect(rows).toEqual([
      [1, { apn: '}]"\\', note: 'ü', geometry: point }],
      [2, 'The file ends within this feature (line 5)'],
    ]);
  });

  const [first, second] = [JSON.stringify(feature({ apn: '1' })), JSON.stringify(feature({ apn: '2' }))];
  const firstRow = [1, { apn: '1', geometry: point }];

  test.each(['', ',', ' , \n'])(
    'that is cut off between two features (%j) is reported as incomplete',
    async (ending) => {
      expect(await read(`{"type":"FeatureCollection","features":[${first}${ending}`, 'geojson')).toEqual([
        firstRow,
        [2, 'The file ends before its list of features does'],
      ]);
    },
  );

  test.each([
    [', garbage,', [/^Is not valid JSON \(line 1\)$/]],
    ['\ngarbage ', [/^Is not valid JSON \(line 2\)$/]],
    [',null,', [/^Is not a JSON object/]],
    [',[{"a":1},2],', [/^Is not a JSON object/]],
    [',"a, {b}",', [/^Is not a JSON object/]],
    ['},', [/^Is not valid JSON/]],
    [',1,x,', [/^Is not a JSON object/, /^Is not valid JSON/]],
  ])('reports anything between its features: %j', async (between, problems) => {
    for (const chunkBytes of [1, 7, 1_000]) {
      const text = `{"type":"FeatureCollection","features":[${first}${between}${second}]}`;
      expect(await read(text, 'geojson', chunkBytes)).toEqual([
        firstRow,
        ...problems.map((problem, n) => [n + 2, expect.stringMatching(problem)]),
        [problems.length + 2, { apn: '2', geometry: point }],
      ]);
    }
  });

  test('without features is rejected', async () => {
    await expect(read('{"type":"Topology","objects":{}}', 'geojson')).rejects.toThrow('has no "features"');
  });
});

test.each([
  ['apn,city\n1,2', 'csv'],
  ['\uFEFF\n {"a":1}\n', 'ndjson'],
  ['{\n "type" : "FeatureCollection", "features": []}', 'geojson'],
  ['{"features":[', 'geojson'],
])('recognizes %j as %s', async (text, format) => {
  expect(await detectFormat(Buffer.from(text))).toBe(format);
});

test('a JSON array is rejected with a suggestion', async () => {
  await expect(detectFormat(Buffer.from(' [{"a":1}]'))).rejects.toThrow('NDJSON');
});
