import { CANDIDATE_FIELDS, type CandidateFeatures } from '@landline/event-schemas';

/** Parcel features that are all unknown. */
export const UNKNOWN_FEATURES = Object.fromEntries(
  CANDIDATE_FIELDS.filter((field) => field !== 'id' && field !== 'apn').map((field) => [field, null]),
) as { [Field in Exclude<keyof CandidateFeatures, 'id' | 'apn'>]: null };
