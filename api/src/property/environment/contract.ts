import { environmentLayer, facility, type LayerKind, layerKind } from '@landline/event-schemas';
import { z } from 'zod';
import { dataResponse } from '../../platform/http/response-contract.ts';
import { fileFormat, rejectedRow, uploadedFile } from '../imports/contract.ts';
import { facilityField } from './fields.ts';

export const LAYER_KIND_TITLES: Readonly<Record<LayerKind, string>> = {
  epa: 'EPA facilities',
  npl: 'Superfund sites (NPL)',
  ust: 'Underground storage tanks (UST)',
  lust: 'Leaking underground storage tanks (LUST)',
  flood: 'Flood zones',
  soil: 'Soil',
  interchange: 'Interchanges',
  rail: 'Rail facilities',
  airport: 'Airports',
  distribution_center: 'Distribution centers',
};

const profileNames = [
  'epa-nei',
  'superfund',
  'utah-interchanges',
  'rail-terminals',
  'airports',
  'generic',
] as const;
export const layerProfileName = z.enum(profileNames);
export type LayerProfileName = (typeof profileNames)[number];

/** Defaults for the files of a known source; the importer can change them. */
interface LayerDefaults {
  readonly title: string;
  readonly name: string;
  readonly source: string;
  readonly source_date?: string;
  readonly licence: string;
  readonly note?: string;
}
export const LAYER_PROFILES: Readonly<Record<LayerProfileName, LayerDefaults>> = {
  'epa-nei': {
    title: 'EPA National Emissions Inventory',
    name: 'EPA air emission facilities',
    source: 'EPA National Emissions Inventory 2020',
    source_date: '2020',
    licence: 'Public domain (US government)',
    note: 'Facilities with air emissions; does not cover storage tanks.',
  },
  superfund: {
    title: 'Superfund sites of the National Priorities List',
    name: 'Superfund sites (NPL)',
    source: 'US GAO-20-73, EPA National Priorities List',
    source_date: '2019',
    licence: 'Public domain (US government)',
  },
  'utah-interchanges': {
    title: 'Wasatch Front interchanges',
    name: 'Wasatch Front interchanges',
    source: 'Wasatch Front Regional Council, 2023 transportation plan',
    source_date: '2023',
    licence: 'Not stated by the source',
    note: 'Current interchanges only.',
  },
  'rail-terminals': {
    title: 'Rail freight terminals, approximate',
    name: 'Rail freight terminals',
    source: 'Intermodal terminals, compiled by hand',
    licence: 'Not stated by the source',
    note: 'Positions are city centers, accurate to about 1 km or worse: for demonstration only.',
  },
  airports: {
    title: 'OpenFlights and OurAirports',
    name: 'Cargo airports',
    source: 'OpenFlights, OurAirports',
    licence: 'ODbL; runways in the public domain',
    note: 'Cargo volumes are not public: an airport counts if it has at least 7,000 ft of hard runway, and as a hub if it has at least 10,000 ft and two runways.',
  },
  generic: { title: 'Columns matched by name', name: '', source: '', licence: '' },
};

/** Default coverage of a list of sites around each site, in miles; null covers the whole country. */
export const COVERAGE_MILES: Readonly<Partial<Record<LayerKind, number | null>>> = {
  epa: 5,
  npl: null,
  ust: 5,
  lust: 5,
};

export const facilityMapping = z.record(z.string(), facilityField.nullable());
export type FacilityMapping = z.infer<typeof facilityMapping>;

/** POST /api/geo/environment/layers */
export const createLayerBody = environmentLayer
  .omit({ layer_id: true, coverage_miles: true, licence: true, note: true, is_made_up: true })
  .extend({
    name: z.string().trim().min(1).max(120),
    source: z.string().trim().min(1).max(300),
    licence: z.string().trim().max(300).optional(),
    note: z.string().trim().max(300).optional(),
    is_made_up: z.boolean().optional(),
    /** Sites only, in miles; 0 means everywhere. */
    coverage_miles: z.number().min(0).max(3_000).optional(),
    file_name: z.string().min(1).max(255),
    file_bytes: z.int().min(1),
    profile: layerProfileName.optional(),
    mapping: facilityMapping.optional(),
  });
export type CreateLayerBody = z.infer<typeof createLayerBody>;

/** A layer with the progress of its upload and import. */
export const layerStatus = environmentLayer.extend({
  ...uploadedFile.shape,
  profile: layerProfileName.nullable(),
  status: z.enum(['uploading', 'running', 'completed', 'failed', 'removed']),
  registered_at: z.string().nullable(),
});
export type LayerStatus = z.infer<typeof layerStatus>;
export const layerResponse = dataResponse(layerStatus);

/** Progress of a dataset's environmental assessment. */
export const datasetAssessment = z.object({
  dataset_key: z.string(),
  dataset_name: z.string(),
  status: z.enum(['running', 'completed']),
  candidates: z.int(),
  looked_at: z.int(),
  changed: z.int(),
  started_at: z.string(),
  finished_at: z.string().nullable(),
});
export type DatasetAssessment = z.infer<typeof datasetAssessment>;

/** GET /api/geo/environment/layers */
export const layersResponse = dataResponse(
  z.object({ layers: z.array(layerStatus), assessments: z.array(datasetAssessment) }),
);

/** POST /api/geo/environment/layers/preview; the body is the start of the file. */
export const layerPreviewQuery = z.object({
  kind: layerKind,
  file_name: z.string().min(1).max(255),
  file_bytes: z.coerce.number().int().min(0),
  profile: layerProfileName.optional(),
});
const layerPreview = z.object({
  format: fileFormat,
  profile: layerProfileName,
  columns: z.array(z.object({ column: z.string(), field: facilityField.nullable() })),
  rows: z.array(z.object({ line: z.int(), facility: facility.omit({ polygons: true }) })),
  rejected: z.array(rejectedRow),
  problems: z.array(z.string()),
});
export type LayerPreview = z.infer<typeof layerPreview>;
export const layerPreviewResponse = dataResponse(layerPreview);

/** Layers behind a candidate's environmental data, except those whose facts its own file replaces. */
export const candidateEnvironment = z.object({
  assessed_at: z.string(),
  /** Layers of sites that cover the candidate. */
  consulted: z.array(z.string()),
  flood_layer: z.string().nullable(),
  soil_layer: z.string().nullable(),
  layers: z.array(environmentLayer),
});
export type CandidateEnvironment = z.infer<typeof candidateEnvironment>;
