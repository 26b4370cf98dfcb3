import type { Notice } from '../../../shared/notice/use-notice.ts';

/** Callback that shows a notice on the system versioning screen. */
export type ShowNotice = (kind: Notice['kind'], text: string) => void;
