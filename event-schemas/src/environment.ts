import { z } from 'zod';
import { key } from './fields.ts';

/** Kinds of environmental and infrastructure layers (spec 001 §3, §9). */
export const LAYER_KINDS = [
  'epa',
  'npl',
  'ust',
  'lust',
  'flood',
  'soil',
  'interchange',
  'rail',
  'airport',
  'distribution_center',
] as const;
export const layerKind = z.enum(LAYER_KINDS);
export type LayerKind = z.infer<typeof layerKind>;

/** Regulated sites: matched to parcels within a mile. */
export const SITE_KINDS = ['epa', 'npl', 'ust', 'lust'] as const satisfies readonly LayerKind[];
/** Polygons: matched to the parcels inside them. */
export const AREA_KINDS = ['flood', 'soil'] as const satisfies readonly LayerKind[];

const text = z.string().nullable();

/** A point or an area of a layer. Fields that its kind does not use are null. */
export const facility = z.object({
  /** Unique in its layer: the source's id, else derived from name and place. */
  facility_id: key().min(1),
  name: z.string(),
  latitude: z.number(),
  longitude: z.number(),
  /** For sites: one of the scoring model's environmental sources. */
  source: text,
  contamination_type: text,
  regulatory_status: text,
  risk_level: text,
  site_address: text,
  notification_date: text,
  closure_date: text,
  /** For infrastructure: `critical` counts as a hub. */
  importance: text,
  flood_zone: text,
  is_100_year_flood: z.boolean().nullable(),
  soil_contamination: text,
  soil_drainage: text,
  /**
   * For areas: polygons of rings (the first is the outer one) of longitude, latitude, longitude, latitude, …
   */
  polygons: z.array(z.array(z.array(z.number()))).nullable(),
});
export type Facility = z.infer<typeof facility>;

/** A layer and its provenance; both are shown beside every figure derived from it. */
export const environmentLayer = z.object({
  layer_id: key(),
  kind: layerKind,
  name: z.string(),
  source: z.string(),
  /** Date of the data: a year, a month or a day. */
  source_date: z
    .string()
    .regex(/^\d{4}(-\d{2}(-\d{2})?)?$/, 'Enter a year, month or day: 2020, 2020-05 or 2020-05-17'),
  licence: text,
  /** Caveats for readers, e.g. the precision of its positions. */
  note: text,
  /** True for generated data; the UI labels it. */
  is_made_up: z.boolean(),
  /**
   * For sites: the layer covers parcels within this many miles of one of its sites; null if it covers all
   * parcels.
   */
  coverage_miles: z.number().positive().nullable(),
});
export type EnvironmentLayer = z.infer<typeof environmentLayer>;
