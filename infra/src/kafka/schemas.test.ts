import { randomBytes, randomUUID } from 'node:crypto';
import type { AllStreamRecordedEvent } from '@eventstore/db-client';
import { type DomainEvent, type EventType, eventDefinitions, SYSTEM } from '@landline/event-schemas';
import { encodeEvent } from '@landline/event-schemas/codec';
import { jsonSchemaOf } from '@landline/event-schemas/message-schema';
import { protectedFieldsOf, subjectsOf } from '@landline/event-schemas/personal';
import { samplesOf } from '@landline/event-schemas/testing/samples';
import { outgoingMessageOf } from '@landline/projections/relay/message';
import { sealPersonalData } from '@landline/runtime/crypto/personal-data';
import { Ajv2020 as Ajv } from 'ajv/dist/2020.js';
import { expect, test } from 'vitest';

const types = Object.keys(eventDefinitions) as EventType[];

/** Returns the message that the relay publishes for an event whose personal fields are encrypted. */
function publishedMessage(event: DomainEvent): unknown {
  const context = { actor: SYSTEM, correlationId: 'c', commandId: 'c', at: '2026-03-01T09:30:00.000Z' };
  const keys = new Map(subjectsOf([event]).map((subject) => [subject, randomBytes(32)]));
  const { data } = sealPersonalData(event, keys);
  const stored = {
    ...encodeEvent(event, context),
    data,
    id: randomUUID(),
    streamId: 'stream-1',
    revision: 0n,
    position: { commit: 7n, prepare: 7n },
    created: new Date(),
  };
  // The fields of a recorded event that the relay reads.
  const outgoing = outgoingMessageOf(stored as unknown as AllStreamRecordedEvent, 'log');
  return JSON.parse(String(outgoing?.message.value));
}

test.each(types)('%s: messages match the schema', (type) => {
  const ajv = new Ajv({ strict: false, validateFormats: false });
  const isValid = ajv.compile(jsonSchemaOf(type));
  for (const data of samplesOf(eventDefinitions[type].data)) {
    const event = { type, data } as DomainEvent; // matches this schema
    const message = publishedMessage(event);
    expect(isValid(message), ajv.errorsText(isValid.errors)).toBe(true);
    expect(isValid({ ...(message as object), data: { ...data, [randomUUID()]: 1 } })).toBe(false);
  }
});

test.each(types.filter((type) => eventDefinitions[type].personal.length > 0))(
  '%s: its schema rejects unencrypted personal fields',
  (type) => {
    const isValid = new Ajv({ strict: false, validateFormats: false }).compile(jsonSchemaOf(type));
    const [data] = samplesOf(eventDefinitions[type].data);
    const message = publishedMessage({ type, data } as DomainEvent) as { type: EventType; data: object };
    const fields = protectedFieldsOf(message);
    expect(fields).not.toEqual([]);
    for (const each of fields.keys()) {
      const readable = structuredClone(message);
      const field = protectedFieldsOf(readable)[each];
      field?.replace('plain');
      expect(isValid(readable), field?.path).toBe(false);
    }
  },
);
