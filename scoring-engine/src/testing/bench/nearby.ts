import { type Facility, FEET_PER_METER, type LayerKind } from '@landline/event-schemas';
import type { Place } from '../../nearby/point-index.ts';
import { Ruler } from '../../nearby/ruler.ts';
import { type LayerWithFacilities, PLACE_KINDS, SITE_FEET, Surroundings } from '../../nearby/surroundings.ts';
import { seededRandom } from '../random.ts';

/** Benchmark request over IPC: candidates looked up per second, through the index or by brute force. */
interface Request {
  readonly kind: 'index' | 'one-by-one';
  readonly count: number;
}

/** 10,000 facilities over a county of 70 by 60 miles, in realistic proportions. */
const SHARES: readonly [LayerKind, number][] = [
  ['epa', 4_000],
  ['ust', 3_000],
  ['lust', 1_500],
  ['interchange', 600],
  ['distribution_center', 600],
  ['airport', 200],
  ['rail', 100],
];
const PLACES = 100_000;

const random = seededRandom();
const somewhere = (): Place => ({ latitude: 33.7 + random() * 0.85, longitude: -118.8 + random() * 1.2 });
const layers: LayerWithFacilities[] = SHARES.map(([kind, count]) => ({
  layer: {
    layer_id: kind,
    kind,
    name: kind,
    source: 'benchmark',
    source_date: '2026',
    licence: null,
    note: null,
    is_made_up: true,
    coverage_miles: 5,
  },
  facilities: Array.from({ length: count }, (_, n) => facilityAt(somewhere(), n)),
}));
const candidates = Array.from({ length: PLACES }, somewhere);
const surroundings = new Surroundings(layers);

function facilityAt(place: Place, n: number): Facility {
  const emptyFields = {
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
  };
  return { ...emptyFields, ...place, facility_id: String(n), name: `Facility ${n}` };
}

/** Returns a checksum that must be the same for both methods. */
function throughIndex(count: number): number {
  const view = surroundings.view();
  let sum = 0;
  for (let at = 0; at < count; at++) {
    const { latitude, longitude } = candidates[at % PLACES] as Place;
    const nearby = surroundings.find(latitude, longitude, view);
    if (nearby) sum += nearby.siteCount + nearby.places.reduce((total, place) => total + place, 0);
  }
  return sum;
}

function oneByOne(count: number): number {
  const ruler = new Ruler();
  const sites = surroundings.sites.map(({ facility }) => facility);
  const reaches = Object.values(PLACE_KINDS);
  const places = surroundings.places.map((facilities) => facilities.map(({ facility }) => facility));
  let sum = 0;
  for (let at = 0; at < count; at++) {
    const { latitude, longitude } = candidates[at % PLACES] as Place;
    ruler.from(latitude, longitude);
    for (const site of sites)
      if (ruler.to(site.latitude, site.longitude) <= SITE_FEET / FEET_PER_METER) sum++;
    for (const [kind, placesOfKind] of places.entries()) {
      let nearest = -1;
      let best: number = reaches[kind] ?? 0;
      for (const [index, place] of placesOfKind.entries()) {
        const meters = ruler.to(place.latitude, place.longitude);
        if (meters < best) {
          best = meters;
          nearest = index;
        }
      }
      sum += nearest;
    }
  }
  return sum;
}

process.on('message', ({ kind, count }: Request) => {
  // CPU time of this process: other load on the machine does not count.
  const before = process.cpuUsage();
  const found = kind === 'index' ? throughIndex(count) : oneByOne(count);
  const { user, system } = process.cpuUsage(before);
  const perSecond = (count / (user + system)) * 1_000_000;
  process.send?.({ perSecond, found });
});
process.on('disconnect', () => process.exit(0));
process.send?.({ ready: true });
