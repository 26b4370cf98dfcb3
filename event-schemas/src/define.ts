import type { z } from 'zod';

/**
 * What makes an event type: its present schema, its version, how older versions become the present one, and
 * which of its fields are personal data (encrypted under the key of their subject before they reach the log).
 */
export interface EventDefinition<Data extends z.ZodObject = z.ZodObject> {
  readonly version: number;
  readonly data: Data;
  /** `upcasters[n]` turns data of version n into data of version n + 1. */
  readonly upcasters: Readonly<Record<number, (data: Record<string, unknown>) => Record<string, unknown>>>;
  readonly personal: readonly PersonalFields[];
}

/** Personal fields of one subject. `at` names the list in the event whose objects hold `fields`; without it the event does. */
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

/** Declares an event type. */
export function defineEvent<Data extends z.ZodObject>(options: EventOptions<Data>): EventDefinition<Data> {
  return {
    version: options.version ?? 1,
    data: options.data,
    upcasters: options.upcasters ?? {},
    personal: options.personal ?? [],
  };
}
