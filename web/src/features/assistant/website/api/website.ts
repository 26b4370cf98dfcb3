import type {
  BlacklistedResponse,
  ClientPages,
  done,
  PageHistory,
  PagesResponse,
  SiteSettingsBody,
} from '@landline/api/assistant/website/contract';
import { keepPreviousData, useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import type { z } from 'zod';
import { request } from '../../../../shared/http/request.ts';
import { useGet } from '../../../../shared/http/use-get.ts';
import { websiteKeys } from '../keys.ts';

const BASE = '/api/ai/scraping';
const pathOf = (resource: string, clientId: string) => `${BASE}/${resource}/${encodeURIComponent(clientId)}`;

/** Delay before the list is refetched after scraping starts, in milliseconds (spec 002 §9). */
const REFRESH_AFTER_MS = 3_000;

type Done = z.infer<typeof done>;

/** GET /api/ai/scraping/pages/{clientId} */
export function usePages(clientId: string) {
  return useGet<PagesResponse>(websiteKeys.pages(clientId), pathOf('pages', clientId));
}

/** GET /api/ai/learned-pages/client/{clientId} */
export function useClientPages(clientId: string, query: { search: string; status: string; page: number }) {
  const asked = new URLSearchParams({
    page: String(query.page),
    ...(query.search && { search: query.search }),
    ...(query.status && { status: query.status }),
  });
  const path = `/api/ai/learned-pages/client/${encodeURIComponent(clientId)}?${asked}`;
  return useQuery({
    queryKey: websiteKeys.content(clientId, query),
    queryFn: ({ signal }) => request<ClientPages>(path, { signal }),
    placeholderData: keepPreviousData,
  });
}

/** GET /api/ai/scraping/blacklisted-urls/{clientId} */
export function useBlacklisted(clientId: string) {
  return useQuery({
    queryKey: websiteKeys.blacklisted(clientId),
    queryFn: async ({ signal }) =>
      (await request<BlacklistedResponse>(pathOf('blacklisted-urls', clientId), { signal })).urls,
  });
}

/** GET /api/ai/scraping/pages/{clientId}/{pageId}/history */
export function usePageHistory(clientId: string, pageId: string) {
  return useGet<PageHistory>(
    websiteKeys.history(clientId, pageId),
    `${pathOf('pages', clientId)}/${encodeURIComponent(pageId)}/history`,
  );
}

/** POST /api/ai/learned-pages/client/{clientId} */
export const useAddClientPage = (clientId: string) =>
  useCommand(
    'POST',
    `/api/ai/learned-pages/client/${encodeURIComponent(clientId)}`,
    (url: string) => ({ url }),
    REFRESH_AFTER_MS,
  );

/** Runs a command on a client's website and refetches the lists when it settles. */
function useCommand<Input = undefined>(
  method: 'POST' | 'PUT' | 'PATCH' | 'DELETE',
  path: string | ((input: Input) => string),
  bodyOf: (input: Input) => object | undefined = () => undefined,
  refetchAgainMs?: number,
) {
  const queryClient = useQueryClient();
  const refetch = () => queryClient.invalidateQueries({ queryKey: websiteKeys.all });
  return useMutation({
    mutationFn: (input: Input) =>
      request<Done>(typeof path === 'string' ? path : path(input), { method, body: bodyOf(input) }),
    onSuccess: () => refetchAgainMs !== undefined && void setTimeout(refetch, refetchAgainMs),
    onSettled: refetch,
  });
}

interface BlacklistInput {
  urls: string[];
  pageIds: string[];
  deletesContent: boolean;
}

export function useWebsiteCommands(clientId: string) {
  return {
    discover: useCommand('POST', pathOf('discover', clientId)),
    scrape: useCommand('POST', `${BASE}/scrape`, () => ({ clientId }), REFRESH_AFTER_MS),
    stop: useCommand('POST', `${BASE}/stop`, () => ({ clientId })),
    immediate: useCommand('POST', `${BASE}/scrape-immediate`, (urlIds: string[]) => ({ clientId, urlIds })),
    add: useCommand(
      'POST',
      `${BASE}/add-custom-url`,
      (body: { url: string; priority: number; scrapeImmediately: boolean }) => ({ clientId, ...body }),
    ),
    prioritize: useCommand(
      'PATCH',
      `${BASE}/update-priority`,
      (body: { pageIds: string[]; priority: number }) => body,
    ),
    blacklist: useCommand(
      'POST',
      ({ deletesContent }: BlacklistInput) =>
        `${BASE}/${deletesContent ? 'blacklist-and-delete' : 'blacklist-by-url'}`,
      ({ urls, pageIds }) => ({ urls, pageIds, client_id: clientId }),
    ),
    restore: useCommand('POST', `${BASE}/restore-blacklisted`, (ids: string[]) => ({
      ids,
      client_id: clientId,
    })),
    deleteForever: useCommand('DELETE', `${BASE}/permanently-delete`, (urlIds: string[]) => ({ urlIds })),
    deleteAll: useCommand('DELETE', pathOf('delete-all-content', clientId)),
    saveSettings: useCommand('PUT', pathOf('settings', clientId), (body: SiteSettingsBody) => body),
  };
}
export type WebsiteCommands = ReturnType<typeof useWebsiteCommands>;
