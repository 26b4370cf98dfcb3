import type { CandidateRow } from '@landline/api/candidates/contract';

/** What the source's data lacks for a candidate, by the names that it has in the data (spec 001 §3). */
export const qualityOf = ({
  data_quality_flag,
  building_data_quality,
}: Pick<CandidateRow, 'data_quality_flag' | 'building_data_quality'>): string[] =>
  [data_quality_flag, building_data_quality].filter((flag): flag is string => flag !== null && flag !== '');
