import type { LayerProfile } from './profile.ts';

/**
 * Cargo volumes are not public, so the runways decide: a loaded 737 or 757 freighter needs 7,000 ft of hard surface, a 747
 * or 777 needs 10,000 ft and, for reliable operation, a second runway.
 */
const CARGO_RUNWAY_FT = 7_000;
const HUB_RUNWAY_FT = 10_000;
const HUB_RUNWAYS = 2;

/** Airports of OpenFlights with runways of OurAirports. */
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
  rejectionReason(draft, cell) {
    if (cell('iata') === null) return 'Has no IATA code, which airlines and forwarders need';
    if (!draft.hard_surface) return 'Has no hard-surface runway';
    const feet = draft.longest_runway_ft;
    if (feet === null) return 'Has no runway length';
    return feet < CARGO_RUNWAY_FT
      ? `Its longest runway is ${feet.toLocaleString('en')} ft; freighters need 7,000 ft`
      : undefined;
  },
};
