import type { CandidateFeatures } from '@landline/event-schemas';
import type { MappingOverrides, Preview, ProfileName } from './contract.ts';
import { GENERAL_DERIVATIONS } from './mapping/derivations.ts';
import type { Profile } from './mapping/profile.ts';
import { isRejected, type MappedRow, RowMapper } from './mapping/row-mapper.ts';
import { profileNamed, recognizeProfile } from './profiles/index.ts';
import { detectFormat } from './reading/format.ts';
import { readRows } from './reading/read-rows.ts';
import type { SourceRow } from './reading/source-row.ts';

const SAMPLE_ROWS = 20;
const SAMPLE_VALUES = 3;
const SAMPLE_LENGTH = 80;

interface PreviewOptions {
  /** True if `head` is the whole file. */
  isWhole: boolean;
  profile?: ProfileName | undefined;
  mapping?: MappingOverrides | undefined;
}

/** Previews the import of a file from its first bytes. Throws `UnreadableFileError`. */
export async function previewFile(head: Buffer, options: PreviewOptions): Promise<Preview> {
  const format = await detectFormat(head);
  const lastNewline = head.lastIndexOf('\n');
  const keepsAllBytes = options.isWhole || format === 'geojson' || lastNewline < 0;
  const bytes = keepsAllBytes ? head : head.subarray(0, lastNewline + 1);

  let columns: readonly string[] = [];
  const rows: SourceRow[] = [];
  for await (const batch of readRows([bytes], format)) {
    columns = batch.columns;
    rows.push(...batch.rows);
  }
  // The preview may end in the middle of the last row.
  if (!options.isWhole && rows.at(-1)?.problem !== undefined) rows.pop();

  const profile = options.profile ? profileNamed(options.profile) : recognizeProfile(columns);
  const mapper = new RowMapper({ profile, overrides: options.mapping, datasetKey: 'preview' });
  const mapped = mapper.map({ columns, rows, bytesRead: bytes.length }).rows;
  const rejected = mapped.filter(isRejected).slice(0, SAMPLE_ROWS);
  const accepted = mapped.filter((row): row is MappedRow => !isRejected(row)).slice(0, SAMPLE_ROWS);
  const fieldOf = new Map(mapper.bindings.map(({ column, field }) => [column, field]));
  const boundFields = new Set<string>(fieldOf.values());
  return {
    format,
    profile: profile.name,
    columns: columns.map((column, index) => ({
      column,
      field: fieldOf.get(column) ?? null,
      samples: samplesOf(rows, index),
    })),
    derived: derivedIn(profile, boundFields, accepted),
    rows: accepted.map(({ line, candidate: { id: _, ...candidate } }) => ({ line, candidate })),
    rejected,
    problems: problemsOf(boundFields, options.isWhole && rows.length === 0),
  };
}

function samplesOf(rows: readonly SourceRow[], index: number): string[] {
  const samples: string[] = [];
  for (const { values } of rows) {
    const value = values[index];
    if (value === undefined || value === null || value === '') continue;
    const text = typeof value === 'string' ? value : JSON.stringify(value);
    samples.push(text.length > SAMPLE_LENGTH ? `${text.slice(0, SAMPLE_LENGTH)}…` : text);
    if (samples.length === SAMPLE_VALUES) break;
  }
  return samples;
}

function derivedIn(profile: Profile, bound: ReadonlySet<string>, rows: readonly MappedRow[]) {
  return [...(profile.derived ?? []), ...GENERAL_DERIVATIONS]
    .filter(
      ({ field }) =>
        !bound.has(field) &&
        rows.some(({ candidate }) => (candidate[field as keyof CandidateFeatures] ?? null) !== null),
    )
    .map(({ field, reason }) => ({ field, reason }));
}

function problemsOf(bound: ReadonlySet<string>, isEmpty: boolean): string[] {
  const problems: string[] = [];
  if (!bound.has('apn'))
    problems.push('No column was recognized as the parcel number. Choose the column for apn');
  if (isEmpty) problems.push('The file has no rows');
  return problems;
}
