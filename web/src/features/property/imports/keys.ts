import { liveKey } from '../../../shared/live/live-key.ts';

export const importKeys = {
  all: liveKey(['imports'], 'datasets'),
  list: () => ['imports', 'list'],
  one: (importId: string) => ['imports', 'one', importId],
  rejected: (importId: string, page: number) => ['imports', 'rejected', importId, page],
  /** Not below `all`, because a preview shows a local file, which no event changes. */
  preview: (file: string, profile: string | undefined, mapping: object) => [
    'import-preview',
    file,
    profile ?? null,
    mapping,
  ],
};
