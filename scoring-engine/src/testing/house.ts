import { fileURLToPath } from 'node:url';
import type { DomainEvent, EventData } from '@landline/event-schemas';
import { startCrashableServices } from '@landline/infra/testing/crashable-services';

export { killed, until } from '@landline/infra/testing/crashable-services';

const MAIN = fileURLToPath(new URL('../main.ts', import.meta.url));

/** The services that a scoring engine runs on, each of which can be killed and started again at the same address. */
export async function startHouse() {
  const services = await startCrashableServices();
  return Object.assign(services, {
    /** Starts the engine's own entry point; resolves when it says that it is ready. */
    startEngine: (env: NodeJS.ProcessEnv = {}) => services.startProcess(MAIN, env),
  });
}
export type House = Awaited<ReturnType<typeof startHouse>>;

/** All events of a type in a stream, oldest first. */
export async function eventsOf<T extends DomainEvent['type']>(
  { client }: House,
  stream: string,
  type: T,
): Promise<EventData<T>[]> {
  const found: EventData<T>[] = [];
  for await (const { event } of client.readStream(stream)) {
    if (event?.type === type) found.push(event.data as EventData<T>);
  }
  return found;
}
