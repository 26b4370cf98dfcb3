const FRAME_HEADER = 5;

/** Several messages that go to the client in one piece. */
export type Messages = readonly Buffer[];

/**
 * Serializes any number of messages as grpc-js serializes one. gRPC's stream is a sequence of frames (a zero byte,
 * the length, the message), and writing each on its own costs more than all else in a catch-up or a group commit.
 * grpc-js writes the header of one frame and asks the serialized message to copy itself behind it; this one answers
 * with the size of all frames but that header, and copies itself over it, headers included.
 */
export function serializeMessages(messages: Messages): Buffer {
  let size = 0;
  for (const message of messages) size += FRAME_HEADER + message.length;
  const serialized: Pick<Buffer, 'byteLength' | 'copy'> = {
    byteLength: size - FRAME_HEADER,
    copy(target: Uint8Array): number {
      const frames = target as Buffer; // grpc-js allocates it
      let at = 0;
      for (const message of messages) {
        frames[at] = 0;
        frames.writeUInt32BE(message.length, at + 1);
        frames.set(message, at + FRAME_HEADER);
        at += FRAME_HEADER + message.length;
      }
      return at;
    },
  };
  return serialized as Buffer; // the two members that grpc-js uses
}
