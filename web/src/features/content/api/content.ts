import type {
  BlacklistedResponse,
  customUrlResponse,
  done,
  LearnedPages,
  PageHistory,
  PagesResponse,
  SiteSettingsBody,
  scrapeImmediateResponse,
} from '@landline/api/scraping/contract';
import { keepPreviousData, useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import type { z } from 'zod';
import { request } from '../../../shared/http/request.ts';
import { keys } from '../../../shared/query-keys.ts';

const BASE = '/api/ai/scraping';
const of = (what: string, clientId: string) => `${BASE}/${what}/${encodeURIComponent(clientId)}`;

/** The list is asked for once more so long after scraping was started (spec 002 §9). */
const REFRESH_AFTER_MS = 3_000;

type Done = z.infer<typeof done>;

/** GET /api/ai/scraping/pages/{clientId} */
export function usePages(clientId: string) {
  return useQuery({
    queryKey: keys.content.pages(clientId),
    queryFn: ({ signal }) => request<PagesResponse>(of('pages', clientId), { signal }),
  });
}

/** GET /api/ai/learned-pages/client/{clientId} */
export function useLearnedPages(clientId: string, query: { search: string; status: string; page: number }) {
  const asked = new URLSearchParams({
    page: String(query.page),
    ...(query.search && { search: query.search }),
    ...(query.status && { status: query.status }),
  });
  const path = `/api/ai/learned-pages/client/${encodeURIComponent(clientId)}?${asked}`;
  return useQuery({
    queryKey: keys.content.learned(clientId, query),
    queryFn: ({ signal }) => request<LearnedPages>(path, { signal }),
    placeholderData: keepPreviousData,
  });
}

/** GET /api/ai/scraping/blacklisted-urls/{clientId} */
export function useBlacklisted(clientId: string) {
  return useQuery({
    queryKey: keys.content.blacklisted(clientId),
    queryFn: async ({ signal }) =>
      (await request<BlacklistedResponse>(of('blacklisted-urls', clientId), { signal })).urls,
  });
}

/** GET /api/ai/scraping/pages/{clientId}/{pageId}/history */
export function usePageHistory(clientId: string, pageId: string) {
  return useQuery({
    queryKey: keys.content.history(clientId, pageId),
    queryFn: ({ signal }) =>
      request<PageHistory>(`${of('pages', clientId)}/${encodeURIComponent(pageId)}/history`, { signal }),
  });
}

/** What can be asked of a client's content; whatever came of it, the lists are asked for again. */
export function useContentCommands(clientId: string) {
  const queryClient = useQueryClient();
  const refresh = () => queryClient.invalidateQueries({ queryKey: keys.content.all });
  const command = <Input, Answer = Done>(call: (input: Input) => Promise<Answer>) =>
    ({ mutationFn: call, onSettled: refresh }) as const;
  return {
    discover: useMutation(
      command((_: undefined) => request<Done>(of('discover', clientId), { method: 'POST' })),
    ),
    scrape: useMutation({
      ...command((_: undefined) => request<Done>(`${BASE}/scrape`, { method: 'POST', body: { clientId } })),
      onSuccess: () => void setTimeout(refresh, REFRESH_AFTER_MS),
    }),
    stop: useMutation(
      command((_: undefined) => request<Done>(`${BASE}/stop`, { method: 'POST', body: { clientId } })),
    ),
    immediate: useMutation(
      command((urlIds: string[]) =>
        request<z.infer<typeof scrapeImmediateResponse>>(`${BASE}/scrape-immediate`, {
          method: 'POST',
          body: { clientId, urlIds },
        }),
      ),
    ),
    add: useMutation(
      command((body: { url: string; priority: number; scrapeImmediately: boolean }) =>
        request<z.infer<typeof customUrlResponse>>(`${BASE}/add-custom-url`, {
          method: 'POST',
          body: { clientId, ...body },
        }),
      ),
    ),
    prioritise: useMutation(
      command((body: { pageIds: string[]; priority: number }) =>
        request<Done>(`${BASE}/update-priority`, { method: 'PATCH', body }),
      ),
    ),
    blacklist: useMutation(
      command(({ deletesContent, ...body }: { urls: string[]; pageIds: string[]; deletesContent: boolean }) =>
        request<Done>(`${BASE}/${deletesContent ? 'blacklist-and-delete' : 'blacklist-by-url'}`, {
          method: 'POST',
          body: { ...body, client_id: clientId },
        }),
      ),
    ),
    restore: useMutation(
      command((ids: string[]) =>
        request<Done>(`${BASE}/restore-blacklisted`, { method: 'POST', body: { ids, client_id: clientId } }),
      ),
    ),
    deleteForever: useMutation(
      command((urlIds: string[]) =>
        request<Done>(`${BASE}/permanently-delete`, { method: 'DELETE', body: { urlIds } }),
      ),
    ),
    deleteAll: useMutation(
      command((_: undefined) => request<Done>(of('delete-all-content', clientId), { method: 'DELETE' })),
    ),
    saveSettings: useMutation(
      command((body: SiteSettingsBody) => request<Done>(of('settings', clientId), { method: 'PUT', body })),
    ),
  };
}
export type ContentCommands = ReturnType<typeof useContentCommands>;
