/** Address and credentials of a client's widget. */
export interface Widget {
  readonly base: string;
  readonly origin: string;
  readonly token: string;
}

/** Asks a question, reads the whole answer, and returns the milliseconds to its first token. */
export async function measureFirstToken({ base, origin, token }: Widget, message: string): Promise<number> {
  const startedAt = performance.now();
  const response = await fetch(`${base}/api/ai/chat`, {
    method: 'POST',
    headers: {
      'Content-Type': 'application/json',
      Accept: 'text/event-stream',
      Origin: origin,
      Authorization: `Bearer ${token}`,
    },
    body: JSON.stringify({ message }),
  });
  if (!response.ok || !response.body) throw new Error(`The chat request returned ${response.status}`);
  let first: number | undefined;
  let text = '';
  for await (const piece of response.body.pipeThrough(new TextDecoderStream())) {
    text += piece;
    if (text.includes('event: text')) first ??= performance.now() - startedAt;
  }
  if (first === undefined || !text.includes('event: done'))
    throw new Error(`The answer has no text or was cut off: ${text}`);
  return first;
}
