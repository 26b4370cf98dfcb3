import type { TestApi } from './api.ts';

export interface LiveStream {
  readonly headers: Headers;
  /** Server-sent events received so far. */
  readonly events: readonly { readonly event: string; readonly data: Readonly<Record<string, string>> }[];
  isClosed(): boolean;
  stop(): void;
}

/** Opens the event stream of `/api/live` and collects its events. */
export async function openLiveStream({ url }: Pick<TestApi, 'url'>, token: string): Promise<LiveStream> {
  const abort = new AbortController();
  const { headers, body } = await fetch(new URL('/api/live', url), {
    signal: abort.signal,
    headers: { Authorization: `Bearer ${token}` },
  });
  const events: LiveStream['events'][number][] = [];
  let isClosed = false;
  const read = async () => {
    let text = '';
    for await (const chunk of body?.pipeThrough(new TextDecoderStream()) ?? []) {
      text += chunk;
      const blocks = text.split('\n\n');
      text = blocks.pop() ?? '';
      for (const block of blocks) {
        const [, event, data] = /^event: (.*)\ndata: (.*)$/.exec(block) ?? [];
        if (event && data) events.push({ event, data: JSON.parse(data) });
      }
    }
  };
  read()
    .catch(() => undefined) // aborted by `stop`
    .finally(() => {
      isClosed = true;
    });
  return { headers, events, isClosed: () => isClosed, stop: () => abort.abort() };
}
