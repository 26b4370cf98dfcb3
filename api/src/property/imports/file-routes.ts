import { Readable } from 'node:stream';
import { buffer } from 'node:stream/consumers';
import type { ReadModel } from '@landline/event-schemas/read-models';
import type { DatabasePool } from 'slonik';
import { z } from 'zod';
import { type Route, route } from '../../platform/http/route.ts';
import { byId } from '../request-guards.ts';
import { CHUNK_BYTES, rejectedQuery, rejectedResponse } from './contract.ts';
import { rejectedCsv } from './rejected-csv.ts';
import type { RejectedRows } from './rejected-rows.ts';
import { storeChunk } from './uploads.ts';

type Staff = readonly ('SuperAdmin' | 'Admin')[];

/** A kind of uploaded file. */
interface FileKind<Status> {
  readonly pool: DatabasePool;
  /** Base path of the routes. */
  readonly path: string;
  readonly mayUpload: Staff;
  readonly mayRead: Staff;
  readonly reads: readonly ReadModel[];
  readonly response: z.ZodType<unknown, { success: true; data: Status }>;
  /** Returns the progress of a file; throws for an unknown id. */
  statusOf(id: string): Promise<Status>;
  rejectedRowsOf(id: string): RejectedRows;
  /** Returns the prefix of the rejected rows' file name. */
  nameOf(status: Status): string;
}

/** Routes for the chunked upload, the progress and the rejected rows of a file. */
export function fileRoutes<Status>({
  pool,
  path,
  mayUpload,
  mayRead,
  reads,
  ...files
}: FileKind<Status>): Route[] {
  const respond = async (id: string) => ({ success: true as const, data: await files.statusOf(id) });
  return [
    route.put(`${path}/:id/chunks/:index`, {
      may: mayUpload,
      summary: 'Upload the next chunk of a file',
      params: byId.extend({ index: z.coerce.number().int().min(0).max(1_000_000) }),
      upload: { maxBytes: CHUNK_BYTES },
      response: files.response,
      handle: async ({ params: { id, index }, upload }) => {
        await storeChunk(pool, id, index, await buffer(upload()));
        return respond(id);
      },
    }),
    route.get(`${path}/:id`, {
      may: mayRead,
      summary: 'Progress of a file',
      params: byId,
      response: files.response,
      reads,
      handle: ({ params: { id } }) => respond(id),
    }),
    route.get(`${path}/:id/rejected`, {
      may: mayRead,
      summary: 'Rejected rows with reasons',
      params: byId,
      query: rejectedQuery,
      response: rejectedResponse,
      reads,
      handle: async ({ params: { id }, query: { page, limit } }) => {
        await files.statusOf(id);
        return { success: true, ...(await files.rejectedRowsOf(id).page({ page, limit })) };
      },
    }),
    route.get(`${path}/:id/rejected.csv`, {
      may: mayRead,
      summary: 'All rejected rows as a CSV file',
      params: byId,
      reads,
      handle: async ({ params: { id }, ctx }) => {
        const name = files.nameOf(await files.statusOf(id));
        ctx.attachment(`${name}-rejected-rows.csv`);
        ctx.body = Readable.from(rejectedCsv(files.rejectedRowsOf(id).after));
      },
    }),
  ];
}
