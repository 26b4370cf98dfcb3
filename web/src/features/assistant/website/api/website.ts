import type {
  BlacklistedResponse,
  ClientPages,
  crawlPagesResponse,
  customUrlResponse,
  PageHistory,
  PagesResponse,
  SiteSettingsBody,
} from '@landline/api/assistant/website/contract';
import type { MessageResponse } from '@landline/api/platform/http/response-contract';
import { keepPreviousData, type Query, useQueryClient } from '@tanstack/react-query';
import type { z } from 'zod';
import { apiPath } from '../../../../shared/http/api-path.ts';
import { request, urlWithQuery } from '../../../../shared/http/request.ts';
import { useCommand } from '../../../../shared/http/use-command.ts';
import { useGet } from '../../../../shared/http/use-get.ts';
import { websiteKeys } from '../keys.ts';

const BASE = '/api/ai/scraping';

/** Delay before the list is refetched after scraping starts, in milliseconds (spec 002 §9). */
const REFRESH_AFTER_MS = 3_000;

/** Polling interval while passages are encoded for semantic search, in milliseconds. */
const ENCODING_MS = 3_000;
const whileEncoding = <T extends { passages: number; encoded: number }>({ state }: Query<T>) =>
  state.data && state.data.encoded < state.data.passages ? ENCODING_MS : false;

/** GET /api/ai/scraping/pages/{clientId} */
export const usePages = (clientId: string) =>
  useGet<PagesResponse>(websiteKeys.pages(clientId), apiPath`/api/ai/scraping/pages/${clientId}`, {
    refetchInterval: whileEncoding,
  });

/** GET /api/ai/learned-pages/client/{clientId} */
export const useClientPages = (clientId: string, query: { search: string; status: string; page: number }) =>
  useGet<ClientPages>(
    websiteKeys.content(clientId, query),
    apiPath`/api/ai/learned-pages/client/${clientId}`,
    { query, placeholderData: keepPreviousData, refetchInterval: whileEncoding },
  );

/** GET /api/ai/scraping/blacklisted-urls/{clientId} */
export const useBlacklisted = (clientId: string) =>
  useGet<BlacklistedResponse, BlacklistedResponse['urls']>(
    websiteKeys.blacklisted(clientId),
    apiPath`/api/ai/scraping/blacklisted-urls/${clientId}`,
    { select: ({ urls }) => urls },
  );

/** GET /api/ai/scraping/pages/{clientId}/{pageId}/history */
export const usePageHistory = (clientId: string, pageId: string) =>
  useGet<PageHistory>(
    websiteKeys.history(clientId, pageId),
    apiPath`/api/ai/scraping/pages/${clientId}/${pageId}/history`,
  );

/** POST /api/ai/learned-pages/client/{clientId} */
export const useAddClientPage = (clientId: string) =>
  useWebsiteMutation(
    'POST',
    apiPath`/api/ai/learned-pages/client/${clientId}`,
    (url: string) => ({ url }),
    REFRESH_AFTER_MS,
  );

/** POST /api/ai/learned-pages/client/{clientId}/documents */
export const useUploadClientFile = (clientId: string) =>
  useUpload(apiPath`/api/ai/learned-pages/client/${clientId}/documents`);

/** Uploads a file as the request body, with its name in the query string. */
const useUpload = (path: string) =>
  useWebsiteMutation(
    'POST',
    ({ name }: File) => urlWithQuery(path, { name }),
    (file) => file,
    REFRESH_AFTER_MS,
  );

/** Runs a command on a client's website and refetches the lists, after a success again `refetchAgainMs` later. */
function useWebsiteMutation<Input = undefined, Result = MessageResponse>(
  method: 'POST' | 'PUT' | 'PATCH' | 'DELETE',
  path: string | ((input: Input) => string),
  bodyOf: (input: Input) => object | undefined = () => undefined,
  refetchAgainMs?: number,
) {
  const queryClient = useQueryClient();
  const refetch = () => queryClient.invalidateQueries({ queryKey: websiteKeys.all });
  return useCommand(
    (input: Input) =>
      request<Result>(typeof path === 'string' ? path : path(input), { method, body: bodyOf(input) }),
    [websiteKeys.all],
    () => refetchAgainMs !== undefined && void setTimeout(refetch, refetchAgainMs),
  );
}

interface BlacklistInput {
  urls: string[];
  pageIds: string[];
  deletesContent: boolean;
}

export function useWebsiteCommands(clientId: string) {
  return {
    discover: useWebsiteMutation('POST', apiPath`/api/ai/scraping/discover/${clientId}`),
    scrape: useWebsiteMutation('POST', `${BASE}/scrape`, () => ({ clientId }), REFRESH_AFTER_MS),
    stop: useWebsiteMutation('POST', `${BASE}/stop`, () => ({ clientId })),
    immediate: useWebsiteMutation<string[], z.infer<typeof crawlPagesResponse>>(
      'POST',
      `${BASE}/scrape-immediate`,
      (urlIds) => ({ clientId, urlIds }),
    ),
    add: useWebsiteMutation<
      { url: string; priority: number; scrapeImmediately: boolean },
      z.infer<typeof customUrlResponse>
    >('POST', `${BASE}/add-custom-url`, (body) => ({ clientId, ...body })),
    upload: useUpload(apiPath`/api/ai/scraping/documents/${clientId}`),
    prioritize: useWebsiteMutation(
      'PATCH',
      `${BASE}/update-priority`,
      (body: { pageIds: string[]; priority: number }) => body,
    ),
    blacklist: useWebsiteMutation(
      'POST',
      ({ deletesContent }: BlacklistInput) =>
        `${BASE}/${deletesContent ? 'blacklist-and-delete' : 'blacklist-by-url'}`,
      ({ urls, pageIds }) => ({ urls, pageIds, client_id: clientId }),
    ),
    restore: useWebsiteMutation('POST', `${BASE}/restore-blacklisted`, (ids: string[]) => ({
      ids,
      client_id: clientId,
    })),
    deleteForever: useWebsiteMutation('DELETE', `${BASE}/permanently-delete`, (urlIds: string[]) => ({
      urlIds,
    })),
    deleteAll: useWebsiteMutation('DELETE', apiPath`/api/ai/scraping/delete-all-content/${clientId}`),
    saveSettings: useWebsiteMutation(
      'PUT',
      apiPath`/api/ai/scraping/settings/${clientId}`,
      (body: SiteSettingsBody) => body,
    ),
  };
}
export type WebsiteCommands = ReturnType<typeof useWebsiteCommands>;
