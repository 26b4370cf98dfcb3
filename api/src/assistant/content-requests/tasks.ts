import type { RecordedEvent } from '@landline/event-schemas';
import { streams } from '@landline/event-schemas';
import { contentRequestStatus } from '@landline/event-schemas/lifecycles/content-request';
import { z } from 'zod';
import { client } from '../../clients/clients/client.ts';
import { activeAdminIds, activeClientUserIds } from '../../identity/users/directory.ts';
import { loadAccount } from '../../identity/users/load-account.ts';
import { defineReactor } from '../../platform/reactors/reactor.ts';
import type { Task } from '../../platform/reactors/tasks.ts';
import type { AssistantPorts } from '../ports.ts';
import { contentRequest } from './content-request.ts';
import { contentRequestEmail } from './emails.ts';

const EMAIL_ATTEMPTS = 12;

const statusChange = z.object({
  event_id: z.string(),
  request_id: z.string(),
  client_id: z.string(),
  status: contentRequestStatus,
  admin_notes: z.string(),
});
const mailJob = statusChange.extend({ kind: z.enum(['staff', 'client']), user_id: z.string() });

type RequestEvent = Pick<RecordedEvent, 'id'> & { data: { request_id: string; client_id: string } };

function notify(status: z.infer<typeof contentRequestStatus>) {
  return ({ id, data }: RequestEvent & { data: { admin_notes?: string } }) => {
    const { request_id, client_id, admin_notes = '' } = data;
    const payload: z.infer<typeof statusChange> = {
      event_id: id,
      request_id,
      client_id,
      status,
      admin_notes,
    };
    return [{ task: 'content-requests.tell', payload, maxAttempts: EMAIL_ATTEMPTS }];
  };
}

/** Emails staff about new requests and the client's users about status changes. */
export const contentRequestReactor = defineReactor({
  name: 'content-requests',
  on: {
    ContentRequestSubmitted: notify('pending'),
    ContentRequestProcessingStarted: notify('processing'),
    ContentRequestCompleted: notify('completed'),
    ContentRequestRejected: notify('rejected'),
  },
});

export function contentRequestTasks(ports: AssistantPorts): Record<string, Task> {
  const { commands, pg, pool, mailer } = ports;
  return {
    /** Adds a job per recipient, all or none, so that a retry does not email anyone again. */
    'content-requests.tell': async (payload) => {
      const job = statusChange.parse(payload);
      const kind = job.status === 'pending' ? 'staff' : 'client';
      const recipients =
        kind === 'staff' ? await activeAdminIds(pool) : await activeClientUserIds(pool, job.client_id);
      const mails = recipients.map((user_id): z.infer<typeof mailJob> => ({ ...job, kind, user_id }));
      await pg.query(
        `SELECT graphile_worker.add_job('content-requests.mail', mail, max_attempts => $2,
           job_key => concat_ws(':', 'content-request', mail->>'event_id', mail->>'user_id'))
         FROM json_array_elements($1::json) AS mails (mail)`,
        [JSON.stringify(mails), EMAIL_ATTEMPTS],
      );
    },

    'content-requests.mail': async (payload) => {
      const { kind, user_id, request_id, client_id, status, admin_notes } = mailJob.parse(payload);
      const account = await loadAccount(commands, { kind, id: user_id });
      const { state: request } = await commands.load(contentRequest, streams.contentRequest(request_id));
      const { state: clientState } = await commands.load(client, streams.client(client_id));
      if (!account?.isActive || !request || !clientState) return;
      await mailer(
        contentRequestEmail(ports, {
          to: account.email,
          firstName: account.first_name,
          clientId: client_id,
          clientName: clientState.name,
          url: request.url,
          status,
          adminNotes: admin_notes,
        }),
      );
    },
  };
}
