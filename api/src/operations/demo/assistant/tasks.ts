import { streams } from '@landline/event-schemas';
import { z } from 'zod';
import { site } from '../../../assistant/website/site.ts';
import type { Task } from '../../../platform/reactors/tasks.ts';
import type { OperationsPorts } from '../../ports.ts';
import type { DemoBusiness } from './business.ts';
import { COURTYARD_HOMES } from './courtyard-homes.ts';
import { fillAssistant } from './fill.ts';
import { HARBOR_BAKERY } from './harbor-bakery.ts';

export const DEMO_TASK = 'demo.fill-assistant';

/** Businesses of the demo clients with the assistant, by the name of the client. */
const BUSINESSES: Readonly<Record<string, DemoBusiness>> = {
  'Assistant client': HARBOR_BAKERY,
  'Demo client': COURTYARD_HOMES,
};

const job = z.object({
  name: z.string(),
  client_id: z.string(),
  user_id: z.string(),
  admin_id: z.string(),
  until: z.iso.datetime(),
});
export type DemoJob = Omit<z.infer<typeof job>, 'until'>;

/**
 * Selects the end of the demo assistants' generated history, one minute before the creation of the database: reactors
 * skip only events from before the creation, and the generator's clock advances by a second with each command. Events
 * after the creation would send emails, start the crawler and call a configured model. Returns no row for a database
 * older than a day, because visitors may already use its demo clients.
 */
const UNTIL = `
  SELECT min(applied_at) - interval '1 minute' AS until FROM api.migration
  HAVING min(applied_at) > now() - interval '1 day'`;

/**
 * Enqueues the job that fills a demo client's assistant in the background, unless its website was crawled before or the
 * database is not new.
 */
export async function requestDemoAssistant(
  { commands, pg }: Pick<OperationsPorts, 'commands' | 'pg'>,
  client: DemoJob,
): Promise<void> {
  if (BUSINESSES[client.name] === undefined) return;
  const { state } = await commands.load(site, streams.site(client.client_id));
  if (state.run > 0) return;
  const [found] = (await pg.query<{ until: Date }>(UNTIL)).rows;
  if (!found) return;
  const payload: z.infer<typeof job> = { ...client, until: found.until.toISOString() };
  await pg.query('SELECT graphile_worker.add_job($1, $2::json, queue_name => $1, job_key => $3)', [
    DEMO_TASK,
    JSON.stringify(payload),
    `${DEMO_TASK} ${client.client_id}`,
  ]);
}

export const demoTasks = (ports: OperationsPorts): Record<string, Task> => ({
  [DEMO_TASK]: async (payload, { abortSignal }) => {
    const { name, until, ...client } = job.parse(payload);
    const business = BUSINESSES[name];
    if (business) await fillAssistant(ports, business, { ...client, until: new Date(until) }, abortSignal);
  },
});
