import { readFileSync } from 'node:fs';
import type { CandidateFeatures } from '@landline/event-schemas';
import { candidateWith } from './candidates.ts';

const FILE = new URL('../../../../shared/data/parcels/lebanon_nh_parcels_2025.csv', import.meta.url);

/**
 * Returns the parcels of a real city's roll with the fields that scoring reads; undefined if the file is missing.
 */
export function lebanonParcels(): CandidateFeatures[] | undefined {
  let text: string;
  try {
    text = readFileSync(FILE, 'utf8');
  } catch {
    return undefined;
  }
  const [header = [], ...rows] = text.trim().split('\n').map(cells);
  return rows.map((row) => {
    const cell = (name: string) => row[header.indexOf(name)] || null;
    const amount = (name: string) => (cell(name) === null ? null : Number(cell(name)));
    const parcel_area = amount('parcel_area_sqft') || null;
    const living = amount('living_area_sqft');
    const building_area = living === null ? null : Math.round(living / Math.max(1, amount('stories') ?? 1));
    const perimeter = amount('perimeter_ft');
    const use = cell('use_group');
    return candidateWith({
      apn: cell('apn') ?? '',
      units: amount('units_est'),
      parcel_area,
      building_area,
      building_area_source: 'estimated',
      zoning_code: cell('zoning'),
      ios_property_type: use?.replaceAll('_', ' ') ?? null,
      lot_use: use?.includes('industrial') ? 'industrial' : use === 'single_family' ? 'residential' : use,
      lot_shape:
        parcel_area !== null && perimeter !== null && parcel_area / perimeter ** 2 > 0.045
          ? 'regular'
          : 'irregular',
    });
  });
}

/** Splits a CSV line. */
function cells(line: string): string[] {
  return [...line.matchAll(/(?:^|,)(?:"((?:[^"]|"")*)"|([^,]*))/g)].map(
    ([, quoted, plain]) => quoted?.replaceAll('""', '"') ?? plain ?? '',
  );
}
