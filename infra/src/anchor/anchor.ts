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
import { readHeadFile, writeHeadFile } from './head-file.ts';
import { leafOf } from './leaf.ts';
import { MerkleTree } from './merkle.ts';
import { readMessages } from './read-messages.ts';
import { asAnchor, isSignedBy, signed } from './signing.ts';
import { FINGERPRINT_BYTES, isAnchor, isKept, isLeftOut } from './verifier.ts';

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

/** The last anchor is not the one that we signed: what follows it must not be signed as if nothing had happened. */
export class ForgedAnchorError extends Error {
  readonly code = 'ANCHOR_FORGED';
}

/**
 * Anchors everything that is behind the last anchor and is no anchor itself; returns how many anchors that took. An
 * anchor is covered by the one after it, and until then by what is kept of it beside the log; who died before it kept that
 * makes up for it here. Two who anchor at a time: the stream's revision lets one of them through.
 */
export async function anchorLog({ client, key, dataDir }: Options): Promise<number> {
  const logId = await readLogId(client);
  if (logId === undefined) return 0;
  const last = await lastOf(client, streams.anchors());
  const head = last && asAnchor(last.data);
  if (last && !(head && isSignedBy(head, key)))
    throw new ForgedAnchorError(
      `The anchor ${last.revision} is not signed with the key of this installation`,
    );
  const kept = (await readHeadFile(dataDir))?.anchor;
  const tree = new MerkleTree(
    head?.size,
    head?.peaks.map((peak) => Buffer.from(peak, 'hex')),
  );
  let revision = last?.revision;
  let from = tree.size;
  let prints: Buffer[] = [];
  let position = Number(head?.position ?? -1);
  let news = false;
  let anchors = 0;

  const keep = ({ size, root }: Anchor, leaf: Buffer, at: number) =>
    writeHeadFile(dataDir, { size, root, anchor: { position: at, leaf: leaf.toString('hex') } });
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
    const appended = await append(client, anchor, revision);
    await keep(anchor, await leafAt(client, appended.position), appended.position);
    revision = appended.revision;
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
    if (head && isAnchor(event) && event.revision === Number(last.revision)) {
      if (kept === undefined || kept.position < position) await keep(head, leaf, position);
      if (kept?.position === position && !isKept(kept, { leaf }))
        throw new ForgedAnchorError(`The anchor ${last.revision} is not the one that was put there`);
    }
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
    { expectedRevision: expected ?? 'no_stream', credentials: CREDENTIALS, deadline: DEADLINE_MS },
  );
  if (position === undefined) throw new Error('The event store does not say where the anchor stands');
  return { revision: nextExpectedRevision, position: Number(position.commit) };
}

/** The hash of the event at a position, as readers receive it: the store adds to it when it was written. */
async function leafAt(client: EventStoreDBClient, position: number): Promise<Buffer> {
  let leaf: Buffer | undefined;
  for await (const message of await readMessages(client, position, 1)) {
    const event = decodeReadEvent(message as Buffer);
    if (event?.position === position) leaf = leafOf(event);
  }
  if (leaf === undefined) throw new Error(`No event can be read at ${position}`);
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
