import { fileURLToPath } from 'node:url';
import type { DomainEvent, EventData } from '@landline/event-schemas';
import { startCrashableServices } from '@landline/infra/testing/crashable-services';

export { killAndWait, until } from '@landline/infra/testing/crashable-services';

const MAIN = fileURLToPath(new URL('../main.ts', import.meta.url));

/** Starts the services that a scoring engine needs; each can be killed and restarted at the same address. */
export async function startTestEnvironment() {
  const services = await startCrashableServices();
  return Object.assign(services, {
    /** Starts the engine's entry point; resolves when it reports ready. */
    startEngine: (env: NodeJS.ProcessEnv = {}, logged?: string[]) => services.startProcess(MAIN, env, logged),
  });
}
export type TestEnvironment = Awaited<ReturnType<typeof startTestEnvironment>>;

/** Returns all events of a type in a stream, oldest first. */
export async function eventsOf<T extends DomainEvent['type']>(
  { client }: TestEnvironment,
  stream: string,
  type: T,
): Promise<EventData<T>[]> {
  const events: EventData<T>[] = [];
  for await (const { event } of client.readStream(stream)) {
    if (event?.type === type) events.push(event.data as EventData<T>);
  }
  return events;
}
