import { eventDefinitions } from '@landline/event-schemas';
import { InvalidArgumentError } from 'commander';
import { z } from 'zod';

/** Parses a whole number of at least 1. */
export function parseCount(text: string): number {
  const number = Number(text);
  if (!Number.isSafeInteger(number) || number < 1)
    throw new InvalidArgumentError('Must be a whole number of at least 1.');
  return number;
}

/** Parses a commit position or a stream revision. */
export function parsePosition(text: string): bigint {
  if (!/^\d{1,18}$/.test(text)) throw new InvalidArgumentError('Must be a whole number of at least 0.');
  return BigInt(text);
}

const time = z.iso.datetime({ offset: true, local: true });

/** Converts a date (midnight UTC) or a time (UTC unless it has an offset) to an ISO 8601 timestamp. */
export function parseTime(text: string): string {
  if (z.iso.date().safeParse(text).success) return `${text}T00:00:00Z`;
  if (!time.safeParse(text).success)
    throw new InvalidArgumentError('Must be a date such as 2026-11-01 or a time such as 2026-11-01T09:30Z.');
  const hasOffset = /(Z|[+-]\d\d:\d\d)$/.test(text);
  return new Date(hasOffset ? text : `${text}Z`).toISOString();
}

/** Parses the name of an event type. */
export function parseEventType(text: string): string {
  if (!(text in eventDefinitions)) throw new InvalidArgumentError(`Unknown event type: ${text}.`);
  return text;
}
