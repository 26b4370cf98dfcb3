import { Notice as Strip } from '../ui/notice.tsx';
import type { Notice } from './use-notice.ts';

/** A notice where it appears; the frame stays, so that assistive technology hears what comes. */
export function NoticeAlert({ notice }: { notice: Pick<Notice, 'text' | 'kind'> | null }) {
  return <div aria-live="polite">{notice && <Strip kind={notice.kind}>{notice.text}</Strip>}</div>;
}
