import type {
  Anchors,
  AsOf,
  anchorsResponse,
  asOfResponse,
  eventResponse,
  LogEventDetail,
  LogFilter,
  LogPage,
  Replay,
  replayResponse,
} from '@landline/api/operations/event-log/contract';
import { keepPreviousData, useQuery } from '@tanstack/react-query';
import type { z } from 'zod';
import { addressOf, request } from '../../../../shared/http/request.ts';
import { eventLogKeys } from '../keys.ts';

const PATH = '/api/admin/audit';

/** Filters as stored in the URL; null if not set. */
export type Filter = { readonly [K in keyof LogFilter]-?: Exclude<LogFilter[K], undefined> | null };

/** GET /api/admin/audit/events: newest first. */
export function useLog(filter: Filter, before: string | null) {
  const query = { ...filter, before };
  return useQuery({
    queryKey: eventLogKeys.list(query),
    queryFn: ({ signal }) => request<LogPage>(`${PATH}/events`, { query, signal }),
    placeholderData: keepPreviousData,
  });
}

/** GET /api/admin/audit/events/:position */
export function useLogEvent(position: string) {
  return useQuery({
    queryKey: eventLogKeys.event(position),
    queryFn: async ({ signal }): Promise<LogEventDetail> =>
      (await request<z.infer<typeof eventResponse>>(`${PATH}/events/${position}`, { signal })).data,
  });
}

/** GET /api/admin/audit/anchors */
export function useAnchors() {
  return useQuery({
    queryKey: eventLogKeys.anchors(),
    queryFn: async ({ signal }): Promise<Anchors> =>
      (await request<z.infer<typeof anchorsResponse>>(`${PATH}/anchors`, { signal })).data,
  });
}

/** GET /api/admin/audit/replay: without a revision, at the end of the stream. */
export function useReplay(stream: string, revision: number | null) {
  const query = { stream, revision };
  return useQuery({
    queryKey: eventLogKeys.replay(query),
    queryFn: async ({ signal }): Promise<Replay> =>
      (await request<z.infer<typeof replayResponse>>(`${PATH}/replay`, { query, signal })).data,
    placeholderData: keepPreviousData,
  });
}

/** A list as of a time, optionally for one client or dataset. */
export interface AsOfPlace {
  readonly list: string;
  readonly at: string;
  readonly client: string | null;
  readonly dataset: string | null;
  readonly page: number;
}

/** GET /api/admin/audit/as-of */
export function useAsOf({ list, at, client, dataset, page }: AsOfPlace) {
  const query = { list, at, client, dataset, page };
  return useQuery({
    queryKey: eventLogKeys.asOf(query),
    queryFn: async ({ signal }): Promise<AsOf> =>
      (await request<z.infer<typeof asOfResponse>>(`${PATH}/as-of`, { query, signal })).data,
  });
}

/** Returns the URL of GET /api/admin/audit/export */
export const exportAddress = (filter: Filter, format: 'ndjson' | 'csv') =>
  addressOf(`${PATH}/export`, { ...filter, format });
