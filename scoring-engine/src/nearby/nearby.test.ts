import type { EnvironmentLayer, Facility, LayerKind } from '@landline/event-schemas';
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { numberBetween } from '../testing/number-between.ts';
import { AreaIndex } from './area-index.ts';
import { PointIndex, SearchResults } from './point-index.ts';
import { Ruler } from './ruler.ts';
import { type LayerWithFacilities, Surroundings } from './surroundings.ts';

const RADIANS = Math.PI / 180;
const METERS_PER_FOOT = 1 / 3.28084;

/** Returns the great-circle distance in meters. */
function haversine(a: Place, b: Place): number {
  const h =
    Math.sin(((b.latitude - a.latitude) * RADIANS) / 2) ** 2 +
    Math.cos(a.latitude * RADIANS) *
      Math.cos(b.latitude * RADIANS) *
      Math.sin(((b.longitude - a.longitude) * RADIANS) / 2) ** 2;
  return 2 * 6_371_008.8 * Math.asin(Math.sqrt(h));
}

interface Place {
  latitude: number;
  longitude: number;
}
const place = fc.record({
  latitude: fc.double({ min: 18, max: 71, noNaN: true }),
  longitude: fc.double({ min: -165, max: -66, noNaN: true }),
});
const around = ({ latitude, longitude }: Place, degrees: number) =>
  fc.record({
    latitude: fc.double({ min: latitude - degrees, max: latitude + degrees, noNaN: true }),
    longitude: fc.double({ min: longitude - degrees, max: longitude + degrees, noNaN: true }),
  });

const facility = (fields: Partial<Facility> & Place, id = 0): Facility => ({
  facility_id: String(id),
  name: `Facility ${id}`,
  source: null,
  contamination_type: null,
  regulatory_status: null,
  risk_level: null,
  site_address: null,
  notification_date: null,
  closure_date: null,
  importance: null,
  flood_zone: null,
  is_100_year_flood: null,
  soil_contamination: null,
  soil_drainage: null,
  polygons: null,
  ...fields,
});
const layer = (
  kind: LayerKind,
  facilities: Facility[],
  more: Partial<EnvironmentLayer> = {},
): LayerWithFacilities => ({
  layer: {
    layer_id: kind,
    kind,
    name: kind,
    source: 'test',
    source_date: '2026',
    licence: null,
    note: null,
    is_made_up: false,
    coverage_miles: null,
    ...more,
  },
  facilities,
});

describe('distances', () => {
  test('are within half a percent of the great circle up to 100 km', () => {
    fc.assert(
      fc.property(
        place.chain((from) => fc.tuple(fc.constant(from), around(from, 0.8))),
        ([from, to]) => {
          const exact = haversine(from, to);
          const measured = new Ruler().from(from.latitude, from.longitude).to(to.latitude, to.longitude);
          expect(Math.abs(measured - exact)).toBeLessThanOrEqual(exact * 0.005 + 0.01);
        },
      ),
      { numRuns: 2_000 },
    );
  });
});

describe('point index', () => {
  const scattered = place.chain((middle) =>
    fc.tuple(
      fc.array(around(middle, 0.3), { maxLength: 120, size: 'max' }),
      around(middle, 0.4),
      numberBetween(1, 60_000),
    ),
  );
  const RUNS = 500;

  test('finds the same places within a radius as brute force, nearest first', () => {
    let partialCount = 0;
    fc.assert(
      fc.property(scattered, ([places, from, meters]) => {
        const results = new SearchResults();
        new PointIndex(places).within(from.latitude, from.longitude, meters, results);
        const ruler = new Ruler().from(from.latitude, from.longitude);
        const expected = places
          .map((to, index) => ({ index, meters: ruler.to(to.latitude, to.longitude) }))
          .filter((place) => place.meters <= meters)
          .sort((a, b) => a.meters - b.meters || a.index - b.index);
        expect([...results.indexes.slice(0, results.count)]).toEqual(expected.map(({ index }) => index));
        if (expected.length > 1 && expected.length < places.length) partialCount++;
      }),
      { numRuns: RUNS },
    );
    expect(partialCount).toBeGreaterThan(RUNS / 4);
  });

  test('finds the same nearest place as brute force', () => {
    const outcomes = { nearest: 0, none: 0 };
    fc.assert(
      fc.property(scattered, ([places, from, meters]) => {
        const index = new PointIndex(places);
        const nearest = index.nearest(from.latitude, from.longitude, meters);
        const ruler = new Ruler().from(from.latitude, from.longitude);
        const distances = places.map((to) => ruler.to(to.latitude, to.longitude));
        const shortest = Math.min(Infinity, ...distances.filter((distance) => distance <= meters));
        expect(nearest).toBe(shortest === Infinity ? -1 : distances.indexOf(shortest));
        if (nearest >= 0) expect(index.distance).toBe(shortest);
        outcomes[nearest >= 0 ? 'nearest' : 'none']++;
      }),
      { numRuns: RUNS },
    );
    expect(Math.min(outcomes.nearest, outcomes.none), JSON.stringify(outcomes)).toBeGreaterThan(RUNS / 20);
  });
});

describe('area index', () => {
  const RUNS = 250;
  const ring = (x: number, y: number, size: number) => [
    x,
    y,
    x + size,
    y,
    x + size,
    y + size,
    x,
    y + size,
    x,
    y,
  ];

  test('finds the rectangles that contain a place', () => {
    const square = fc.record({
      x: fc.double({ min: -118, max: -117, noNaN: true }),
      y: fc.double({ min: 33, max: 34, noNaN: true }),
      size: numberBetween(0.001, 0.5),
    });
    const counts = { none: 0, one: 0, several: 0 };
    fc.assert(
      fc.property(
        fc.array(square, { maxLength: 40, size: 'max' }),
        around({ latitude: 33.6, longitude: -117.4 }, 0.5),
        (squares, at) => {
          const index = new AreaIndex(squares.map(({ x, y, size }) => [[ring(x, y, size)]]));
          const areas: number[] = [];
          index.containing(at.latitude, at.longitude, (area) => areas.push(area));
          const { latitude: lat, longitude: lon } = at;
          const expected = squares.flatMap(({ x, y, size }, n) =>
            lon > x && lon < x + size && lat > y && lat < y + size ? [n] : [],
          );
          expect(areas).toEqual(expected);
          counts[areas.length === 0 ? 'none' : areas.length === 1 ? 'one' : 'several']++;
        },
      ),
      { numRuns: RUNS },
    );
    expect(Math.min(...Object.values(counts)), JSON.stringify(counts)).toBeGreaterThan(RUNS / 10);
  });

  test('ignores areas without edges', () => {
    const index = new AreaIndex([[], [[ring(-118, 34, 0.1)]]]);
    const areas: number[] = [];
    index.containing(34.05, -117.95, (area) => areas.push(area));
    expect(areas).toEqual([1]);
  });

  test('excludes holes and handles outlines with many corners', () => {
    const circle = Array.from({ length: 4_000 }, (_, n) => [
      -118 + 0.1 * Math.cos((n / 4_000) * 2 * Math.PI),
      34 + 0.1 * Math.sin((n / 4_000) * 2 * Math.PI),
    ]).flat();
    const index = new AreaIndex([[[circle, ring(-118.01, 33.99, 0.02)]]]);
    const contains = (latitude: number, longitude: number) => {
      let isInside = false;
      index.containing(latitude, longitude, () => {
        isInside = true;
      });
      return isInside;
    };
    expect(contains(34, -118)).toBe(false);
    expect(contains(34.05, -118)).toBe(true);
    expect(contains(34.0999, -118)).toBe(true);
    expect(contains(34.1001, -118)).toBe(false);
  });
});

describe('surroundings', () => {
  const HOME = { latitude: 34, longitude: -118 };
  /** Returns a place this many feet north. */
  const north = (feet: number): Place => ({
    latitude: HOME.latitude + (feet * METERS_PER_FOOT) / (6_371_008.8 * RADIANS),
    longitude: HOME.longitude,
  });
  const surroundingsAt = (layers: LayerWithFacilities[], at: Place = HOME) => {
    const surroundings = new Surroundings(layers);
    return surroundings.find(at.latitude, at.longitude, surroundings.view());
  };

  test('include exactly the sites within a mile', () => {
    const view = surroundingsAt([
      layer('epa', [facility(north(5_281), 1), facility(north(5_279), 2), facility(north(300), 3)]),
    ]);
    expect(view?.siteCount).toBe(2);
    expect([...(view?.feet ?? []).slice(0, 2)]).toEqual([300, 5_279]);
  });

  test('are undefined without coverage, and empty with coverage', () => {
    const far = facility(north(20_000), 1);
    expect(surroundingsAt([layer('epa', [far], { coverage_miles: 3 })])).toBeUndefined();
    expect(surroundingsAt([layer('epa', [far], { coverage_miles: 5 })])).toMatchObject({
      consulted: [0],
      siteCount: 0,
    });
    expect(surroundingsAt([layer('epa', [far])])).toMatchObject({ consulted: [0], siteCount: 0 });
    expect(surroundingsAt([])).toBeUndefined();
  });

  test('include the nearest interchange within 50 km', () => {
    const km = (n: number) => facility(north(n * 3_280.84), n);
    expect(surroundingsAt([layer('interchange', [km(51)])])).toBeUndefined();
    const view = surroundingsAt([layer('interchange', [km(49), km(12), km(30)])]);
    expect(view?.places[0]).toBe(1);
    expect(view?.meters[0]).toBeCloseTo(12_000, -1);
  });

  test('use the worst of overlapping flood zones', () => {
    const polygons = [[[-119, 33, -117, 33, -117, 35, -119, 35]]];
    const zones = [
      facility({ ...HOME, flood_zone: 'X', polygons }, 1),
      facility({ ...HOME, flood_zone: 'AE', is_100_year_flood: true, polygons }, 2),
      facility({ ...HOME, flood_zone: 'A', polygons }, 3),
    ];
    expect(surroundingsAt([layer('flood', zones)])?.flood).toBe(1);
    expect(surroundingsAt([layer('flood', zones)], { latitude: 36, longitude: -118 })).toBeUndefined();
  });

  test('have another fingerprint after any change', () => {
    const fingerprints = [
      surroundingsAt([layer('epa', [facility(north(300), 1)])]),
      surroundingsAt([layer('epa', [facility(north(301), 1)])]),
      surroundingsAt([layer('epa', [facility(north(300), 2)])]),
      surroundingsAt([layer('epa', [facility(north(300), 1)], { layer_id: 'newer' })]),
      surroundingsAt([
        layer('epa', [facility(north(300), 1)]),
        layer('interchange', [facility(north(300), 1)]),
      ]),
      surroundingsAt([layer('rail', [facility(north(300), 1)])]),
      surroundingsAt([layer('interchange', [facility(north(300), 1)])]),
    ].map((view) => view?.fingerprint);
    expect(new Set(fingerprints).size).toBe(fingerprints.length);
  });
});
