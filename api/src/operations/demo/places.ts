import type { Random } from './random.ts';

export interface Place {
  readonly latitude: number;
  readonly longitude: number;
  readonly street_address: string;
  readonly zip_code: string;
}

const degrees = (value: number) => Number(value.toFixed(6));

/** Returns a place between Inglewood and Prairie Avenue, 116th and 139th Street; house numbers follow the city's grid. */
export function placeInHawthorne(random: Random): Place {
  const latitude = degrees(random.between(33.9056, 33.9288));
  const longitude = degrees(random.between(-118.36, -118.3445));
  const street = 116 + Math.round((33.92885 - latitude) / 0.001009);
  const avenue = random.pick([
    'Grevillea Ave',
    'Truro Ave',
    'Eucalyptus Ave',
    'Birch Ave',
    'Ramona Ave',
    'Doty Ave',
    'Freeman Ave',
    'Acacia Ave',
    'Cedar Ave',
    'Larch Ave',
  ]);
  const acrossNumber = Math.round(4416 + (-118.35332 - longitude) * 49_500);
  const street_address = random.chance(0.55)
    ? `${acrossNumber} W ${ordinal(street)} St`
    : `${street * 100 + random.integer(1, 98)} ${avenue}`;
  return { latitude, longitude, street_address, zip_code: '90250' };
}

/** Returns a place between Santa Monica and Olympic Boulevard. */
export function placeInBeverlyHills(random: Random): Place {
  const isNorth = random.chance(0.4);
  const latitude = degrees(isNorth ? random.between(34.0682, 34.0735) : random.between(34.0595, 34.0665));
  const longitude = degrees(isNorth ? random.between(-118.4, -118.3915) : random.between(-118.4, -118.379));
  const number = isNorth
    ? 100 + ((latitude - 34.0672) / 0.0122) * 400
    : 100 + ((34.0668 - latitude) / 0.0085) * 300;
  const street = random.pick([
    'Oakhurst Dr',
    'Palm Dr',
    'Maple Dr',
    'Elm Dr',
    'Rexford Dr',
    'Crescent Dr',
    'Canon Dr',
    'Reeves Dr',
    'Doheny Dr',
    'Almont Dr',
    'Swall Dr',
    'Clark Dr',
  ]);
  const street_address = `${Math.round(number)} ${isNorth ? 'N' : 'S'} ${street}`;
  return { latitude, longitude, street_address, zip_code: isNorth ? '90210' : '90212' };
}

/** Returns a place in the industrial west of Salt Lake City, where addresses are grid coordinates. */
export function placeInSaltLakeCity(random: Random): Place {
  const latitude = degrees(random.between(40.728, 40.762));
  const longitude = degrees(random.between(-112.022, -111.9395));
  const south = (40.7694 - latitude) * 47_945;
  const west = 1_700 + (-111.9389 - longitude) * 45_560;
  const hundreds = (value: number) => Math.max(1, Math.round(value / 100)) * 100;
  const street_address = random.chance(0.5)
    ? `${Math.round(south)} S ${WEST_STREETS[hundreds(west)] ?? `${hundreds(west)} W`}`
    : `${Math.round(west)} W ${SOUTH_STREETS[hundreds(south)] ?? `${hundreds(south)} S`}`;
  return { latitude, longitude, street_address, zip_code: '84104' };
}

const WEST_STREETS: Readonly<Record<number, string>> = { 1700: 'Redwood Rd', 3400: 'Gladiola St' };
const SOUTH_STREETS: Readonly<Record<number, string>> = { 1300: 'California Ave', 900: 'Indiana Ave' };

function ordinal(number: number): string {
  const tens = number % 100;
  if (tens >= 11 && tens <= 13) return `${number}th`;
  return `${number}${['th', 'st', 'nd', 'rd'][number % 10] ?? 'th'}`;
}

/** A real facility of the region. */
export interface Landmark {
  readonly name: string;
  readonly latitude: number;
  readonly longitude: number;
  readonly importance: string | null;
}

/** Interchanges around Salt Lake City. The other lists below cover the same area. */
export const INTERCHANGES: readonly Landmark[] = [
  { name: 'I-80 / 5600 West', latitude: 40.771069, longitude: -112.024699, importance: null },
  { name: 'I-80 / Wright Brothers Drive', latitude: 40.769558, longitude: -112.004599, importance: null },
  { name: 'I-80 / Bangerter Highway', latitude: 40.764504, longitude: -111.986729, importance: 'major' },
  { name: 'I-80 / I-215', latitude: 40.765582, longitude: -111.949975, importance: 'critical' },
  { name: 'I-80 / Redwood Road', latitude: 40.766156, longitude: -111.938927, importance: null },
  { name: 'I-215 / California Avenue', latitude: 40.740764, longitude: -111.949231, importance: 'major' },
  { name: 'SR 201 / Redwood Road', latitude: 40.72409, longitude: -111.938764, importance: null },
  { name: 'SR 201 / I-215', latitude: 40.725223, longitude: -111.950827, importance: 'critical' },
  { name: 'SR 201 / 3200 West', latitude: 40.726715, longitude: -111.967596, importance: null },
  { name: 'SR 201 / Bangerter Highway', latitude: 40.725826, longitude: -111.985932, importance: 'major' },
  { name: 'SR 201 / 5600 West', latitude: 40.725806, longitude: -112.024487, importance: null },
];

export const RAIL_FACILITIES: readonly Landmark[] = [
  { name: 'Intermodal terminal', latitude: 40.7395, longitude: -112.0265, importance: 'critical' },
  { name: 'Roper Yard', latitude: 40.7145, longitude: -111.906, importance: 'major' },
];

export const CARGO_AIRPORTS: readonly Landmark[] = [
  { name: 'Salt Lake City International', latitude: 40.7884, longitude: -111.9778, importance: 'critical' },
];

export const DISTRIBUTION_CENTERS: readonly Landmark[] = [
  { name: 'International Center', latitude: 40.7742, longitude: -112.0131, importance: 'major' },
  { name: 'Centennial Park', latitude: 40.7349, longitude: -111.9868, importance: null },
];

const EARTH_RADIUS_M = 6_371_000;
const radians = (angle: number) => (angle * Math.PI) / 180;

/** Returns the nearest landmark and its distance in whole meters. */
export function nearestOf(landmarks: readonly Landmark[], from: { latitude: number; longitude: number }) {
  const [nearest] = landmarks
    .map(({ name, importance, ...at }) => ({ name, distance_meters: meters(from, at), importance }))
    .sort((a, b) => a.distance_meters - b.distance_meters);
  return nearest ?? null;
}

type Point = { latitude: number; longitude: number };

function meters(a: Point, b: Point): number {
  const north = radians(b.latitude - a.latitude);
  const east = radians(b.longitude - a.longitude) * Math.cos(radians((a.latitude + b.latitude) / 2));
  return Math.round(EARTH_RADIUS_M * Math.hypot(north, east));
}
