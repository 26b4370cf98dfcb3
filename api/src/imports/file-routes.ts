import { Readable } from 'node:stream';
import { buffer } from 'node:stream/consumers';
import type { DatabasePool } from 'slonik';
import { z } from 'zod';
import { type ReadModel, type Route, route } from '../http/route.ts';
import { CHUNK_BYTES, rejectedQuery, rejectedResponse } from './contract.ts';
import { rejectedCsv } from './rejected-csv.ts';
import type { RejectedRows } from './rejected-rows.ts';
import { keepChunk } from './uploads.ts';

type Staff = readonly ('SuperAdmin' | 'Admin')[];

/** Files of a kind that are uploaded and read. */
interface Files<Status> {
  readonly pool: DatabasePool;
  /** Below which they are. */
  readonly path: string;
  readonly mayUpload: Staff;
  readonly mayRead: Staff;
  readonly reads: readonly ReadModel[];
  readonly response: z.ZodType<unknown, { success: true; data: Status }>;
  /** How far one is; throws when there is none of that id. */
  of(id: string): Promise<Status>;
  rejectedOf(id: string): RejectedRows;
  /** What the file of its rejected rows is called after. */
  nameOf(status: Status): string;
}

const params = z.object({ id: z.uuid() });

/** Upload in chunks, how far it is, and the rows that could not be read. */
export function fileRoutes<Status>({
  pool,
  path,
  mayUpload,
  mayRead,
  reads,
  ...files
}: Files<Status>): Route[] {
  const answer = async (id: string) => ({ success: true as const, data: await files.of(id) });
  return [
    route({
      method: 'PUT',
      path: `${path}/:id/chunks/:index`,
      may: mayUpload,
      summary: 'Upload the next chunk of a file',
      params: params.extend({ index: z.coerce.number().int().min(0).max(1_000_000) }),
      upload: { maxBytes: CHUNK_BYTES },
      response: files.response,
      handle: async ({ params: { id, index }, upload }) => {
        await keepChunk(pool, id, index, await buffer(upload()));
        return answer(id);
      },
    }),
    route({
      method: 'GET',
      path: `${path}/:id`,
      may: mayRead,
      summary: 'How far the import of a file is',
      params,
      response: files.response,
      reads,
      handle: ({ params: { id } }) => answer(id),
    }),
    route({
      method: 'GET',
      path: `${path}/:id/rejected`,
      may: mayRead,
      summary: 'Rows that could not be read, and why',
      params,
      query: rejectedQuery,
      response: rejectedResponse,
      reads,
      handle: async ({ params: { id }, query: { page, limit } }) => {
        await files.of(id);
        return { success: true, ...(await files.rejectedOf(id).page({ page, limit })) };
      },
    }),
    route({
      method: 'GET',
      path: `${path}/:id/rejected.csv`,
      may: mayRead,
      summary: 'All rows that could not be read, as a file',
      params,
      reads,
      handle: async ({ params: { id }, ctx }) => {
        const name = files.nameOf(await files.of(id));
        ctx.type = 'text/csv; charset=utf-8';
        ctx.set('Content-Disposition', `attachment; filename="${name}-rejected-rows.csv"`);
        ctx.body = Readable.from(rejectedCsv(files.rejectedOf(id).after));
      },
    }),
  ];
}
