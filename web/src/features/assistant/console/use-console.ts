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
  /** Shown if the answer failed. */
  problem?: string;
}

/** Number of earlier exchanges sent as context. */
const MAX_HISTORY = 6;

/** Holds a test conversation with a client's assistant, one question at a time. It is not stored. */
export function useConsole(clientId: string) {
  const [exchanges, setExchanges] = useState<readonly Exchange[]>([]);
  const [answeredLastId, setAnsweredLastId] = useState<number>();
  const activeRequest = useRef<AbortController>(undefined);
  const lastId = useRef(0);
  useEffect(() => () => activeRequest.current?.abort(), []);

  const updateExchange = (id: number, update: (exchange: Exchange) => Exchange) =>
    setExchanges((all) => all.map((each) => (each.id === id ? update(each) : each)));

  async function answer({ id, question }: Exchange, earlier: readonly Exchange[]): Promise<void> {
    const controller = new AbortController();
    activeRequest.current = controller;
    let isDone = false;
    let problem = 'The connection was lost before the answer was complete.';
    try {
      for await (const event of ask(
        { clientId, message: question, history: historyOf(earlier) },
        controller.signal,
      )) {
        if (event.event === 'done') {
          isDone = true;
          setAnsweredLastId(id);
        }
        updateExchange(id, (each) => applyEvent(each, event));
      }
    } catch (error) {
      problem = messageOf(error);
    }
    const state = isDone ? 'done' : controller.signal.aborted ? 'stopped' : 'failed';
    updateExchange(id, (each) => ({ ...each, state, problem }));
  }

  return {
    exchanges,
    isWriting: exchanges.some(({ state }) => state === 'writing'),
    /** Exchange whose answer was completed last, which is not always the last one of the conversation. */
    answeredLast: exchanges.find(({ id, state }) => id === answeredLastId && state === 'done'),
    ask(question: string) {
      const next = newExchange(++lastId.current, question);
      setExchanges((all) => [...all, next]);
      void answer(next, exchanges);
    },
    retry({ id, question }: Exchange) {
      const retried = newExchange(id, question);
      updateExchange(id, () => retried);
      void answer(
        retried,
        exchanges.filter((each) => each.id < id),
      );
    },
    stop: () => activeRequest.current?.abort(),
    restart() {
      activeRequest.current?.abort();
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

function applyEvent(exchange: Exchange, event: ConsoleEvent): Exchange {
  switch (event.event) {
    case 'text':
      return { ...exchange, text: exchange.text + event.data.text };
    case 'citations':
      return { ...exchange, citations: event.data.citations };
    case 'suggestions':
      return { ...exchange, suggestions: event.data.suggestions };
    case 'done':
      return { ...exchange, done: event.data };
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
