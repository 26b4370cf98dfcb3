import type { z } from 'zod';

/**
 * Definition of an event type: its current schema, its version, upcasters from older versions, and the
 * personal fields that are encrypted under their subject's key before they reach the log.
 */
interface EventDefinition<Data extends z.ZodObject = z.ZodObject> {
  readonly version: number;
  readonly data: Data;
  /** `upcasters[n]` turns data of version n into data of version n + 1. */
  readonly upcasters: Readonly<Record<number, (data: Record<string, unknown>) => Record<string, unknown>>>;
  readonly personal: readonly PersonalFields[];
}

/**
 * Personal fields of one subject. `at` names the list whose items contain `fields`; without `at`, the event itself
 * contains them.
 */
export interface PersonalFields {
  readonly fields: readonly string[];
  /** The subject whose key encrypts the fields, e.g. `staffUser:4f…`. */
  readonly subject: (holder: Record<string, unknown>, event: Record<string, unknown>) => string;
  readonly at?: string;
}

interface EventOptions<Data extends z.ZodObject> {
  version?: number;
  data: Data;
  upcasters?: EventDefinition['upcasters'];
  personal?: readonly PersonalFields[];
}

export function defineEvent<Data extends z.ZodObject>(options: EventOptions<Data>): EventDefinition<Data> {
  return {
    version: options.version ?? 1,
    data: options.data,
    upcasters: options.upcasters ?? {},
    personal: options.personal ?? [],
  };
}
