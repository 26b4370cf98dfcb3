import { createWriteStream } from 'node:fs';
import { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { seededRandom } from '../random.ts';

const COLUMNS = [
  'apn',
  'situs_address',
  'city',
  'zip',
  'use_group',
  'zoning',
  'parcel_acres',
  'living_area_sqft',
  'stories',
  'units',
  'year_built',
  'land_value',
  'building_value',
  'total_value',
  'owner_organization',
  'latitude',
  'longitude',
];

const STREETS = ['MAIN ST', 'ELM ST', 'PLEASANT ST', 'DARTMOUTH COLLEGE HWY', 'MERIDEN RD', 'N PARK AVE'];
const LAND_USES = ['residential', 'residential', 'residential', 'commercial', 'industrial'];
const ZONES = ['R-1', 'R-2', 'R-3', 'C-2', 'M-1', ''];

/** Writes an assessor roll as CSV with realistic fill rates; about one parcel in six has an owner, always a company. */
export async function writeParcels(file: string, rows: number): Promise<void> {
  await pipeline(Readable.from(lines(rows)), createWriteStream(file));
}

function* lines(rows: number): Generator<string> {
  yield `${COLUMNS.join(',')}\n`;
  const random = seededRandom(20_261_121);
  const randomInteger = (low: number, high: number) => low + Math.floor(random() * (high - low + 1));
  const pick = (items: readonly string[]) => items[randomInteger(0, items.length - 1)] ?? '';
  for (let n = 0; n < rows; n++) {
    const landValue = randomInteger(20, 400) * 1_000;
    const buildingValue = randomInteger(0, 900) * 1_000;
    yield `${[
      `${randomInteger(1, 200)}-${n}`,
      `${randomInteger(1, 9_999)} ${pick(STREETS)}`,
      'LEBANON',
      `0${randomInteger(3_700, 3_799)}`,
      pick(LAND_USES),
      pick(ZONES),
      (randomInteger(5, 4_000) / 100).toFixed(2),
      random() < 0.1 ? '' : `${randomInteger(600, 9_000)}.0`,
      random() < 0.35 ? '' : `${randomInteger(1, 3)}.0`,
      randomInteger(1, 40),
      random() < 0.15 ? '' : `${randomInteger(1_850, 2_024)}.0`,
      landValue,
      buildingValue,
      landValue + buildingValue,
      random() < 0.17 ? `"ROCK RIDGE ${n}, LLC"` : '',
      (43.6 + random() / 10).toFixed(6),
      (-72.3 + random() / 10).toFixed(6),
    ].join(',')}\n`;
  }
}
