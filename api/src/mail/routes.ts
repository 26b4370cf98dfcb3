import type { Deps } from '../deps.ts';
import { type Route, route } from '../http/route.ts';
import { outboxAnswer } from './contract.ts';
import { readOutbox } from './outbox.ts';

/** The outbox of an embedded installation; elsewhere there is no such route (DESIGN §2). */
export function mailRoutes({ config }: Deps): Route[] {
  if (!config.EMBEDDED || config.SMTP_URL !== undefined) return [];
  return [
    route({
      method: 'GET',
      path: '/api/dev/outbox',
      may: ['SuperAdmin'],
      summary: 'Mail that was not sent because there is no mail server',
      response: outboxAnswer,
      handle: async () => ({ mails: await readOutbox(config.DATA_DIR) }),
    }),
  ];
}
