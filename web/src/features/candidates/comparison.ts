import type { Breakdown, CandidateDetail } from '@landline/api/candidates/contract';
import {
  formatAcres,
  formatCount,
  formatCurrency,
  formatRatio,
  formatScore,
  formatSquareFeet,
  MISSING,
  signedPoints,
} from '../../shared/format.ts';
import { partsOf } from './score-parts.ts';

export interface Compared {
  candidate: CandidateDetail;
  breakdown: Breakdown | undefined;
}

/** One thing that candidates are compared by: what each shows, and which of them is best where more is better. */
interface Line {
  label: string;
  values: string[];
  best: boolean[];
}

export interface LineGroup {
  title: string;
  lines: Line[];
}

type Values = readonly (number | null)[];

/** More is better; where all are alike, none is. */
function bestOf(values: Values): boolean[] {
  const known = values.filter((value) => value !== null);
  const most = Math.max(...known);
  const isTie = known.length < 2 || known.every((value) => value === most);
  return values.map((value) => !isTie && value === most);
}

const ranked = (label: string, values: Values, show: (value: number | null) => string): Line => ({
  label,
  values: values.map(show),
  best: bestOf(values),
});
const plain = (label: string, values: readonly (string | null)[]): Line => ({
  label,
  values: values.map((value) => value || MISSING),
  best: values.map(() => false),
});

/** What two to four candidates are compared by: their scores part by part, and what is known of them. */
export function comparisonOf(compared: readonly Compared[]): LineGroup[] {
  const of = <T>(read: (candidate: CandidateDetail) => T) => compared.map(({ candidate }) => read(candidate));
  const allIos = of(({ property_type }) => property_type === 'ios').every(Boolean);
  const groups: LineGroup[] = [
    {
      title: 'Score',
      lines: [
        ranked(
          'AI score',
          of(({ score }) => score),
          formatScore,
        ),
        ...partLines(compared),
      ],
    },
    {
      title: 'Property',
      lines: [
        plain(
          'Place',
          of(({ city, zip_code }) => [city, zip_code].filter(Boolean).join(' ')),
        ),
        ranked(
          'Lot size',
          of(({ parcel_area }) => parcel_area),
          formatAcres,
        ),
        ranked(
          'Open space',
          of(({ open_ratio }) => open_ratio),
          formatRatio,
        ),
        {
          ...ranked(
            'Building area',
            of(({ building_area }) => building_area),
            formatSquareFeet,
          ),
          best: [],
        },
        {
          ...ranked(
            'Units',
            of(({ units }) => units),
            formatCount,
          ),
          best: [],
        },
        plain(
          'Year built',
          of(({ year_built }) => (year_built === null ? null : String(year_built))),
        ),
        plain(
          'Zoning',
          of(({ zoning_code }) => zoning_code),
        ),
        plain(
          'Classification',
          of(({ manual_classification }) => manual_classification),
        ),
      ],
    },
  ];
  if (!allIos) return groups;
  return [
    ...groups,
    {
      title: 'Owner and value',
      lines: [
        plain(
          'Owner',
          of(({ owner_name }) => owner_name),
        ),
        plain(
          'Market value',
          of(({ market_value }) => formatCurrency(market_value)),
        ),
        plain(
          'Taxable value',
          of(({ taxable_value }) => formatCurrency(taxable_value)),
        ),
      ],
    },
  ];
}

/** The parts of scores of one kind, then what moved them; scores of two kinds have no parts in common. */
function partLines(compared: readonly Compared[]): Line[] {
  const scores = compared.map(({ breakdown }) => breakdown && partsOf(breakdown));
  const kinds = new Set(compared.map(({ candidate }) => candidate.property_type));
  const labels = kinds.size === 1 ? (scores.find(Boolean)?.parts.map(({ label }) => label) ?? []) : [];
  const parts = labels.map((label) => {
    const found = scores.map((score) => score?.parts.find((part) => part.label === label));
    const max = found.find(Boolean)?.maxPoints;
    return ranked(
      `${label}${max === undefined ? '' : `, of ${max}`}`,
      found.map((part) => part?.points ?? null),
      formatScore,
    );
  });
  const names = [...new Set(scores.flatMap((score) => score?.changes.map(({ name }) => name) ?? []))];
  const changes = names.map((name) => {
    const points = scores.map((score) => score?.changes.find((change) => change.name === name)?.points);
    return {
      label: name,
      values: points.map((one) => (one === undefined ? '0.0' : signedPoints(one))),
      best: [],
    };
  });
  return [...parts, ...changes];
}
