import { SYSTEM, streams } from '@landline/event-schemas';
import type { JobHelpers } from 'graphile-worker';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { createClient } from '../../clients/clients/clients.ts';
import { eventually, startTestApi, testClient } from '../../testing/api.ts';
import { converse } from '../../testing/conversations.ts';
import { startProcess, type TestProcess } from '../../testing/processes.ts';
import { createAnswers } from '../answers/answers.ts';
import { backgroundEmbedderOf } from '../answers/embeddings/background-embedder.ts';
import { embedChunks } from '../answers/embeddings/embed-chunks.ts';
import { storePageContent } from '../answers/page-content.ts';
import { passagesOf } from '../answers/passages.ts';
import { conversation } from '../conversations/conversation.ts';
import { site } from '../website/site.ts';
import { askGoldenQuestions } from './ask-golden-questions.ts';
import type { GoldenQuestions } from './contract.ts';
import { type GoldenQuestionsCommand, goldenQuestions } from './golden-questions.ts';
import { goldenRun } from './golden-run.ts';
import { goldenQuestionTasks } from './tasks.ts';

const HOURS = 'https://bakery.example.com/hours';

let api: Awaited<ReturnType<typeof startTestApi>>;
let processes: TestProcess[];
let token: string;
beforeAll(async () => {
  api = await startTestApi();
  processes = await Promise.all([
    startProcess('projections', api.services),
    startProcess('worker', api.services),
  ]);
  token = (await api.signIn('Admin')).token;
});
afterAll(async () => {
  await Promise.all((processes ?? []).map((each) => each.stop()));
  await api?.stopAll();
});

const pathOf = (client: string) => `/api/ai/golden-questions/client/${client}`;
const call = (method: string, path: string, body?: unknown) => api.callInOrder(method, path, { token, body });
const fetchGoldenQuestions = async (client: string): Promise<GoldenQuestions> =>
  (await call('GET', pathOf(client))).body;
const add = async (client: string, body: object): Promise<string> => {
  const answer = await call('POST', pathOf(client), body);
  expect(answer.status).toBe(201);
  return answer.body.id;
};
const waitForRun = (client: string, trigger: string) =>
  eventually(
    `a run after ${trigger} has ended`,
    async () => {
      const { questions, runs } = await fetchGoldenQuestions(client);
      const [latest] = runs;
      return latest?.trigger === trigger && latest.ended_at !== null ? { questions, run: latest } : undefined;
    },
    60_000,
  );

/** Creates a client whose website says when it opens. */
async function newBakery(client: string): Promise<void> {
  await createClient(api.ports, testClient(client), { actor: SYSTEM, correlationId: client });
  await storePageContent(
    api.ports.pool,
    {
      clientId: client,
      pageId: 'hours',
      url: HOURS,
      title: 'Opening hours',
      passages: passagesOf([
        { heading: 'Opening hours', text: 'The shop opens at 7 am from Tuesday to Sunday.' },
      ]),
    },
    500,
  );
}

const opening = { question: 'When does the shop open?', page_url: HOURS, phrases: ['7 am'] };
const submarines = { question: 'Do you repair submarines?', phrases: ['head baker'] };

describe('golden questions', () => {
  test('are asked on request, and each failure has a reason', async () => {
    await newBakery('asked');
    await add('asked', opening);
    await add('asked', { ...opening, question: 'When does the shop open on Sunday?', phrases: ['8 am'] });
    await add('asked', submarines);
    const requested = await call('POST', `${pathOf('asked')}/runs`);
    expect([requested.status, requested.body]).toMatchObject([202, { success: true, total: 3 }]);
    const { questions, run } = await waitForRun('asked', 'request');
    expect(run).toMatchObject({ total: 3, judged: 3, passed: 1, failure: null });
    expect(questions.map(({ question, result }) => [question, result?.passed, result?.failures])).toEqual([
      ['When does the shop open on Sunday?', false, ['missing_phrase']],
      ['Do you repair submarines?', false, ['not_answered']],
      ['When does the shop open?', true, []],
    ]);
    expect(questions[0]?.result).toMatchObject({ missing: ['8 am'], citations: [{ url: HOURS }] });
    expect(questions[0]?.result?.answer).toContain('opens at 7 am');
    const quality = await call('GET', '/api/ai/analytics/answer-quality-analytics?clientId=asked');
    expect(quality.body).toMatchObject({
      totalResponses: 0,
      judgedResponses: 3,
      goldenResults: { passed: 1, failed: 2 },
      averageScore: 0.333,
      qualityDistribution: { excellent: 1, good: 0, fair: 0, poor: 2 },
      daily_quality: [{ responses: 3, average_score: 0.333 }],
    });
  });

  test('are asked again after an answer is approved and after a crawl', async () => {
    await newBakery('triggered');
    await add('triggered', submarines);
    await call('POST', '/api/ai/approved-answers/client/triggered', {
      question: submarines.question,
      answer: 'Write to our head baker.',
    });
    const { questions, run } = await waitForRun('triggered', 'prompt');
    expect([run.passed, questions[0]?.result?.citations]).toMatchObject([1, [{ url: '' }]]);
    const origin = { actor: SYSTEM, correlationId: 'crawl' };
    const stream = streams.site('triggered');
    for (const command of [
      { type: 'crawl', client_id: 'triggered' },
      { type: 'record_crawl', run: 1, client_id: 'triggered', total: 1, successful: 1 },
    ] as const)
      await api.ports.commands.execute(site, { stream, command, ...origin });
    expect((await waitForRun('triggered', 'crawl')).run.passed).toBe(1);
  });

  test('lose their result when changed and disappear when removed', async () => {
    await newBakery('changed');
    const id = await add('changed', opening);
    await call('POST', `${pathOf('changed')}/runs`);
    expect((await waitForRun('changed', 'request')).questions[0]?.result?.passed).toBe(true);
    await call('PUT', `${pathOf('changed')}/${id}`, { ...opening, phrases: ['8 am'] });
    expect((await fetchGoldenQuestions('changed')).questions).toMatchObject([
      { phrases: ['8 am'], result: null },
    ]);
    await call('DELETE', `${pathOf('changed')}/${id}`);
    expect((await fetchGoldenQuestions('changed')).questions).toEqual([]);
    expect((await call('POST', `${pathOf('changed')}/runs`)).body.code).toBe('NO_GOLDEN_QUESTIONS');
  });

  test('require an expected page or phrase, and a web URL', async () => {
    await newBakery('rejected');
    const problemOf = async (body: object) => {
      const answer = await call('POST', pathOf('rejected'), body);
      return [answer.status, answer.body.details?.[0]?.message];
    };
    const question = 'Open?';
    expect(await problemOf({ question })).toEqual([
      400,
      'Enter the page that the answer must cite, or a phrase that it must contain',
    ]);
    expect(await problemOf({ question, page_url: 'javascript:alert(1)' })).toEqual([
      400,
      'Please enter a valid URL',
    ]);
    expect((await problemOf({ question, phrases: Array(11).fill('x') }))[0]).toBe(400);
    // Percent-encoding makes each letter six characters long.
    const tooLong = { question, page_url: `https://a.example/${'é'.repeat(600)}` };
    const rejected = await call('POST', pathOf('rejected'), tooLong);
    expect([rejected.status, rejected.body.message]).toEqual([
      400,
      'The URL is too long. It can have at most 2,000 characters, counted with special characters encoded.',
    ]);
  });

  test('can be picked from a conversation; another client cannot pick, change or remove them', async () => {
    await newBakery('picked');
    await newBakery('other');
    const conversationId = await converse(api.ports, 'picked', [
      { question: 'Open?', at: new Date().toISOString(), answered: true },
    ]);
    const { state } = await api.ports.commands.load(conversation, streams.conversation(conversationId));
    const exchange = { conversationId, questionId: [...(state?.exchanges.keys() ?? [])][0] };
    const picked = { question: 'Open?', page_url: HOURS, exchange };
    const id = await add('picked', picked);
    expect((await call('POST', pathOf('other'), picked)).status).toBe(404);
    expect((await call('PUT', `${pathOf('other')}/${id}`, opening)).status).toBe(404);
    expect((await call('DELETE', `${pathOf('other')}/${id}`)).status).toBe(404);
    expect((await fetchGoldenQuestions('other')).questions).toEqual([]);
    expect((await call('GET', pathOf('nobody'))).status).toBe(404);
  });
});

test('continues with the remaining questions when the job is retried', async () => {
  await newBakery('resumed');
  await add('resumed', opening);
  await add('resumed', submarines);
  // The version is unknown, so the worker fails and only this test asks questions.
  const run = { run_id: 'resumed-run', client_id: 'resumed', version_id: 'no version' };
  const { pool, log, commands } = api.ports;
  await commands.execute(goldenQuestions, {
    stream: streams.goldenQuestions('resumed'),
    command: { type: 'request_run', ...run, trigger: 'version' },
    actor: SYSTEM,
    correlationId: 'resumed',
  });
  const answers = createAnswers({ pool, log, model: undefined });
  const askedQuestions: string[] = [];
  const stop = new AbortController();
  const recordingAnswers = {
    ...answers,
    answer(question: Parameters<typeof answers.answer>[0]) {
      askedQuestions.push(question.question);
      return answers.answer(question);
    },
  };
  const ask = (executor: typeof commands, signal: AbortSignal) =>
    askGoldenQuestions(
      { commands: executor, log },
      run,
      { answers: recordingAnswers, encoder: 'words' },
      { correlationId: 'resumed' },
      signal,
    );
  const abortingCommands = {
    ...commands,
    execute: async (...args: Parameters<typeof commands.execute>) => {
      const outcome = await commands.execute(...args);
      stop.abort();
      return outcome;
    },
  } as typeof commands;
  await expect(ask(abortingCommands, stop.signal)).rejects.toThrow();
  expect(askedQuestions).toEqual([opening.question]);
  await ask(commands, new AbortController().signal);
  expect(askedQuestions).toEqual([opening.question, submarines.question]);
});

test('records a run as failed if a shutdown interrupts its last attempt', async () => {
  await newBakery('interrupted');
  await add('interrupted', opening);
  // The version is unknown, so the worker's own attempts neither complete nor end the run.
  const run = { run_id: 'interrupted-run', client_id: 'interrupted', version_id: 'no version' };
  const stream = streams.goldenQuestions('interrupted');
  await api.ports.commands.execute(goldenQuestions, {
    stream,
    command: { type: 'request_run', ...run, trigger: 'version' },
    actor: SYSTEM,
    correlationId: 'interrupted',
  });
  const tasks = goldenQuestionTasks(api.ports, async () => []);
  const job = { attempts: 5, max_attempts: 5 };
  const helpers = { abortSignal: AbortSignal.abort(), job } as unknown as JobHelpers;
  await tasks['golden-questions.ask']?.({ ...run, correlationId: 'interrupted' }, helpers);
  expect((await api.typesOf(stream)).at(-1)).toBe('GoldenRunFailed');
});

test('asks a question again that is changed while it is asked', async () => {
  await newBakery('reworded');
  const golden_id = await add('reworded', opening);
  // The version is unknown, so the worker fails and only this test asks questions.
  const run = { run_id: 'reworded-run', client_id: 'reworded', version_id: 'no version' };
  const { pool, log, commands } = api.ports;
  const stream = streams.goldenQuestions('reworded');
  const origin = { actor: SYSTEM, correlationId: 'reworded' };
  const request = { type: 'request_run', ...run, trigger: 'version' } as const;
  await commands.execute(goldenQuestions, { stream, command: request, ...origin });
  const changed = { ...opening, question: 'When does the shop open on Sunday?', phrases: ['8 am'] };
  const answers = createAnswers({ pool, log, model: undefined });
  const askedQuestions: string[] = [];
  const changingAnswers = {
    ...answers,
    async *answer(asked: Parameters<typeof answers.answer>[0]) {
      askedQuestions.push(asked.question);
      const command = {
        type: 'change',
        golden_id,
        client_id: 'reworded',
        ...changed,
        conversation_id: null,
      } as const;
      await commands.execute(goldenQuestions, { stream, command, ...origin });
      yield* answers.answer(asked);
    },
  };
  const deps = { answers: changingAnswers, encoder: 'words' };
  await askGoldenQuestions({ commands, log }, run, deps, origin, new AbortController().signal);
  expect(askedQuestions).toEqual([opening.question, changed.question]);
  const { state: results } = await commands.load(goldenRun, streams.goldenRun(run.run_id));
  expect([...results]).toEqual([[golden_id, false]]);
});

test('asks golden questions again once all passages have vectors from another encoder', async () => {
  await newBakery('encoded');
  await add('encoded', opening);
  const { commands, config } = api.ports;
  const run = { run_id: 'encoded-run', client_id: 'encoded', version_id: null };
  const execute = (command: GoldenQuestionsCommand) =>
    commands.execute(goldenQuestions, {
      stream: streams.goldenQuestions('encoded'),
      command,
      actor: SYSTEM,
      correlationId: 'encoded',
    });
  await execute({ type: 'request_run', ...run, trigger: 'request' });
  await execute({ type: 'complete_run', ...run, total: 1, passed: 1, encoder: 'earlier encoder' });
  const runs = async () => (await fetchGoldenQuestions('encoded')).runs;
  await eventually('the run has ended', async () => (await runs())[0]?.ended_at);
  const tasks = goldenQuestionTasks(api.ports, async () => []);
  const check = () =>
    tasks['golden-questions.check-encoder']?.({}, { job: { id: '1' } } as unknown as JobHelpers);
  await check();
  expect(await runs()).toHaveLength(1);
  await embedChunks(api.ports, backgroundEmbedderOf(config), 'encoded', new AbortController().signal);
  await check();
  expect((await waitForRun('encoded', 'encoder')).run.passed).toBe(1);
  await check();
  expect(await runs()).toHaveLength(2);
});
