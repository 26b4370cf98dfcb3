import type { RecordedEvent } from '@landline/event-schemas';
import { streams } from '@landline/event-schemas';
import { contentRequestStatus } from '@landline/event-schemas/lifecycles/content-request';
import { sql } from 'slonik';
import { z } from 'zod';
import { client } from '../clients/client.ts';
import type { Deps } from '../deps.ts';
import { loadAccount } from '../identity/accounts.ts';
import { liveGeneration } from '../live-generation.ts';
import { defineReactor } from '../reactors/reactor.ts';
import type { Task } from '../reactors/tasks.ts';
import { contentRequest } from './content-request.ts';
import { contentRequestMail } from './mails.ts';

const MAIL_ATTEMPTS = 12;

const told = z.object({
  event_id: z.string(),
  request_id: z.string(),
  client_id: z.string(),
  status: contentRequestStatus,
  admin_notes: z.string(),
});
const mailJob = told.extend({ kind: z.enum(['staff', 'client']), user_id: z.string() });

type Happened = Pick<RecordedEvent, 'id'> & { data: { request_id: string; client_id: string } };

function tell(status: z.infer<typeof contentRequestStatus>) {
  return ({ id, data }: Happened & { data: { admin_notes?: string } }) => {
    const { request_id, client_id, admin_notes = '' } = data;
    const payload: z.infer<typeof told> = { event_id: id, request_id, client_id, status, admin_notes };
    return [{ task: 'content-requests.tell', payload, maxAttempts: MAIL_ATTEMPTS }];
  };
}

/** Who waits for a content request is told by mail what became of it. */
export const contentRequestReactor = defineReactor({
  name: 'content-requests',
  on: {
    ContentRequestSubmitted: tell('pending'),
    ContentRequestProcessingStarted: tell('processing'),
    ContentRequestCompleted: tell('completed'),
    ContentRequestRejected: tell('rejected'),
  },
});

export function contentRequestTasks(deps: Deps): Record<string, Task> {
  const { commands, pg, pool, mailer } = deps;
  return {
    /** A job for each recipient, so that one who cannot be reached does not have the others written to again. */
    'content-requests.tell': async (payload) => {
      const job = told.parse(payload);
      const kind = job.status === 'pending' ? 'staff' : 'client';
      const recipients = kind === 'staff' ? await staffIds(pool) : await clientUserIds(pool, job.client_id);
      for (const user_id of recipients) {
        const mail: z.infer<typeof mailJob> = { ...job, kind, user_id };
        await pg.query(
          `SELECT graphile_worker.add_job('content-requests.mail', $1::json, max_attempts => $2, job_key => $3)`,
          [JSON.stringify(mail), MAIL_ATTEMPTS, `content-request:${job.event_id}:${user_id}`],
        );
      }
    },

    'content-requests.mail': async (payload) => {
      const { kind, user_id, request_id, client_id, status, admin_notes } = mailJob.parse(payload);
      const account = await loadAccount(commands, { kind, id: user_id });
      const { state: request } = await commands.load(contentRequest, streams.contentRequest(request_id));
      const { state: its } = await commands.load(client, streams.client(client_id));
      if (!account?.isActive || !request || !its) return;
      await mailer(
        contentRequestMail(deps, {
          to: account.email,
          firstName: account.first_name,
          clientId: client_id,
          clientName: its.name,
          url: request.url,
          status,
          adminNotes: admin_notes,
        }),
      );
    },
  };
}

const userId = z.object({ user_id: z.string() });

/** Those who act on requests. */
const staffIds = (pool: Deps['pool']) =>
  pool.anyFirst(sql.type(userId)`
    SELECT user_id FROM read.staff_user
    WHERE generation = ${liveGeneration('staff')}
      AND active AND NOT pending AND role IN ('SuperAdmin', 'Admin')
  `);

const clientUserIds = (pool: Deps['pool'], clientId: string) =>
  pool.anyFirst(sql.type(userId)`
    SELECT user_id FROM read.client_user
    WHERE generation = ${liveGeneration('clients')}
      AND client_id = ${clientId} AND active AND NOT pending
  `);
