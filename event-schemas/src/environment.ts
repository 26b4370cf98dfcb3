import { z } from 'zod';

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

/** Regulated sites: a parcel is looked for within a mile of them. */
export const SITE_KINDS = ['epa', 'npl', 'ust', 'lust'] as const satisfies readonly LayerKind[];
/** Polygons: a parcel lies in them or not. */
export const AREA_KINDS = ['flood', 'soil'] as const satisfies readonly LayerKind[];

const text = z.string().nullable();

/** A point or an area of a layer. What its kind has no use for is null. */
export const facility = z.object({
  /** Unique in its layer: the source's own, else made of its name and place. */
  facility_id: z.string().min(1),
  name: z.string(),
  latitude: z.number(),
  longitude: z.number(),
  /** Sites: one of the scoring model's environmental sources. */
  source: text,
  contamination_type: text,
  regulatory_status: text,
  risk_level: text,
  site_address: text,
  notification_date: text,
  closure_date: text,
  /** Infrastructure: `critical` counts as a hub. */
  importance: text,
  flood_zone: text,
  is_100_year_flood: z.boolean().nullable(),
  soil_contamination: text,
  soil_drainage: text,
  /** Areas: polygons of rings (the first is the outer one) of longitude, latitude, longitude, latitude, … */
  polygons: z.array(z.array(z.array(z.number()))).nullable(),
});
export type Facility = z.infer<typeof facility>;

/** What a layer is and where it comes from; both are shown beside every figure that it gives. */
export const environmentLayer = z.object({
  layer_id: z.string(),
  kind: layerKind,
  name: z.string(),
  source: z.string(),
  /** Of the data: a year, a month or a day. */
  source_date: z
    .string()
    .regex(/^\d{4}(-\d{2}(-\d{2})?)?$/, 'A date is a year, a month or a day: 2020, 2020-05, 2020-05-17'),
  licence: text,
  /** What readers have to know of it, e.g. how exact its positions are. */
  note: text,
  /** Its values are made up: the screen says so. */
  is_made_up: z.boolean(),
  /** Sites: how far from its own facilities it speaks for a parcel, in miles; null: everywhere. */
  coverage_miles: z.number().positive().nullable(),
});
export type EnvironmentLayer = z.infer<typeof environmentLayer>;
