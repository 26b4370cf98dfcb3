import type { LayerProfile } from './profile.ts';

/**
 * No public file says how much cargo an airport handles, so the runway does: a loaded freighter of the 737 and 757 class
 * wants 7,000 ft of hard surface, one of the 747 and 777 class 10,000 ft and, to be relied on, a second runway.
 */
const CARGO_RUNWAY_FT = 7_000;
const HUB_RUNWAY_FT = 10_000;
const HUB_RUNWAYS = 2;

/** OpenFlights' airports with OurAirports' runways. */
export const airports: LayerProfile = {
  name: 'airports',
  signature: ['iata', 'icao', 'longest_runway_ft', 'hard_surface'],
  columns: {
    icao: 'facility_id',
    name: 'name',
    city: 'site_address',
    latitude: 'latitude',
    longitude: 'longitude',
    longest_runway_ft: 'longest_runway_ft',
    runways: 'runways',
    hard_surface: 'hard_surface',
  },
  complete(draft) {
    const isHub = (draft.longest_runway_ft ?? 0) >= HUB_RUNWAY_FT && (draft.runways ?? 0) >= HUB_RUNWAYS;
    draft.importance = isHub ? 'critical' : 'major';
  },
  refuse(draft, cell) {
    if (cell('iata') === null) return 'Has no IATA code: no airline or forwarder can be sent there';
    if (!draft.hard_surface) return 'Has no runway of hard surface';
    const feet = draft.longest_runway_ft;
    if (feet === null) return 'Says nothing of its runways';
    return feet < CARGO_RUNWAY_FT
      ? `Its longest runway has ${feet.toLocaleString('en')} ft: freighters want 7,000`
      : undefined;
  },
};
