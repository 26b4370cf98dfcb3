import type { CandidateFeatures, EventData } from '@landline/event-schemas';
import { candidateId } from '@landline/runtime/crypto/name-based-uuid';
import { aduFeatures } from './adu.ts';
import { iosFeatures } from './ios.ts';
import { type Place, placeInBeverlyHills, placeInHawthorne, placeInSaltLakeCity } from './places.ts';
import { type Random, seededRandom } from './random.ts';

/** Candidates per dataset. */
export const DEMO_CANDIDATES = 2_000;

interface DemoDataset {
  readonly registration: EventData<'DatasetRegistered'>;
  readonly city: string;
  readonly place: (random: Random) => Place;
}

const demo = (
  dataset_key: string,
  city: string,
  property_type: 'adu' | 'ios',
  state: string,
  place: DemoDataset['place'],
  parent_dataset_key: string | null = null,
): DemoDataset => ({
  city,
  place,
  registration: {
    dataset_key,
    // Spec 001 §2: "{City} Properties".
    dataset_name: `${city}${parent_dataset_key ? ' Demo' : ''} Properties`,
    dataset_type: property_type === 'ios' ? 'ios' : 'city',
    property_type,
    state,
    parent_dataset_key,
    is_demo: true,
  },
});

/** Datasets of spec 001 §2 with fictional parcels. */
export const DEMO_DATASETS: readonly DemoDataset[] = [
  demo('hawthorne', 'Hawthorne', 'adu', 'CA', placeInHawthorne),
  demo('beverly-hills', 'Beverly Hills', 'adu', 'CA', placeInBeverlyHills),
  demo('salt-lake-city', 'Salt Lake City', 'ios', 'UT', placeInSaltLakeCity),
  demo('salt-lake-city-demo', 'Salt Lake City', 'ios', 'UT', placeInSaltLakeCity, 'salt-lake-city'),
];

/** Returns the parcels of a demo dataset, the same every time. No real APN starts with DEMO. */
export function demoCandidates({ registration, city, place }: DemoDataset): CandidateFeatures[] {
  const { dataset_key, property_type } = registration;
  const random = seededRandom(dataset_key);
  const featuresOf = property_type === 'ios' ? iosFeatures : aduFeatures;
  return Array.from({ length: DEMO_CANDIDATES }, (_, index) => {
    const number = String(index + 1).padStart(4, '0');
    const apn = `DEMO-${random.integer(10, 99)}-${number}`;
    return { id: candidateId(dataset_key, apn), apn, ...featuresOf(random, place(random), city) };
  });
}
