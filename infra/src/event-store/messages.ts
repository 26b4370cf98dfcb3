const FRAME_HEADER_BYTES = 5;

/** Messages sent to the client as one chunk. */
export type Messages = readonly Buffer[];

/**
 * Serializes any number of messages where grpc-js expects one. A gRPC stream is a sequence of frames (a zero byte,
 * the length, the message), and writing each frame separately costs more than everything else in a catch-up or a
 * group commit. grpc-js writes one frame header and then calls `copy` of the serialized message. The object returned
 * here reports the size of all frames minus that header, and its `copy` overwrites the header with all frames.
 */
export function serializeMessages(messages: Messages): Buffer {
  let size = 0;
  for (const message of messages) size += FRAME_HEADER_BYTES + message.length;
  const serialized: Pick<Buffer, 'byteLength' | 'copy'> = {
    byteLength: size - FRAME_HEADER_BYTES,
    copy(target: Uint8Array): number {
      const frames = target as Buffer; // allocated by grpc-js
      let at = 0;
      for (const message of messages) {
        frames[at] = 0;
        frames.writeUInt32BE(message.length, at + 1);
        frames.set(message, at + FRAME_HEADER_BYTES);
        at += FRAME_HEADER_BYTES + message.length;
      }
      return at;
    },
  };
  return serialized as Buffer; // the two members that grpc-js uses
}
