import { randomBytes } from 'node:crypto';
import type { DomainEvent } from '@landline/event-schemas';
import { ERASED, protectedFieldsOf, subjectsOf } from '@landline/event-schemas/personal';
import { expect, test } from 'vitest';
import { openPersonalData, sealPersonalData } from './personal-data.ts';

const imported: DomainEvent<'CandidatesImported'> = {
  type: 'CandidatesImported',
  data: {
    import_id: 'i',
    dataset_key: 'd',
    property_type: 'adu',
    chunk: 0,
    first_line: 2,
    last_line: 3,
    bytes_read: 10,
    columns: ['id', 'apn'],
    rows: [
      ['a', '1'],
      ['b', '2'],
    ],
    owners: [
      { index: 0, candidate_id: 'a', owner_name: 'Ada' },
      { index: 1, candidate_id: 'b', owner_name: 'Bob' },
    ],
  },
};
const created: DomainEvent<'StaffUserCreated'> = {
  type: 'StaffUserCreated',
  data: { user_id: 'u', email: 'a@b.example', first_name: 'Ada', last_name: 'L', role: 'Admin' },
};

const keysFor = (subjects: string[]) => new Map(subjects.map((subject) => [subject, randomBytes(32)]));

test('encrypts personal fields in a copy and decrypts them again', () => {
  for (const event of [imported, created]) {
    const before = structuredClone(event);
    const keys = keysFor(subjectsOf([event]));
    const sealed = sealPersonalData(event, keys);
    expect(event).toEqual(before);
    expect(JSON.stringify(sealed)).not.toMatch(/Ada|Bob/);
    expect(openPersonalData(structuredClone(sealed), keys)).toEqual(before);
  }
});

test('erases one owner when that key is destroyed', () => {
  const subjects = subjectsOf([imported]);
  expect(subjects).toEqual(['owner:a', 'owner:b']);
  const keys = keysFor(subjects);
  const sealed = structuredClone(sealPersonalData(imported, keys));
  keys.delete('owner:a');
  expect(openPersonalData(sealed, keys).data.owners.map((owner) => owner.owner_name)).toEqual([
    ERASED,
    'Bob',
  ]);
});

test('erases a field that was written before it became personal together with the encrypted ones', () => {
  const rows = [{ line: 2, reason: 'year_built: "Ada" is not a year', raw: '1,Ada' }];
  const rejected: DomainEvent<'CandidateRowsRejected'> = {
    type: 'CandidateRowsRejected',
    data: { import_id: 'i', dataset_key: 'd', chunk: 0, rows },
  };
  const keys = keysFor(subjectsOf([rejected]));
  const sealed = sealPersonalData(rejected, keys);
  expect(JSON.stringify(sealed)).not.toContain('Ada');
  const [row] = sealed.data.rows;
  const earlier = {
    ...sealed,
    data: { ...sealed.data, rows: [{ ...row, line: 2, raw: row?.raw ?? '', reason: rows[0]?.reason ?? '' }] },
  };
  expect(protectedFieldsOf(earlier).map(({ path }) => path)).toEqual(['rows.0.reason', 'rows.0.raw']);
  expect(openPersonalData(structuredClone(earlier), keys)).toEqual(rejected);
  expect(openPersonalData(earlier, new Map()).data.rows).toEqual([{ line: 2, reason: ERASED, raw: ERASED }]);
});
