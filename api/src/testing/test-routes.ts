import { buffer } from 'node:stream/consumers';
import type { DomainEvent } from '@landline/event-schemas';
import { sql } from 'slonik';
import { z } from 'zod';
import type { Decider } from '../platform/commands/decider.ts';
import { DomainError } from '../platform/errors.ts';
import { type Route, route } from '../platform/http/route.ts';
import type { Ports } from '../ports.ts';

/** Stores notes as an arbitrary event type; the state counts them. */
const note: Decider<number, { text: string }, DomainEvent<'DatasetImportFailed'>> = {
  initialState: 0,
  evolve: (state) => state + 1,
  decide({ text }) {
    if (text === 'rude') throw new DomainError('rule_broken', 'RUDE', 'Mind your language.');
    return [{ type: 'DatasetImportFailed', data: { import_id: 'i', dataset_key: 'd', reason: text } }];
  },
};

/** Returns routes of every kind for tests of the HTTP layer. */
export function testRoutes({ pool }: Ports): Route[] {
  return [
    route.post('/api/test/notes/:stream', {
      may: 'signed-in',
      params: z.object({ stream: z.string() }),
      body: z.object({ text: z.string().min(1, 'Please write something'), size: z.int().optional() }),
      response: z.object({ success: z.literal(true), count: z.int(), id: z.uuid() }),
      status: 201,
      async handle({ params, body, execute, newId }) {
        const { state } = await execute(note, { stream: `test-${params.stream}`, command: body });
        return { success: true, count: state, id: newId('note') };
      },
    }),
    route.get('/api/test/echo/:id', {
      may: 'anyone',
      params: z.object({ id: z.uuid() }),
      query: z.object({ page: z.coerce.number().int().min(1).default(1) }),
      response: z.object({ id: z.string(), page: z.number(), actor: z.string().nullable() }),
      handle: ({ params, query, actor }) => ({ ...params, ...query, actor: actor?.id ?? null }),
    }),
    route.post('/api/test/upload', {
      may: 'signed-in',
      upload: { maxBytes: 1_000 },
      response: z.object({ bytes: z.int() }),
      handle: async ({ upload }) => ({ bytes: (await buffer(upload())).length }),
    }),
    route.get('/api/test/download', {
      may: 'anyone',
      handle({ ctx }) {
        ctx.type = 'text/csv';
        ctx.body = 'a,b\n'.repeat(1_000);
      },
    }),
    route.delete('/api/test/nothing', {
      may: 'anyone',
      handle: () => undefined,
    }),
    route.get('/api/test/defect', {
      may: 'anyone',
      handle: () => pool.any(sql.unsafe`SELECT secret_column FROM nowhere`),
    }),
    route.get('/api/test/talkative', {
      may: 'anyone',
      response: z.object({ name: z.string() }),
      handle: () => ({ name: 'Ada', password: 'x' }),
    }),
  ];
}
