import type { CallStream } from './call-stream.ts';
import { streamDeleted } from './errors.ts';
import type { ReadRequest } from './read-request.ts';
import type { Reader } from './reader.ts';
import { encodeStreamNotFound } from './responses.ts';

const LAST = Number.MAX_SAFE_INTEGER;

/** Sends a finite part of `$all` or of one stream. Throws a ServiceError if the stream is deleted. */
export async function read(request: ReadRequest, reader: Reader, call: CallStream): Promise<void> {
  const { stream } = request;
  await (stream === undefined ? readAll(request, reader, call) : readStream(stream, request, reader, call));
}

async function readAll(request: ReadRequest, reader: Reader, call: CallStream): Promise<void> {
  const { direction, filter } = request;
  const forwards = direction === 'forwards';
  if (request.start === (forwards ? 'end' : 'start')) return;
  let remaining = request.count ?? 0;
  let from = typeof request.start === 'number' ? Math.min(request.start, LAST) : forwards ? 0 : LAST;
  const limit = () => (filter === undefined ? remaining : undefined);
  let page = remaining > 0 ? reader.all(from, direction, filter, limit()) : Promise.resolve([]);
  while (!call.ended) {
    const entries = await page;
    const last = entries.at(-1);
    if (last === undefined) return;
    from = forwards ? last.position + 1 : last.position;
    const messages = entries.flatMap(({ encoded }) => encoded ?? []).slice(0, remaining);
    remaining -= messages.length;
    // Prefetch the next page while this one is being sent.
    if (remaining > 0) page = reader.all(from, direction, filter, limit());
    await call.writeAll(messages);
    if (remaining === 0) return;
  }
  await page;
}

async function readStream(
  stream: string,
  request: ReadRequest,
  reader: Reader,
  call: CallStream,
): Promise<void> {
  const { direction } = request;
  const forwards = direction === 'forwards';
  let remaining = request.count ?? 0;
  let from: number | undefined = typeof request.start === 'number' ? Math.min(request.start, LAST) : LAST;
  if (request.start === 'start') from = 0;
  while (from !== undefined && !call.ended) {
    const page = await reader.stream(stream, from, direction, Math.max(remaining, 1));
    if (page.state === 'deleted') throw streamDeleted(stream);
    if (page.state === 'not_found') return void (await call.write(encodeStreamNotFound(stream)));
    if (request.start === 'end' && forwards) return;
    await call.writeAll(page.events.slice(0, remaining).map(({ encoded }) => encoded));
    remaining -= page.events.length;
    from = remaining > 0 ? page.next : undefined;
  }
}
