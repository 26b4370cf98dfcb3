import type { ContactRequestList, ContactRequestStatus } from '@landline/api/public-site/contact/contract';
import { keepPreviousData } from '@tanstack/react-query';
import { apiPath } from '../../../../shared/http/api-path.ts';
import { request } from '../../../../shared/http/request.ts';
import { useCommand } from '../../../../shared/http/use-command.ts';
import { useGet } from '../../../../shared/http/use-get.ts';
import { contactKeys } from '../keys.ts';

/** GET /api/quotes: newest first. */
export function useContactRequests(status: ContactRequestStatus, page: number) {
  const query = { status, page };
  const options = { query, placeholderData: keepPreviousData };
  return useGet<ContactRequestList>(contactKeys.list(query), '/api/quotes', options);
}

export const CONTACT_REQUESTS_EXPORT_PATH = '/api/quotes/export';

/** POST /api/quotes/:id/handle or …/reopen */
export const useSetContactRequestStatus = (id: string, onDone: () => void) =>
  useCommand(
    (action: 'handle' | 'reopen') => request(apiPath`/api/quotes/${id}/${action}`, { method: 'POST' }),
    [contactKeys.all],
    onDone,
  );
