import type { Breakdown, CandidateDetail } from '@landline/api/property/candidates/contract';
import {
  formatAcres,
  formatCount,
  formatCurrency,
  formatRatio,
  formatScore,
  formatSquareFeet,
  MISSING,
  signedPoints,
} from '../../../shared/format.ts';
import { partsOf } from './score-parts.ts';

export interface ComparedCandidate {
  candidate: CandidateDetail;
  breakdown: Breakdown | undefined;
}

interface ComparisonLine {
  label: string;
  /** One per candidate. */
  values: string[];
  /** Whether each candidate has the best value; empty for lines that are not ranked. */
  best: boolean[];
}

interface ComparisonGroup {
  title: string;
  lines: ComparisonLine[];
}

interface Field {
  label: string;
  text: (candidate: CandidateDetail) => string | null;
  /** Value to rank by, for lines where more is better. */
  rank?: (candidate: CandidateDetail) => number | null;
}

const SCORE: Field = {
  label: 'AI score',
  text: ({ score }) => formatScore(score),
  rank: ({ score }) => score,
};

const PROPERTY: readonly Field[] = [
  { label: 'Location', text: ({ city, zip_code }) => [city, zip_code].filter(Boolean).join(' ') },
  {
    label: 'Lot size',
    text: ({ parcel_area }) => formatAcres(parcel_area),
    rank: ({ parcel_area }) => parcel_area,
  },
  {
    label: 'Open space',
    text: ({ open_ratio }) => formatRatio(open_ratio),
    rank: ({ open_ratio }) => open_ratio,
  },
  { label: 'Building area', text: ({ building_area }) => formatSquareFeet(building_area) },
  { label: 'Units', text: ({ units }) => formatCount(units) },
  { label: 'Year built', text: ({ year_built }) => (year_built === null ? null : String(year_built)) },
  { label: 'Zoning', text: ({ zoning_code }) => zoning_code },
  { label: 'Classification', text: ({ manual_classification }) => manual_classification },
];

const OWNER: readonly Field[] = [
  { label: 'Owner', text: ({ owner_name }) => owner_name },
  { label: 'Market value', text: ({ market_value }) => formatCurrency(market_value) },
  { label: 'Taxable value', text: ({ taxable_value }) => formatCurrency(taxable_value) },
];

/** Compares two to four candidates: their scores by component, and their facts. */
export function comparisonOf(compared: readonly ComparedCandidate[]): ComparisonGroup[] {
  const candidates = compared.map(({ candidate }) => candidate);
  const line = ({ label, text, rank }: Field): ComparisonLine => ({
    label,
    values: candidates.map((candidate) => text(candidate) || MISSING),
    best: rank ? bestOf(candidates.map(rank)) : [],
  });
  const groups = [
    { title: 'Score', lines: [line(SCORE), ...scoreLines(compared)] },
    { title: 'Property', lines: PROPERTY.map(line) },
  ];
  const allIos = candidates.every(({ property_type }) => property_type === 'ios');
  return allIos ? [...groups, { title: 'Owner and value', lines: OWNER.map(line) }] : groups;
}

/** Marks the highest values; none if all are equal. */
function bestOf(values: readonly (number | null)[]): boolean[] {
  const known = values.filter((value) => value !== null);
  const highest = Math.max(...known);
  const isTie = known.length < 2 || known.every((value) => value === highest);
  return values.map((value) => !isTie && value === highest);
}

/** Score components, then adjustments. Scores of different property types have no components in common. */
function scoreLines(compared: readonly ComparedCandidate[]): ComparisonLine[] {
  const scores = compared.map(({ breakdown }) => breakdown && partsOf(breakdown));
  const types = new Set(compared.map(({ candidate }) => candidate.property_type));
  const components = types.size === 1 ? (scores.find(Boolean)?.components ?? []) : [];
  const names = new Set(scores.flatMap((score) => score?.adjustments.map(({ name }) => name) ?? []));
  return [
    ...components.map(({ label, maxPoints }) => {
      const points = scores.map(
        (score) => score?.components.find((component) => component.label === label)?.points ?? null,
      );
      return { label: `${label} (of ${maxPoints})`, values: points.map(formatScore), best: bestOf(points) };
    }),
    ...[...names].map((name) => {
      const points = scores.map(
        (score) => score?.adjustments.find((adjustment) => adjustment.name === name)?.points,
      );
      const values = points.map((value) => (value === undefined ? '0.0' : signedPoints(value)));
      return { label: name, values, best: [] };
    }),
  ];
}
