import { type KeyObject, randomUUID } from 'node:crypto';
import {
  BACKWARDS,
  END,
  type EventStoreDBClient,
  jsonEvent,
  StreamNotFoundError,
} from '@eventstore/db-client';
import { type EventData, isSystemStream, SYSTEM, streams } from '@landline/event-schemas';
import { encodeEvent } from '@landline/event-schemas/codec';
import { readMessages } from '@landline/runtime/event-store/read-messages';
import { decodeReadEvent } from '../event-store/recorded-event.ts';
import { readLastAnchor, writeLastAnchor } from './last-anchor-file.ts';
import { leafOf } from './leaf.ts';
import { MerkleTree } from './merkle.ts';
import { isSignedBy, parseAnchor, signAnchor } from './signing.ts';
import { FINGERPRINT_BYTES, isAnchor, isCopyOf } from './verifier.ts';

type Anchor = EventData<'LogAnchored'>;

/** Maximum number of events covered by one anchor, whose size grows with them. */
const MAX_EVENTS = 4_096;
const DEADLINE_MS = 10_000;

interface Options {
  readonly client: EventStoreDBClient;
  readonly key: KeyObject;
  readonly dataDir: string;
}

/**
 * The last anchor in the log is not the one this installation signed. Anchoring later events would hide the change.
 */
export class ForgedAnchorError extends Error {
  readonly code = 'ANCHOR_FORGED';
}

/**
 * Anchors all events after the last anchor and returns the number of anchors written. The next anchor covers
 * the last one; before that, the copy beside the log does. If a crash left no copy, this function restores it. If two
 * processes anchor at the same time, the expected revision lets only one of them succeed.
 */
export async function anchorLog({ client, key, dataDir }: Options): Promise<number> {
  const logId = await readLogId(client);
  if (logId === undefined) return 0;
  const last = await lastOf(client, streams.anchors());
  const head = last && parseAnchor(last.data);
  if (last && !(head && isSignedBy(head, key)))
    throw new ForgedAnchorError(
      `Anchor ${last.revision} is not signed with the key of this installation; restore the log or the key from a backup`,
    );
  const copy = (await readLastAnchor(dataDir))?.anchor;
  const tree = new MerkleTree(
    head?.size,
    head?.peaks.map((peak) => Buffer.from(peak, 'hex')),
  );
  let revision = last?.revision;
  let from = tree.size;
  let fingerprints: Buffer[] = [];
  let position = Number(head?.position ?? -1);
  let hasNewEvents = false;
  let anchors = 0;

  const storeCopy = ({ size, root }: Anchor, leaf: Buffer, at: number) =>
    writeLastAnchor(dataDir, { size, root, anchor: { position: at, leaf: leaf.toString('hex') } });
  const write = async () => {
    const anchor = signAnchor(
      {
        log_id: logId,
        from,
        size: tree.size,
        position: String(position),
        root: tree.root().toString('hex'),
        peaks: tree.peaks.map((peak) => peak.toString('hex')),
        fingerprints: Buffer.concat(fingerprints).toString('base64'),
      },
      key,
    );
    const appended = await append(client, anchor, revision);
    await storeCopy(anchor, await leafAt(client, appended.position), appended.position);
    revision = appended.revision;
    from = tree.size;
    fingerprints = [];
    hasNewEvents = false;
    anchors++;
  };

  for await (const message of await readMessages(client, Math.max(0, position))) {
    const event = decodeReadEvent(message);
    if (event === undefined || event.position <= position) continue;
    position = event.position;
    if (isSystemStream(event.stream)) continue;
    const leaf = leafOf(event);
    if (head && isAnchor(event) && event.revision === Number(last.revision)) {
      if (copy === undefined || copy.position < position) await storeCopy(head, leaf, position);
      if (copy?.position === position && !isCopyOf(copy, { leaf }))
        throw new ForgedAnchorError(`Anchor ${last.revision} was replaced; restore the log from a backup`);
    }
    tree.push(leaf);
    fingerprints.push(leaf.subarray(0, FINGERPRINT_BYTES));
    hasNewEvents ||= !isAnchor(event);
    if (fingerprints.length === MAX_EVENTS && hasNewEvents) await write();
  }
  if (hasNewEvents) await write();
  return anchors;
}

async function append(
  client: EventStoreDBClient,
  anchor: Anchor,
  expected: bigint | undefined,
): Promise<{ revision: bigint; position: number }> {
  const id = randomUUID();
  const event = encodeEvent(
    { type: 'LogAnchored', data: anchor },
    { actor: SYSTEM, correlationId: id, commandId: id, at: new Date().toISOString() },
  );
  const { nextExpectedRevision, position } = await client.appendToStream(
    streams.anchors(),
    [jsonEvent({ id, ...event } as never)],
    { expectedRevision: expected ?? 'no_stream', deadline: DEADLINE_MS },
  );
  if (position === undefined) throw new Error('The event store returned no position for the anchor');
  return { revision: nextExpectedRevision, position: Number(position.commit) };
}

/** Returns the hash of the event at a position as readers receive it, with the time that the store added. */
async function leafAt(client: EventStoreDBClient, position: number): Promise<Buffer> {
  let leaf: Buffer | undefined;
  for await (const message of await readMessages(client, position, 1)) {
    const event = decodeReadEvent(message);
    if (event?.position === position) leaf = leafOf(event);
  }
  if (leaf === undefined) throw new Error(`The event at position ${position} cannot be read`);
  return leaf;
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
