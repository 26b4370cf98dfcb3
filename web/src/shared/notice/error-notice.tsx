import { messageOr } from '../http/errors.ts';
import { NoticeAlert } from './notice-alert.tsx';

/** Shows why a command or a refresh failed; `failed` is used when the server gives no text. */
export const ErrorNotice = ({ error, failed }: { error: unknown; failed: string }) => (
  <NoticeAlert notice={error ? { kind: 'error', text: messageOr(error, failed) } : null} />
);
