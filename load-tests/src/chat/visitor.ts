/** A client's widget on the client's site. */
export interface Widget {
  readonly base: string;
  readonly origin: string;
  readonly token: string;
}

/** Asks as a widget does, and gives the milliseconds until the first word of the answer; reads it to its end. */
export async function firstWord({ base, origin, token }: Widget, message: string): Promise<number> {
  const started = performance.now();
  const answer = await fetch(`${base}/api/ai/chat`, {
    method: 'POST',
    headers: {
      'Content-Type': 'application/json',
      Accept: 'text/event-stream',
      Origin: origin,
      Authorization: `Bearer ${token}`,
    },
    body: JSON.stringify({ message }),
  });
  if (!answer.ok || !answer.body) throw new Error(`A question was answered ${answer.status}`);
  let first: number | undefined;
  let text = '';
  for await (const piece of answer.body.pipeThrough(new TextDecoderStream())) {
    text += piece;
    if (text.includes('event: text')) first ??= performance.now() - started;
  }
  if (first === undefined || !text.includes('event: done')) throw new Error(`An answer broke off: ${text}`);
  return first;
}
