import type { z } from 'zod';

/**
 * Definition of an event type. Personal fields are encrypted under their subject's key before they reach the log.
 */
interface EventDefinition<Data extends z.ZodObject = z.ZodObject> {
  readonly version: number;
  readonly data: Data;
  /** `upcasters[n]` turns data of version n into data of version n + 1. */
  readonly upcasters: Readonly<Record<number, (data: Record<string, unknown>) => Record<string, unknown>>>;
  readonly personal: readonly PersonalFields[];
}

/** Personal fields that belong to the same kind of subject. */
export interface PersonalFields {
  readonly fields: readonly string[];
  /**
   * Returns the subject whose key encrypts the fields, e.g. `staffUser:4f…`. `holder` is the object that contains the
   * fields: the list item or the event data.
   */
  readonly subject: (holder: Record<string, unknown>, event: Record<string, unknown>) => string;
  /** Field that holds a list whose items contain `fields`; omitted if the event data contains them directly. */
  readonly listField?: string;
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
