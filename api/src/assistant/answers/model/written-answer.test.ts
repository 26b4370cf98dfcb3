import { pino } from 'pino';
import { expect, test } from 'vitest';
import type { AnswerPart } from '../contract.ts';
import type { ChatModel, ModelOutput } from './chat-model.ts';
import { ModelError } from './model-server.ts';
import { type AnswerOutcome, type AnswerRequest, createWriter, NO_USAGE } from './written-answer.ts';

const { signal } = new AbortController();
const request: AnswerRequest = {
  question: 'When does the bakery open?',
  history: [],
  language: 'en',
  passages: [
    {
      pageId: 'hours',
      number: 0,
      url: 'https://bakery.example/hours',
      title: 'Hours',
      heading: '',
      text: 'The bakery opens at seven.',
      score: 1,
    },
  ],
  prompts: [],
  names: [],
  confidence: 1,
  rewritingUsage: NO_USAGE,
  signal,
};
const usage = (inputTokens: number, outputTokens: number): ModelOutput => ({
  type: 'usage',
  inputTokens,
  outputTokens,
});
const text = (written: string): ModelOutput => ({ type: 'text', text: written });

/** Creates a writer whose model yields these outputs, one list per call, and then throws the error that ends the list. */
function writerOf(...calls: (ModelOutput | ModelError)[][]) {
  const model: ChatModel = {
    name: 'test-1',
    async *write() {
      for (const output of calls.shift() ?? []) {
        if (output instanceof ModelError) throw output;
        yield output;
      }
    },
  };
  return createWriter(model, pino({ enabled: false }));
}

async function write(writer: ReturnType<typeof writerOf>, rewritingUsage = NO_USAGE) {
  const parts: AnswerPart[] = [];
  const answer = writer.write({ ...request, rewritingUsage });
  for (;;) {
    const each: IteratorResult<AnswerPart, AnswerOutcome> = await answer.next();
    if (each.done) return { parts, outcome: each.value };
    parts.push(each.value);
  }
}

test('counts the tokens of rewriting, of failed calls and of the answer', async () => {
  const writer = writerOf(
    [usage(100, 1), new ModelError('broken')],
    [text('It opens at seven [S1].'), usage(120, 12)],
  );
  const { parts, outcome } = await write(writer, { inputTokens: 30, outputTokens: 3 });
  const origin = { model: 'test-1', inputTokens: 250, outputTokens: 16, cached: false };
  expect(outcome).toEqual({ status: 'complete', origin });
  expect(parts.at(-1)).toMatchObject({ type: 'done', origin });
});

test('counts the tokens of an answer that is dropped', async () => {
  const { outcome } = await write(writerOf([text('It opens at nine [S1].'), usage(120, 12)]));
  expect(outcome).toMatchObject({ status: 'empty', origin: { inputTokens: 120, outputTokens: 12 } });
});

test('counts the tokens of a rewriting that fails', async () => {
  const writer = writerOf([usage(100, 1), new ModelError('broken')]);
  expect(
    await writer.rewrite({ question: 'And on Sunday?', history: [], siteLanguage: 'en' }, signal),
  ).toEqual({
    hasFailed: true,
    usage: { inputTokens: 100, outputTokens: 1 },
  });
});

test('stops rewriting after three failures in a row, even if answers succeed between them', async () => {
  const failed = [usage(10, 1), new ModelError('timeout')];
  const answer = [text('It opens at seven [S1].')];
  const writer = writerOf(failed, answer, failed, answer, failed, answer, [text('When does it open?')]);
  const rewrite = () =>
    writer.rewrite({ question: 'And on Sunday?', history: [], siteLanguage: 'en' }, signal);
  for (let failures = 0; failures < 3; failures++) {
    expect(await rewrite()).toMatchObject({ hasFailed: true, usage: { inputTokens: 10 } });
    expect((await write(writer)).outcome.status).toBe('complete');
  }
  expect(await rewrite()).toEqual({ hasFailed: true, usage: NO_USAGE });
});
