import { randomBytes } from 'node:crypto';
import { expect, test } from 'vitest';
import type { DomainEvent } from './events/index.ts';
import { ERASED, open, seal, subjectsOf } from './personal.ts';

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

test('personal fields are sealed in a copy and open again', () => {
  for (const event of [imported, created]) {
    const before = structuredClone(event);
    const keys = keysFor(subjectsOf([event]));
    const sealed = seal(event, keys);
    expect(event).toEqual(before);
    expect(JSON.stringify(sealed)).not.toMatch(/Ada|Bob/);
    expect(open(structuredClone(sealed), keys)).toEqual(before);
  }
});

test('each owner is a subject, and destroying one key erases one of them', () => {
  const subjects = subjectsOf([imported]);
  expect(subjects).toEqual(['owner:a', 'owner:b']);
  const keys = keysFor(subjects);
  const sealed = structuredClone(seal(imported, keys));
  keys.delete('owner:a');
  expect(open(sealed, keys).data.owners.map((owner) => owner.owner_name)).toEqual([ERASED, 'Bob']);
});
