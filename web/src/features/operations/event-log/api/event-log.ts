import type {
  Anchors,
  AsOf,
  LogEventDetail,
  LogFilter,
  LogPage,
  Replay,
} from '@landline/api/operations/event-log/contract';
import { keepPreviousData } from '@tanstack/react-query';
import { urlWithQuery } from '../../../../shared/http/request.ts';
import { useGet, useGetData } from '../../../../shared/http/use-get.ts';
import { eventLogKeys } from '../keys.ts';

const PATH = '/api/admin/audit';

/** Filters as stored in the URL; null if not set. */
export type Filter = { readonly [K in keyof LogFilter]-?: Exclude<LogFilter[K], undefined> | null };

/** GET /api/admin/audit/events: newest first. */
export function useLog(filter: Filter, before: string | null) {
  const query = { ...filter, before };
  const options = { query, placeholderData: keepPreviousData };
  return useGet<LogPage>(eventLogKeys.list(query), `${PATH}/events`, options);
}

/** GET /api/admin/audit/events/:position */
export const useLogEvent = (position: string) =>
  useGetData<LogEventDetail>(eventLogKeys.event(position), `${PATH}/events/${position}`);

/** GET /api/admin/audit/anchors */
export const useAnchors = () => useGetData<Anchors>(eventLogKeys.anchors(), `${PATH}/anchors`);

/** GET /api/admin/audit/replay: the state after a revision or, without one, at the end of the stream. */
export function useReplay(stream: string, revision: number | null) {
  const query = { stream, revision };
  const options = { query, placeholderData: keepPreviousData };
  return useGetData<Replay>(eventLogKeys.replay(query), `${PATH}/replay`, options);
}

/** A list as of a time, optionally for one client or dataset. */
export type AsOfQuery = {
  readonly list: string;
  readonly at: string;
  readonly client: string | null;
  readonly dataset: string | null;
  readonly page: number;
};

/** GET /api/admin/audit/as-of */
export const useAsOf = (query: AsOfQuery) =>
  useGetData<AsOf>(eventLogKeys.asOf(query), `${PATH}/as-of`, { query });

/** Returns the path of GET /api/admin/audit/export with its query string. */
export const exportPath = (filter: Filter, format: 'ndjson' | 'csv') =>
  urlWithQuery(`${PATH}/export`, { ...filter, format });
