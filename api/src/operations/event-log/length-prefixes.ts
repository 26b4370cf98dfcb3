import { Readable } from 'node:stream';
import { LENGTH_BYTES } from './contract.ts';

/** Returns a stream of the messages, each after its length. Ends the source even if nothing was read, as after a HEAD request. */
export function withLengthPrefixes(messages: Readable): Readable {
  return Readable.from(prefixed(messages), { objectMode: false }).once('close', () => messages.destroy());
}

async function* prefixed(messages: AsyncIterable<Buffer>): AsyncGenerator<Buffer> {
  for await (const message of messages) {
    const length = Buffer.alloc(LENGTH_BYTES);
    length.writeUInt32BE(message.length);
    yield Buffer.concat([length, message]);
  }
}
