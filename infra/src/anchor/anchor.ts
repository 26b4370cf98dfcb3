import { type KeyObject, randomUUID } from 'node:crypto';
import {
  BACKWARDS,
  END,
  type EventStoreDBClient,
  jsonEvent,
  StreamNotFoundError,
} from '@eventstore/db-client';
import { type EventData, SYSTEM, streams } from '@landline/event-schemas';
import { encodeEvent } from '@landline/event-schemas/codec';
import { decodeReadEvent } from '../event-store/recorded-event.ts';
import { writeHeadFile } from './head-file.ts';
import { leafOf } from './leaf.ts';
import { MerkleTree } from './merkle.ts';
import { readMessages } from './read-messages.ts';
import { isSignedBy, signed } from './signing.ts';
import { FINGERPRINT_BYTES, isAnchor, isLeftOut } from './verifier.ts';

type Anchor = EventData<'LogAnchored'>;

/** So many events at most are named by one anchor, whose own size grows with them. */
const MAX_EVENTS = 4_096;
const DEADLINE_MS = 10_000;
const CREDENTIALS = { username: 'landline', password: 'landline' };

interface Options {
  readonly client: EventStoreDBClient;
  readonly key: KeyObject;
  readonly dataDir: string;
}

/** The last anchor does not bear our signature: what follows it must not be signed as if nothing had happened. */
export class ForgedAnchorError extends Error {
  readonly code = 'ANCHOR_FORGED';
}

/**
 * Anchors everything that is behind the last anchor and is no anchor itself; returns how many anchors that took. An
 * anchor is covered by the one after it. Two who anchor at a time: the stream's revision lets one of them through.
 */
export async function anchorLog({ client, key, dataDir }: Options): Promise<number> {
  const logId = await readLogId(client);
  if (logId === undefined) return 0;
  const last = await readLastAnchor(client);
  if (last && !isSignedBy(last.anchor, key))
    throw new ForgedAnchorError(
      `The anchor ${last.revision} is not signed with the key of this installation`,
    );
  const tree = new MerkleTree(
    last?.anchor.size,
    last?.anchor.peaks.map((peak) => Buffer.from(peak, 'hex')),
  );
  let revision = last?.revision;
  let from = tree.size;
  let prints: Buffer[] = [];
  let position = Number(last?.anchor.position ?? -1);
  let news = false;
  let anchors = 0;

  const write = async () => {
    const anchor = signed(
      {
        log_id: logId,
        from,
        size: tree.size,
        position: String(position),
        root: tree.root().toString('hex'),
        peaks: tree.peaks.map((peak) => peak.toString('hex')),
        fingerprints: Buffer.concat(prints).toString('base64'),
      },
      key,
    );
    revision = await append(client, anchor, revision);
    await writeHeadFile(dataDir, anchor);
    from = tree.size;
    prints = [];
    news = false;
    anchors++;
  };

  for await (const message of await readMessages(client, Math.max(0, position))) {
    const event = decodeReadEvent(message as Buffer);
    if (event === undefined || event.position <= position) continue;
    position = event.position;
    if (isLeftOut(event)) continue;
    const leaf = leafOf(event);
    tree.push(leaf);
    prints.push(leaf.subarray(0, FINGERPRINT_BYTES));
    news ||= !isAnchor(event);
    if (prints.length === MAX_EVENTS && news) await write();
  }
  if (news) await write();
  return anchors;
}

async function append(
  client: EventStoreDBClient,
  anchor: Anchor,
  revision: bigint | undefined,
): Promise<bigint> {
  const id = randomUUID();
  const event = encodeEvent(
    { type: 'LogAnchored', data: anchor },
    { actor: SYSTEM, correlationId: id, commandId: id, at: new Date().toISOString() },
  );
  const { nextExpectedRevision } = await client.appendToStream(
    streams.anchors(),
    [jsonEvent({ id, ...event } as never)],
    { expectedRevision: revision ?? 'no_stream', credentials: CREDENTIALS, deadline: DEADLINE_MS },
  );
  return nextExpectedRevision;
}

async function readLastAnchor(
  client: EventStoreDBClient,
): Promise<{ anchor: Anchor; revision: bigint } | undefined> {
  const last = await lastOf(client, streams.anchors());
  return last && { anchor: last.data as Anchor, revision: last.revision };
}

async function readLogId(client: EventStoreDBClient): Promise<string | undefined> {
  const first = await lastOf(client, streams.log());
  return (first?.data as EventData<'LogCreated'> | undefined)?.log_id;
}

async function lastOf(client: EventStoreDBClient, stream: string) {
  try {
    const events = client.readStream(stream, { direction: BACKWARDS, fromRevision: END, maxCount: 1 });
    let last: { data: unknown; revision: bigint } | undefined;
    for await (const { event } of events) last ??= event;
    return last;
  } catch (error) {
    if (error instanceof StreamNotFoundError) return undefined;
    throw error;
  }
}
