import type { CandidateFeatures } from '@landline/event-schemas';
import type { FileFormat, MappingOverrides, ProfileName, RejectedRow } from '../contract.ts';
import { isRejected, RowMapper } from '../mapping/row-mapper.ts';
import { profileNamed, recognizeProfile } from '../profiles/index.ts';
import { readRows } from '../reading/read-rows.ts';

export interface ImportOptions {
  format?: FileFormat;
  profile?: ProfileName;
  overrides?: MappingOverrides;
}

/** Reads and maps a whole file. */
export async function importAll(
  bytes: AsyncIterable<Uint8Array> | Iterable<Uint8Array>,
  options: ImportOptions = {},
) {
  let mapper: RowMapper | undefined;
  const candidates = new Map<string, CandidateFeatures>();
  const rejected: RejectedRow[] = [];
  let profile = '';
  for await (const batch of readRows(bytes, options.format ?? 'csv')) {
    const selectedProfile = options.profile ? profileNamed(options.profile) : recognizeProfile(batch.columns);
    profile ||= selectedProfile.name;
    mapper ??= new RowMapper({ profile: selectedProfile, overrides: options.overrides, datasetKey: 'test' });
    for (const row of mapper.map(batch).rows) {
      if (isRejected(row)) rejected.push(row);
      else candidates.set(row.candidate.apn, row.candidate);
    }
  }
  return {
    profile,
    candidates,
    rejected,
    fields: mapper?.bindings.map(({ column, field }) => [column, field]),
  };
}
