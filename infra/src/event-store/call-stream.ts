import type { ServerDuplexStream, ServerWritableStream } from '@grpc/grpc-js';
import type { Messages } from './messages.ts';

type Call = ServerWritableStream<unknown, Messages> | ServerDuplexStream<unknown, Messages>;

const MAX_PIECE_BYTES = 64 * 1024;
const MAX_WAITING_PIECES = 4;

/** The sending side of a call, with cancellation and back-pressure. */
export class CallStream {
  readonly #call: Call;
  readonly #ended = new AbortController();

  constructor(call: Call) {
    this.#call = call;
    const end = () => this.#ended.abort();
    call.once('cancelled', end);
    call.once('close', end);
    if (call.cancelled) end();
  }

  /** Aborts when the client cancels or the call ends. */
  get signal(): AbortSignal {
    return this.#ended.signal;
  }

  get ended(): boolean {
    return this.#ended.signal.aborted;
  }

  /**
   * Sends messages as one chunk. Returns a promise to await before sending more when the buffer is full.
   */
  write(...messages: Buffer[]): Promise<void> | undefined {
    if (this.ended) return undefined;
    if (this.#call.writableLength < MAX_WAITING_PIECES) {
      this.#call.write(messages);
      return undefined;
    }
    return new Promise((resolve) => {
      const done = () => {
        this.signal.removeEventListener('abort', done);
        resolve();
      };
      this.signal.addEventListener('abort', done, { once: true });
      this.#call.write(messages, done);
    });
  }

  /** Sends any number of messages in chunks of bounded size, as fast as the client reads them. */
  async writeAll(messages: Iterable<Buffer>): Promise<void> {
    let piece: Buffer[] = [];
    let bytes = 0;
    for (const message of messages) {
      piece.push(message);
      bytes += message.length;
      if (bytes < MAX_PIECE_BYTES) continue;
      if (this.ended) return;
      await this.write(...piece);
      piece = [];
      bytes = 0;
    }
    if (piece.length > 0) await this.write(...piece);
  }

  end(): void {
    if (!this.ended) this.#call.end();
  }

  fail(error: Error): void {
    if (!this.ended) this.#call.emit('error', error);
  }
}
