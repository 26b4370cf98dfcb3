import { type CandidateFeatures, UNKNOWN_FEATURES } from '@landline/event-schemas';
import { candidateId } from '@landline/runtime/crypto/name-based-uuid';

const STREETS = ['Oak St', 'oak st', 'ÉLM Allée', 'Straße', 'İstanbul Ave', 'Μάϊος', '100% _St\\', '日本 Rd'];
const ZIPS = ['90250', '90210', null];
const ZONING = ['R-1', 'R-1,A', 'M-2', null];
const CITIES = [null, '=HYPERLINK("x")', 'São "Paulo"', '-1', ' ＝1', ''];
const pick = <T>(items: readonly T[], n: number): T => items[n % items.length] as T;

const facility = (index: number, n: number) => ({
  site_name: `Site ${index}`,
  source: pick(['LUST', 'RCRA', 'UST'], index),
  contamination_type: null,
  regulatory_status: null,
  distance_feet: (n * 13) % 900,
  is_onsite: false,
  risk_level: null,
});

/** Returns candidates with missing, equal and zero values, and with texts in various scripts; `salt` varies the values. */
export const rowsOf = (key: string, count: number, salt = 0): CandidateFeatures[] =>
  Array.from({ length: count }, (_, i) => {
    const n = (i * 7919 + salt) % 101;
    return {
      ...UNKNOWN_FEATURES,
      id: candidateId(key, `${i}`),
      apn: i % 3 === 0 ? `${100 + i}-0${i % 10}-A${i}` : `${i} B-${i}`,
      street_address: i % 13 === 0 ? null : i % 17 === 0 ? '' : `${n % 40} ${pick(STREETS, i)}`,
      zip_code: pick(ZIPS, i),
      units: i % 5 === 0 ? null : n % 12,
      parcel_area: i % 11 === 0 ? null : 10_000 + (n % 20) * 20_000,
      open_area: i % 7 === 0 ? null : (n % 9) * 1_000,
      open_ratio: i % 7 === 0 ? null : (n % 9) / 10,
      building_area: i % 10 === 0 ? null : 4_000.1 * n,
      city: pick(CITIES, i),
      building_data_quality: pick([null, 'good', ''], i),
      data_quality_flag: pick([null, 'estimated'], i),
      building_count: 1,
      potential_garages_count: 1,
      year_built: i % 6 === 0 ? null : 1900 + n,
      zoning_code: pick(ZONING, i),
      ios_epa_facilities:
        i % 9 === 0 ? null : Array.from({ length: n % 4 }, (_, index) => facility(index, n)),
      ios_property_type: i % 4 === 0 ? null : 'warehouse',
      longitude: i % 8 === 0 ? null : -118 + n / 100,
      latitude: i % 8 === 0 ? null : 34 - n / 200,
    };
  });
