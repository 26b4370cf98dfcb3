import { type Route, route } from '../http/route.ts';
import type { PlatformPorts } from '../ports.ts';
import { outboxResponse } from './contract.ts';
import { readOutbox } from './outbox.ts';

/** Routes for the outbox, which exists only in an embedded installation without SMTP_URL. */
export function mailRoutes({ config }: PlatformPorts): Route[] {
  if (!config.EMBEDDED || config.SMTP_URL !== undefined) return [];
  return [
    route.get('/api/dev/outbox', {
      may: ['SuperAdmin'],
      summary: 'Emails that were saved because no mail server is configured',
      response: outboxResponse,
      handle: async () => ({ emails: await readOutbox(config.DATA_DIR) }),
    }),
  ];
}
