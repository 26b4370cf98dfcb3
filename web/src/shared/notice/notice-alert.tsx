import { Notice as Strip } from '../ui/notice.tsx';
import type { Notice } from './use-notice.ts';

/** Shows a notice. The live region stays mounted so that screen readers announce changes. */
export function NoticeAlert({ notice }: { notice: Pick<Notice, 'text' | 'kind'> | null }) {
  return <div aria-live="polite">{notice && <Strip kind={notice.kind}>{notice.text}</Strip>}</div>;
}
