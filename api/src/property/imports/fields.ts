import { CANDIDATE_FIELDS, type CandidateField } from '@landline/event-schemas';
import { z } from 'zod';

/** Nearest facilities; each has three columns in a flat file, e.g. `closest_interchange_name`. */
const INFRASTRUCTURE_FIELDS = [
  'closest_interchange',
  'closest_rail_facility',
  'closest_airport_cargo',
  'closest_distribution_center',
] as const satisfies readonly CandidateField[];
export type InfrastructureField = (typeof INFRASTRUCTURE_FIELDS)[number];

const INFRASTRUCTURE_PARTS = ['name', 'distance_meters', 'importance'] as const;
type InfrastructurePart = (typeof INFRASTRUCTURE_PARTS)[number];

/** Values of a file that are not candidate fields, but from which candidate fields are derived. */
const DERIVATION_FIELDS = [
  'parcel_acres',
  'living_area',
  'stories',
  'rect_fill',
  'compactness',
  'geometry',
] as const;
export type DerivationField = (typeof DERIVATION_FIELDS)[number];

type PlainField = Exclude<CandidateField, 'id' | InfrastructureField>;

/** A field that a file column can fill. */
export type ImportField = PlainField | `${InfrastructureField}_${InfrastructurePart}` | DerivationField;

const isInfrastructure = (field: CandidateField): field is InfrastructureField =>
  (INFRASTRUCTURE_FIELDS as readonly string[]).includes(field);

export const IMPORT_FIELDS: readonly ImportField[] = [
  ...CANDIDATE_FIELDS.flatMap((field): ImportField[] => {
    if (field === 'id') return [];
    if (!isInfrastructure(field)) return [field];
    return INFRASTRUCTURE_PARTS.map((part): ImportField => `${field}_${part}`);
  }),
  ...DERIVATION_FIELDS,
];
export const importField = z.enum(IMPORT_FIELDS as [ImportField, ...ImportField[]]);
