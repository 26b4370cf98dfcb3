import { z } from 'zod';
import { defineEvent } from '../define.ts';

export const logEvents = {
  /** The first event of every log. Its id tells one log from another: a checkpoint of another log means a rebuild. */
  LogCreated: defineEvent({ data: z.object({ log_id: z.uuid() }) }),
};
