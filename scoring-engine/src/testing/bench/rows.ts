import type { CandidateFeatures } from '@landline/event-schemas';
import { CLASS_FIELDS, measureOf } from '../../features/measures.ts';
import { highwayOf, type IosClass, iosClassOf, railOf } from '../../ios/kinds.ts';
import type { ScoringModel } from '../../model/document.ts';
import { bandOf, inSquareFeet } from '../../model/lookup.ts';

type Row = Partial<CandidateFeatures>;

interface RowScore {
  readonly score: number | null;
  readonly components: Readonly<
    Record<'property_use' | 'site_utilization' | 'lot_size' | 'transportation', number>
  >;
  readonly penalties: readonly { readonly label: string; readonly multiplier: number }[];
}

/**
 * Returns the IOS formula in plain JavaScript: a function from a row and its environmental multiplier to its
 * breakdown. As in the kernel, texts are resolved once per combination, and the environmental multipliers are passed
 * in.
 */
export function rowScorer({
  ios,
  parcel_area,
  building_area,
}: ScoringModel): (row: Row, multiplier: number) => RowScore {
  const lotSizes = inSquareFeet(ios.lot_size);
  const classes = new Map<string, IosClass>();
  const classOf = (row: Row): IosClass => {
    const key = CLASS_FIELDS.ios.map((field) => row[field] ?? '').join('|');
    let iosClass = classes.get(key);
    if (iosClass === undefined) {
      const {
        ios_property_type = null,
        zoning_code = null,
        lot_use = null,
        lot_shape = null,
        topography = null,
      } = row;
      iosClass = iosClassOf(ios, { ios_property_type, zoning_code, lot_use, lot_shape, topography });
      classes.set(key, iosClass);
    }
    return iosClass;
  };

  return (row, multiplier) => {
    const { kinds, isUnclassified, dealBreaker } = classOf(row);
    const openRatio = measureOf(row, 'open_ratio');
    const highway = highwayOf(ios, row.closest_interchange?.distance_meters ?? Number.NaN);
    const rail = railOf(ios, row.closest_rail_facility?.distance_meters ?? Number.NaN);
    const { highway_weight, rail_weight } = ios.transportation;
    const components = {
      property_use: kinds.property_type.value + kinds.zoning.value + kinds.lot_use.value,
      site_utilization:
        (bandOf(ios.open_ratio, openRatio)?.value ?? 0) + kinds.lot_shape.value + kinds.topography.value,
      lot_size: bandOf(lotSizes, row.parcel_area ?? Number.NaN)?.value ?? 0,
      transportation: Math.round(highway.tenths * highway_weight * 10 + rail.tenths * rail_weight * 10) / 100,
    };
    const penalties: { label: string; multiplier: number }[] = [];
    const base =
      components.property_use + components.site_utilization + components.lot_size + components.transportation;
    let score = base;
    const coverage = bandOf(ios.open_space_penalty, openRatio);
    if (coverage && coverage.value < 1) {
      score *= coverage.value;
      penalties.push({ label: coverage.label, multiplier: coverage.value });
    }
    if (multiplier < 1) {
      score *= multiplier;
      penalties.push({ label: 'Environmental multiplier', multiplier });
    }
    if (dealBreaker !== null) {
      score = 0;
      penalties.push({ label: 'Deal breaker', multiplier: 0 });
    }
    const area = row.parcel_area ?? Number.NaN;
    const isOutside =
      !(area >= parcel_area.from && area <= parcel_area.to) || (row.building_area ?? 0) > building_area.to;
    return {
      score: isOutside || isUnclassified ? null : Math.min(100, Math.max(0, Math.round(score * 10) / 10)),
      components,
      penalties,
    };
  };
}
