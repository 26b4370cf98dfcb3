import { randomUUID } from 'node:crypto';
import sharedPb from '@eventstore/db-client/generated/shared_pb.js';
import streamsPb from '@eventstore/db-client/generated/streams_pb.js';
import fc from 'fast-check';
import timestampPb from 'google-protobuf/google/protobuf/timestamp_pb.js';
import { describe, expect, test } from 'vitest';
import { decodeBatchAppendRequest } from './append-requests.ts';
import { createdAt, decodeReadEvent, encodeRecordedEvent } from './recorded-event.ts';
import {
  encodeBatchSuccess,
  encodeCheckpoint,
  encodeConfirmation,
  encodeStreamNotFound,
} from './responses.ts';
import { decodeUuid, parseUuid, writeUuid } from './uuid.ts';

// Checks our codecs against the protobuf code of the client package: each decodes what the other encodes.

const bytes = fc.uint8Array({ maxLength: 300 }).map((array) => Buffer.from(array));
const text = fc
  .string({ unit: 'binary', minLength: 1, maxLength: 60 })
  .filter((value) => !value.includes('\0'));
const number = fc.oneof(fc.nat(300), fc.nat({ max: 2 ** 31 - 1 }), fc.maxSafeNat());

describe('a recorded event', () => {
  test('decodes to what was encoded', () => {
    fc.assert(
      fc.property(
        fc.record({
          stream: text,
          type: text,
          revision: fc.option(number, { nil: undefined }),
          position: number,
          customMetadata: bytes,
          data: bytes,
          created: fc
            .nat({ max: 9_999_999_999_999 })
            .map((value) => 1_000_000_000_000 + (value % 8_000_000_000_000)),
          contentType: fc.constantFrom('application/json', 'application/octet-stream'),
        }),
        (event) => {
          const id = randomUUID();
          const encoded = encodeRecordedEvent({ ...event, id: parseUuid(Buffer.from(id)) } as never);
          const readEvent = streamsPb.ReadResp.deserializeBinary(encoded).getEvent();
          const recorded = readEvent?.getEvent();
          expect(readEvent?.getCommitPosition()).toBe(String(event.position));
          expect(recorded?.getId()?.getString()).toBe(id);
          expect(Buffer.from(recorded?.getStreamIdentifier()?.getStreamName_asU8() ?? []).toString()).toBe(
            event.stream,
          );
          expect(recorded?.getStreamRevision()).toBe(String(event.revision ?? 2n ** 63n - 1n));
          expect(recorded?.getCommitPosition()).toBe(String(event.position));
          expect(recorded?.getPreparePosition()).toBe(String(event.position));
          expect(Object.fromEntries(recorded?.getMetadataMap().toArray() ?? [])).toEqual({
            type: event.type,
            created: `${event.created}0000`,
            'content-type': event.contentType,
          });
          expect(Buffer.from(recorded?.getCustomMetadata_asU8() ?? [])).toEqual(event.customMetadata);
          expect(Buffer.from(recorded?.getData_asU8() ?? [])).toEqual(event.data);
          const decoded = decodeReadEvent(encoded);
          expect(decoded?.data).toEqual(event.data);
          expect(decoded && createdAt(decoded)).toBe(event.created);
        },
      ),
    );
  });
});

describe('a batch append', () => {
  const append = fc.record({
    stream: text,
    final: fc.boolean(),
    revision: fc.option(number, { nil: undefined }),
    seconds: fc.nat({ max: 4_000_000_000 }),
    events: fc.array(fc.record({ type: text, json: fc.boolean(), customMetadata: bytes, data: bytes }), {
      maxLength: 5,
    }),
  });
  type Append = typeof append extends fc.Arbitrary<infer Value> ? Value : never;

  function encode({ stream, final, revision, seconds, events }: Append) {
    const ids = events.map(() => randomUUID());
    const options = new streamsPb.BatchAppendReq.Options();
    const identifier = new sharedPb.StreamIdentifier();
    identifier.setStreamName(Buffer.from(stream));
    options.setStreamIdentifier(identifier);
    if (revision === undefined) options.setNoStream(new sharedPb.Empty() as never);
    else options.setStreamPosition(String(revision));
    const deadline = new timestampPb.Timestamp();
    deadline.setSeconds(seconds);
    deadline.setNanos(500_000_000);
    options.setDeadline(deadline);
    const message = new streamsPb.BatchAppendReq();
    const correlationId = new sharedPb.UUID();
    correlationId.setString(randomUUID());
    message.setCorrelationId(correlationId);
    message.setOptions(options);
    message.setIsFinal(final);
    message.setProposedMessagesList(
      events.map(({ type, json, customMetadata, data }, index) => {
        const proposed = new streamsPb.BatchAppendReq.ProposedMessage();
        const id = new sharedPb.UUID();
        id.setString(ids[index] ?? '');
        proposed.setId(id);
        proposed.getMetadataMap().set('type', type);
        proposed.getMetadataMap().set('content-type', json ? 'application/json' : 'application/octet-stream');
        proposed.setCustomMetadata(customMetadata);
        proposed.setData(data);
        return proposed;
      }),
    );
    return {
      ids,
      correlationId: Buffer.from(correlationId.serializeBinary()),
      message: Buffer.from(message.serializeBinary()),
    };
  }

  test('decodes to what was encoded', () => {
    fc.assert(
      fc.property(append, (request) => {
        const { stream, final, revision, seconds, events } = request;
        const { ids, correlationId, message } = encode(request);
        const decoded = decodeBatchAppendRequest(message);
        expect(decoded).toMatchObject({
          isFinal: final,
          error: undefined,
          correlationId,
          options: { stream, expected: revision ?? 'no_stream', deadline: seconds * 1_000 + 500 },
        });
        expect(decoded.events).toEqual(
          events.map(({ type, json, customMetadata, data }, index) => ({
            id: parseUuid(Buffer.from(ids[index] ?? '')),
            type,
            contentType: json ? 'application/json' : 'application/octet-stream',
            customMetadata,
            data,
          })),
        );
      }),
    );
  });

  test('rejects a damaged message with MalformedMessageError or MissingMetadataError', () => {
    const RUNS = 500;
    const damage = fc.record({
      changes: fc.array(fc.record({ at: fc.nat(1_000_000), byte: fc.nat(255) }), { maxLength: 3 }),
      lengthPercent: fc.oneof(fc.constant(100), fc.nat(100)),
    });
    const outcomes = { decoded: 0, rejected: 0, thrown: 0 };
    fc.assert(
      fc.property(append, damage, (request, { changes, lengthPercent }) => {
        const { message } = encode(request);
        const damaged = message.subarray(0, Math.ceil((message.length * lengthPercent) / 100));
        for (const { at, byte } of changes) if (damaged.length > 0) damaged[at % damaged.length] = byte;
        try {
          const { error } = decodeBatchAppendRequest(damaged);
          outcomes[error ? 'rejected' : 'decoded']++;
          if (error) expect(['MalformedMessageError', 'MissingMetadataError']).toContain(error.name);
        } catch (error) {
          outcomes.thrown++;
          expect(error).toMatchObject({ name: 'MalformedMessageError' });
        }
      }),
      { numRuns: RUNS },
    );
    expect(Math.min(...Object.values(outcomes)), JSON.stringify(outcomes)).toBeGreaterThan(RUNS / 20);
  });
});

describe('responses', () => {
  test("to a batch append decode with the client's codec", () => {
    const correlationId = new sharedPb.UUID();
    correlationId.setString(randomUUID());
    fc.assert(
      fc.property(
        text,
        fc.option(number, { nil: undefined }),
        fc.option(number, { nil: undefined }),
        (stream, revision, position) => {
          const encoded = encodeBatchSuccess(
            Buffer.from(correlationId.serializeBinary()),
            stream,
            revision,
            position,
          );
          const response = streamsPb.BatchAppendResp.deserializeBinary(encoded);
          expect(response.getCorrelationId()?.getString()).toBe(correlationId.getString());
          expect(Buffer.from(response.getStreamIdentifier()?.getStreamName_asU8() ?? []).toString()).toBe(
            stream,
          );
          const success = response.getSuccess();
          expect(success?.hasNoStream()).toBe(revision === undefined);
          expect(success?.getCurrentRevision()).toBe(String(revision ?? 0));
          expect(success?.hasNoPosition()).toBe(position === undefined);
          expect(success?.getPosition()?.getCommitPosition()).toBe(
            position === undefined ? undefined : String(position),
          );
          expect(success?.getPosition()?.getPreparePosition()).toBe(
            position === undefined ? undefined : String(position),
          );
        },
      ),
    );
  });

  test("to a read decode with the client's codec", () => {
    const read = (message: Buffer) => streamsPb.ReadResp.deserializeBinary(message);
    expect(read(encodeConfirmation('a-subscription')).getConfirmation()?.getSubscriptionId()).toBe(
      'a-subscription',
    );
    expect(
      read(encodeCheckpoint(2 ** 40))
        .getCheckpoint()
        ?.toObject(),
    ).toEqual({
      commitPosition: String(2 ** 40),
      preparePosition: String(2 ** 40),
    });
    const notFound = read(encodeStreamNotFound('größe')).getStreamNotFound();
    expect(Buffer.from(notFound?.getStreamIdentifier()?.getStreamName_asU8() ?? []).toString()).toBe('größe');
  });
});

test('a UUID decodes to the same bytes from text and from two halves', () => {
  fc.assert(
    fc.property(fc.uuid(), (uuid) => {
      const parsed = parseUuid(Buffer.from(uuid));
      const text = Buffer.alloc(36);
      writeUuid(parsed, text, 0);
      expect(text.toString()).toBe(uuid);
      const halves = new sharedPb.UUID.Structured();
      halves.setMostSignificantBits(String(parsed.readBigInt64BE(0)));
      halves.setLeastSignificantBits(String(parsed.readBigInt64BE(8)));
      const message = new sharedPb.UUID();
      message.setStructured(halves);
      expect(decodeUuid(Buffer.from(message.serializeBinary()))).toEqual(parsed);
    }),
  );
});
