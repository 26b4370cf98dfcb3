import type { SystemVersionKind } from '@landline/event-schemas';
import { expect, test } from 'vitest';
import { BACKUP_TARGET, snapshotBody, versionBody } from './contract.ts';
import { outdatedVersions } from './queries.ts';

const versions = (kind: SystemVersionKind, count: number, last = {}) =>
  Array.from({ length: count }, (_, index) => ({
    version_id: `${kind}-${index}`,
    kind,
    is_active: false,
    rollback_id: null,
    ...(index === count - 1 && last),
  }));

/** Spec 002 §9 at each boundary; versions are sorted newest first. */
test.each([
  ['git-deploy', 30],
  ['auto-snapshot', 20],
  ['emergency', 10],
  ['daily-auto', 7],
  ['weekly-auto', 4],
] as const)('cleanup of %s versions keeps the newest %d', (kind, limit) => {
  expect(outdatedVersions(versions(kind, limit))).toEqual([]);
  expect(outdatedVersions(versions(kind, limit + 2))).toEqual([`${kind}-${limit}`, `${kind}-${limit + 1}`]);
  // Active versions and versions being restored are kept.
  expect(outdatedVersions(versions(kind, limit + 1, { is_active: true }))).toEqual([]);
  expect(outdatedVersions(versions(kind, limit + 1, { rollback_id: 'r' }))).toEqual([]);
});

test('never cleans up named versions, and offers cleanup beyond 30', () => {
  expect(outdatedVersions(versions('named', 200))).toEqual([]);
  expect(BACKUP_TARGET).toBe(30);
});

const messageOf = ({ error }: { error?: { issues: { message: string }[] } | undefined }) =>
  error?.issues[0]?.message;

test.each<[string, string | undefined]>([
  ['', 'Version name is required'],
  ['   ', 'Version name is required'],
  ['x'.repeat(100), undefined],
  ['x'.repeat(101), 'A version name can have at most 100 characters'],
  ...['git-deploy', 'auto-snapshot', 'emergency', 'daily-auto', 'weekly-auto'].map(
    (kind): [string, string] => [
      `${kind}-mine`,
      'Names starting with git-deploy-, auto-snapshot-, emergency-, daily-auto-, weekly-auto- are reserved for automatic backups',
    ],
  ),
])('accepts or rejects the version name %j', (version_name, text) => {
  expect(messageOf(versionBody.safeParse({ version_name }))).toBe(text);
});

test('accepts a version without a description', () => {
  for (const body of [{}, { description: '' }, { description: '  ' }])
    expect(snapshotBody.parse(body).description).toBe('Manual backup created via admin interface');
  expect(snapshotBody.safeParse({ description: 'x'.repeat(500) }).success).toBe(true);
  expect(messageOf(snapshotBody.safeParse({ description: 'x'.repeat(501) }))).toBe(
    'A description can have at most 500 characters',
  );
});
