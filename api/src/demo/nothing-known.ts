import { CANDIDATE_FIELDS, type CandidateFeatures } from '@landline/event-schemas';

/** Every fact of a parcel as unknown. */
export const NOTHING_KNOWN = Object.fromEntries(
  CANDIDATE_FIELDS.filter((field) => field !== 'id' && field !== 'apn').map((field) => [field, null]),
) as { [Field in Exclude<keyof CandidateFeatures, 'id' | 'apn'>]: null };
