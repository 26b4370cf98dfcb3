import { SYSTEM, streams } from '@landline/event-schemas';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { conversation } from '../../assistant/conversations/conversation.ts';
import type { GoldenQuestions } from '../../assistant/golden-questions/contract.ts';
import { createClient } from '../../clients/clients/clients.ts';
import { eventually, startTestApi, testClient } from '../../testing/api.ts';
import { converse } from '../../testing/conversations.ts';
import { startProcess, type TestProcess } from '../../testing/processes.ts';
import { destroySubjects, rebuildReadModels } from '../erasure/erase.ts';
import { kindOf } from '../erasure/subjects.ts';
import type { GoldenComparison } from './contract.ts';

const PATH = '/api/ai/system';
const CLIENT = 'bakery';
const QUESTION = 'Do you sell gift vouchers?';
const FAQ = { prompt_type: 'faq', prompt_content: `Q: ${QUESTION}\nA: Yes, from 10 dollars.` };

let api: Awaited<ReturnType<typeof startTestApi>>;
let processes: TestProcess[];
let token: string;
beforeAll(async () => {
  api = await startTestApi();
  processes = await Promise.all([
    startProcess('projections', api.services),
    startProcess('worker', api.services),
  ]);
  token = (await api.signIn('SuperAdmin')).token;
  await addClient(CLIENT);
});
afterAll(async () => {
  await Promise.all((processes ?? []).map((each) => each.stop()));
  await api?.stopAll();
});

const call = (method: string, path: string, body?: unknown) => api.callInOrder(method, path, { token, body });
async function addClient(id: string): Promise<void> {
  await createClient(api.ports, testClient(id), { actor: SYSTEM, correlationId: id });
  await eventually(
    'the client is in the read models',
    async () => (await call('GET', `/api/ai/client-prompts/${id}`)).status === 200,
  );
}
const fetchQuestions = async (client: string): Promise<GoldenQuestions> =>
  (await call('GET', `/api/ai/golden-questions/client/${client}`)).body;
const version = async (version_name: string): Promise<string> =>
  (await call('POST', `${PATH}/versions`, { version_name })).body.id;
const fetchComparison = async (id: string): Promise<GoldenComparison> =>
  (await call('GET', `${PATH}/versions/${id}/golden-questions`)).body;
const rollBack = (id: string, versionName: string, extra: object = {}) =>
  call('POST', `${PATH}/rollback/${id}`, { confirm: true, versionName, ...extra });
const waitForRun = (id: string) =>
  eventually(
    'the questions were asked with the version',
    async () => {
      const comparison = await fetchComparison(id);
      return ['not_asked', 'running'].includes(comparison.status) ? undefined : comparison;
    },
    60_000,
  );
const waitForRollback = (id: string) =>
  eventually('the version is active', async () => {
    const { body } = await call('GET', `${PATH}/versions`);
    return body.versions.find((each: { id: string }) => each.id === id)?.is_active;
  });
/** Waits for the run that follows a change of prompts. */
const waitForCurrentRun = (passed: number, client = CLIENT) =>
  eventually(
    'the questions were asked with the current configuration',
    async () => {
      const { questions, runs } = await fetchQuestions(client);
      const hasEnded = runs[0]?.ended_at && runs[0].passed === passed;
      return hasEnded ? (questions[0]?.result ?? undefined) : undefined;
    },
    60_000,
  );

test('requires confirmation before a rollback with worse results', async () => {
  const before = await version('Before vouchers');
  await call('POST', `/api/ai/golden-questions/client/${CLIENT}`, {
    question: QUESTION,
    phrases: ['10 dollars'],
  });
  const { body: faq } = await call('POST', `/api/ai/client-prompts/${CLIENT}`, FAQ);
  await waitForCurrentRun(1);

  expect(await fetchComparison(before)).toMatchObject({ status: 'not_asked', clients: [{ run: null }] });
  expect((await rollBack(before, 'Before vouchers')).body).toMatchObject({
    code: 'GOLDEN_RESULT_NOT_ACCEPTED',
    message: expect.stringContaining('have not been run against this version'),
  });
  const requested = await call('POST', `${PATH}/versions/${before}/golden-questions`);
  expect([requested.status, requested.body]).toEqual([202, { success: true, clients: 1 }]);
  expect(await waitForRun(before)).toMatchObject({
    status: 'worse',
    clients: [
      {
        client_id: CLIENT,
        client_name: testClient(CLIENT).name,
        run: { trigger: 'version', total: 1, passed: 0 },
        compared: 1,
        passed_now: 1,
        passed_with_version: 0,
        lost: [QUESTION],
        is_worse: true,
      },
    ],
  });
  // The current results do not change.
  expect((await waitForCurrentRun(1)).passed).toBe(true);
  expect((await rollBack(before, 'Before vouchers')).body.code).toBe('GOLDEN_RESULT_NOT_ACCEPTED');

  // The version that has the voucher now gives better results.
  const withVouchers = await version('With vouchers');
  await call('DELETE', `/api/ai/client-prompts/${CLIENT}/${faq.id}`);
  await waitForCurrentRun(0);
  await call('POST', `${PATH}/versions/${withVouchers}/golden-questions`);
  expect(await waitForRun(withVouchers)).toMatchObject({
    status: 'not_worse',
    clients: [{ passed_now: 0, passed_with_version: 1, lost: [] }],
  });
  expect((await rollBack(withVouchers, 'With vouchers')).status).toBe(202);
  await waitForCurrentRun(1);

  expect((await rollBack(before, 'Before vouchers', { acceptGoldenResult: true })).status).toBe(202);
  await waitForCurrentRun(0);
  await waitForRollback(before);
});

test('skips clients whose prompts do not differ', async () => {
  const id = await version('As it is');
  await call('POST', `${PATH}/snapshot`, {});
  await call('POST', `/api/ai/settings/branding/client/${CLIENT}`, { botName: 'Baker' });
  const requested = await call('POST', `${PATH}/versions/${id}/golden-questions`);
  expect(requested.body).toEqual({ success: true, clients: 0 });
  expect(await fetchComparison(id)).toEqual({ status: 'none', clients: [] });
  expect((await call('GET', `${PATH}/versions/none/golden-questions`)).status).toBe(404);
  expect((await call('POST', `${PATH}/versions/none/golden-questions`)).status).toBe(404);
  expect((await rollBack(id, 'As it is')).status).toBe(202);
});

test('does not ask an erased question', async () => {
  const client = 'florist';
  await addClient(client);
  const conversationId = await converse(api.ports, client, [
    { question: QUESTION, at: new Date().toISOString(), answered: true },
  ]);
  const { state } = await api.ports.commands.load(conversation, streams.conversation(conversationId));
  const exchange = { conversationId, questionId: [...(state?.exchanges.keys() ?? [])][0] };
  const body = { question: QUESTION, phrases: ['10 dollars'], exchange };
  expect((await call('POST', `/api/ai/golden-questions/client/${client}`, body)).status).toBe(201);
  const subject = `conversation:${conversationId}`;
  await destroySubjects(api.ports, [subject]);
  await rebuildReadModels(api.ports, [kindOf(subject)]);
  expect((await fetchQuestions(client)).questions).toMatchObject([{ is_erased: true }]);

  const id = await version('Before the erasure');
  await call('POST', `/api/ai/client-prompts/${client}`, FAQ);
  const requested = await call('POST', `${PATH}/versions/${id}/golden-questions`);
  expect([requested.status, requested.body]).toEqual([202, { success: true, clients: 0 }]);
  expect(await fetchComparison(id)).toEqual({ status: 'none', clients: [] });
});

test('requires confirmation while questions lack results', async () => {
  const client = 'grocer';
  const questions = `/api/ai/golden-questions/client/${client}`;
  await addClient(client);
  const { body: faq } = await call('POST', `/api/ai/client-prompts/${client}`, FAQ);
  const id = await version('With answer');
  const { body: question } = await call('POST', questions, { question: QUESTION, phrases: ['10 dollars'] });
  await call('DELETE', `/api/ai/client-prompts/${client}/${faq.id}`);
  await waitForCurrentRun(0, client);
  await call('POST', `${PATH}/versions/${id}/golden-questions`);
  expect((await waitForRun(id)).status).toBe('not_worse');

  // A changed question has no results.
  await call('PUT', `${questions}/${question.id}`, { question: QUESTION, phrases: ['dollars'] });
  expect(await fetchComparison(id)).toMatchObject({
    status: 'not_asked',
    clients: [{ run: { total: 1 }, is_complete: false }],
  });
  expect((await rollBack(id, 'With answer')).body).toMatchObject({
    code: 'GOLDEN_RESULT_NOT_ACCEPTED',
    message: expect.stringContaining('have not been run against this version'),
  });

  await call('POST', `${PATH}/versions/${id}/golden-questions`);
  expect(await waitForRun(id)).toMatchObject({
    status: 'not_compared',
    clients: [{ run: { total: 1, passed: 1 }, is_complete: true, compared: 0, is_worse: false }],
  });
  expect((await rollBack(id, 'With answer')).body).toMatchObject({
    code: 'GOLDEN_RESULT_NOT_ACCEPTED',
    message: expect.stringContaining('have not been run against the current configuration'),
  });

  await call('POST', `${questions}/runs`);
  await waitForCurrentRun(0, client);
  expect((await fetchComparison(id)).status).toBe('not_worse');
});
