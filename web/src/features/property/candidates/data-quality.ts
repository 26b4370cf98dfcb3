import type { CandidateRow } from '@landline/api/property/candidates/contract';

/** Returns the data quality flags of a candidate's source (spec 001 §3). */
export const qualityFlagsOf = ({
  data_quality_flag,
  building_data_quality,
}: Pick<CandidateRow, 'data_quality_flag' | 'building_data_quality'>): string[] =>
  [data_quality_flag, building_data_quality].filter((flag): flag is string => Boolean(flag));
