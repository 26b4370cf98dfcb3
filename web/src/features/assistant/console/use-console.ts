import type { Citation, ConsoleEvents, Turn } from '@landline/api/assistant/answers/contract';
import { useEffect, useRef, useState } from 'react';
import { messageOf } from '../../../shared/http/errors.ts';
import { ask, type ConsoleEvent } from './api/ask.ts';

/** A question and its answer so far. */
export interface Exchange {
  id: number;
  question: string;
  text: string;
  citations: readonly Citation[];
  suggestions: readonly string[];
  state: 'writing' | 'done' | 'stopped' | 'failed';
  done?: ConsoleEvents['done'];
  problem?: string;
}

/** Number of earlier exchanges sent as context. */
const MAX_HISTORY = 6;

/** Holds a test conversation with a client's assistant. It is not stored, and restarts when the client changes. */
export function useConsole(clientId: string) {
  const [exchanges, setExchanges] = useState<readonly Exchange[]>([]);
  const writing = useRef<AbortController>(undefined);
  const lastId = useRef(0);
  // biome-ignore lint/correctness/useExhaustiveDependencies: resets when the client changes
  useEffect(() => {
    setExchanges([]);
    return () => writing.current?.abort();
  }, [clientId]);

  const change = (id: number, update: (exchange: Exchange) => Exchange) =>
    setExchanges((all) => all.map((each) => (each.id === id ? update(each) : each)));

  async function answer({ id, question }: Exchange, earlier: readonly Exchange[]): Promise<void> {
    const stop = new AbortController();
    writing.current?.abort();
    writing.current = stop;
    let state: Exchange['state'] = 'failed';
    let problem: string | undefined;
    try {
      for await (const event of ask(
        { clientId, message: question, history: historyOf(earlier) },
        stop.signal,
      )) {
        if (event.event === 'done') state = 'done';
        change(id, (each) => applyEvent(each, event));
      }
      if (state === 'failed') problem = 'The connection was lost before the answer was complete.';
    } catch (error) {
      problem = messageOf(error);
    }
    if (stop.signal.aborted) change(id, (each) => ({ ...each, state: 'stopped' }));
    else change(id, (each) => ({ ...each, state, ...(problem !== undefined && { problem }) }));
  }

  return {
    exchanges,
    isWriting: exchanges.at(-1)?.state === 'writing',
    ask(question: string) {
      const next = newExchange(++lastId.current, question);
      setExchanges((all) => [...all, next]);
      void answer(next, exchanges);
    },
    retry({ id, question }: Exchange) {
      const again = newExchange(id, question);
      change(id, () => again);
      void answer(
        again,
        exchanges.filter((each) => each.id < id),
      );
    },
    stop: () => writing.current?.abort(),
    restart() {
      writing.current?.abort();
      setExchanges([]);
    },
  };
}

const newExchange = (id: number, question: string): Exchange => ({
  id,
  question,
  text: '',
  citations: [],
  suggestions: [],
  state: 'writing',
});

function applyEvent(each: Exchange, event: ConsoleEvent): Exchange {
  switch (event.event) {
    case 'text':
      return { ...each, text: each.text + event.data.text };
    case 'citations':
      return { ...each, citations: event.data.citations };
    case 'suggestions':
      return { ...each, suggestions: event.data.suggestions };
    case 'done':
      return { ...each, done: event.data };
  }
}

const historyOf = (earlier: readonly Exchange[]): Turn[] =>
  earlier
    .filter(({ text }) => text !== '')
    .slice(-MAX_HISTORY)
    .flatMap(({ question, text }) => [
      { role: 'user' as const, text: question },
      { role: 'assistant' as const, text },
    ]);
