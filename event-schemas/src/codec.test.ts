import { expect, test } from 'vitest';
import { decodeEvent, encodeEvent, UnreadableEventError } from './codec.ts';
import { type DomainEvent, type EventType, eventDefinitions } from './events/index.ts';
import { SYSTEM } from './metadata.ts';

type Data = Record<string, unknown>;

const client = {
  client_id: 'c1',
  name: 'Acme',
  primary_domain: 'acme.example',
  plan_tier: 'pro',
  has_ai_assistant: true,
  has_geo_leads: false,
  has_custom_solution: false,
  product_config: { demo_mode: false },
};
const answer = {
  conversation_id: 'c1',
  client_id: 'acme',
  question_id: 'q1',
  text: 'At 7.',
  citations: [],
  confidence: 0.5,
  answered: true,
  stopped: false,
  first_token_ms: 3,
  duration_ms: 5,
};
const rejectedRows = {
  import_id: 'i1',
  dataset_key: 'd1',
  chunk: 0,
  rows: [{ line: 2, reason: 'The APN is missing', raw: ',1 Main St' }],
};

/** Event data as earlier versions wrote it, oldest first, and the upcast data. */
const EARLIER_DATA: { readonly [Type in EventType]?: readonly (readonly [written: Data, read: Data])[] } = {
  ClientCreated: [
    [
      client,
      {
        ...client,
        active: true,
        has_custom_widget: false,
        time_zone: 'UTC',
        authorized_domains: [],
        allowed_email_domains: [],
      },
    ],
  ],
  CandidateRowsRejected: [[rejectedRows, rejectedRows]],
  QuestionAnswered: [
    [answer, { ...answer, model: null, input_tokens: null, output_tokens: null, cached: false }],
  ],
};

const stored = (type: EventType, data: Data, schemaVersion: number) => ({
  id: 'e1',
  type,
  streamId: 'stream-1',
  revision: 1n,
  data,
  metadata: { schemaVersion },
});

const types = Object.keys(eventDefinitions) as EventType[];
const versionedTypes = types.filter((type) => eventDefinitions[type].version > 1);

test.each(versionedTypes)('upcasts every earlier version of %s', (type) => {
  const { version, data, upcasters } = eventDefinitions[type];
  const samples = EARLIER_DATA[type] ?? [];
  expect(Object.keys(upcasters).map(Number)).toEqual(samples.map((_, index) => index + 1));
  expect(samples).toHaveLength(version - 1);
  for (const [index, [written, read]] of samples.entries()) {
    const event = decodeEvent(stored(type, written, index + 1), 5n);
    expect(event?.data).toEqual(read);
    expect(data.parse(event?.data)).toEqual(read);
  }
});

test('has no upcasters for events with one version', () => {
  const singleVersionTypes = types.filter((type) => !versionedTypes.includes(type));
  expect(
    singleVersionTypes.filter((type) => Object.keys(eventDefinitions[type].upcasters).length > 0),
  ).toEqual([]);
  expect(Object.keys(EARLIER_DATA).toSorted()).toEqual(versionedTypes.toSorted());
});

/** Events that were written before their fields had limits. */
const BEFORE_LIMITS: readonly (readonly [EventType, Data])[] = [
  ['ClientUserSignedIn', { user_id: 'u'.repeat(3_000), session_id: 's1' }],
  ['SiteDiscovered', { client_id: 'c1', found: 2 ** 40, added: 0, problems: [] }],
  ['ClientDetailsChanged', { client_id: 'c1', before: {}, after: { time_zone: 'Nowhere/Else' } }],
  ['AnalyticsReportLinksRevoked', { client_id: 'c1', revoked_at: '0000-01-01T00:00:00Z' }],
  ['NoteRemoved', { candidate_id: 'c', dataset_key: 'd', scope: 'everyone', note_id: 'not a uuid' }],
  ['StaffUserRenamed', { user_id: 'u1', first_name: 'A\ud800', last_name: 'B\0' }],
];

test.each(BEFORE_LIMITS)('decodes a %s from before its limits but refuses to encode it', (type, data) => {
  expect(decodeEvent(stored(type, data, 1), 5n)?.data).toEqual(data);
  const metadata = { actor: SYSTEM, correlationId: 'c', commandId: 'c', at: '2026-03-01T09:00:00.000Z' };
  expect(() => encodeEvent({ type, data } as unknown as DomainEvent, metadata)).toThrow();
});

test('rejects an event of a newer version', () => {
  expect(() => decodeEvent(stored('ClientCreated', client, 3), 5n)).toThrow(UnreadableEventError);
});
