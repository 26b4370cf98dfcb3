export interface ServerEvent {
  event: string;
  data: unknown;
}

/** Yields the server-sent events of a response body (HTML Standard, section 9.2.6). Reads only the fields that our server sends. */
export async function* readEvents(body: ReadableStream<Uint8Array>): AsyncGenerator<ServerEvent> {
  const reader = body.getReader();
  const decoder = new TextDecoder();
  let buffer = '';
  try {
    for (;;) {
      const { done, value } = await reader.read();
      if (done) return;
      buffer += decoder.decode(value, { stream: true });
      const blocks = buffer.split('\n\n');
      buffer = blocks.pop() ?? '';
      for (const block of blocks) {
        const event = /^event: ([^\n]*)/m.exec(block)?.[1];
        const data = /^data: ([^\n]*)/m.exec(block)?.[1];
        if (event && data) yield { event, data: JSON.parse(data) };
      }
    }
  } finally {
    // If the stream has failed, the caller already has the error.
    await reader.cancel().catch(() => {});
  }
}
