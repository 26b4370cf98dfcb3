import { SYSTEM } from '@landline/event-schemas';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { createClient } from '../../clients/clients/clients.ts';
import { startTestApi, testClient } from '../../testing/api.ts';
import { startProcess, type TestProcess } from '../../testing/processes.ts';
import { deletePageContent, storePageContent } from './page-content.ts';
import { passagesOf } from './passages.ts';

let api: Awaited<ReturnType<typeof startTestApi>>;
let projections: TestProcess;
let token: string;
beforeAll(async () => {
  api = await startTestApi();
  projections = await startProcess('projections', api.services);
  token = (await api.signIn('Admin')).token;
  for (const id of ['bakery', 'garage', 'roofer', 'florist'])
    await createClient(api.ports, testClient(id), { actor: SYSTEM, correlationId: id });
  await learn(
    'bakery',
    'We bake sourdough bread every morning. The shop opens at 7 am from Tuesday to Sunday.',
  );
  await learn('garage', 'Our mechanics repair brakes and gearboxes of vans.');
});
afterAll(async () => {
  await projections?.stop();
  await api?.stopAll();
});

async function learn(client: string, text: string, pageId = 'home', allowance = 500) {
  return storePageContent(
    api.ports.pool,
    {
      clientId: client,
      pageId,
      url: `https://${client}.example.com/`,
      title: 'Home',
      passages: passagesOf(text.split('\n\n').map((block) => ({ heading: 'Welcome', text: block }))),
    },
    allowance,
  );
}

const ask = (clientId: string, message: string, history: object[] = []) =>
  api.call('POST', '/api/ai/chat', { token, body: { clientId, message, userId: 'staff', history } });

describe('staff console', () => {
  test('answers from the pages of the client with citations', async () => {
    const { status, body } = await ask('bakery', 'When does the shop open?');
    expect(status).toBe(200);
    expect(body.message).toContain('opens at 7 am');
    expect(body.citations[0]).toMatchObject({ number: 1, url: 'https://bakery.example.com/', title: 'Home' });
    expect(body).toMatchObject({ answered: true });
  });

  test("does not answer from another client's pages", async () => {
    const { body } = await ask('bakery', 'Do you repair gearboxes?');
    expect(body).toMatchObject({ answered: false, citations: [] });
    expect(body.message).toContain("I don't know");
  });

  test('understands a follow-up question', async () => {
    const history = [
      { role: 'user', text: 'When does the shop open?' },
      { role: 'assistant', text: 'The shop opens at 7 am from Tuesday to Sunday. [1]' },
    ];
    const { body } = await ask('bakery', 'And on Sunday?', history);
    expect(body.message).toContain('opens at 7 am');
  });

  test('answers a Spanish follow-up from its own conversation', async () => {
    await learn(
      'florist',
      'Parking costs 3 dollars an hour behind the shop.\n\nDelivery of flowers costs 9 dollars within the city.',
    );
    const answerAfter = async (text: string) => {
      const history = [
        { role: 'user', text },
        { role: 'assistant', text: 'Yes. [1]' },
      ];
      return (await ask('florist', '¿Y cuánto cuesta?', history)).body.message;
    };
    expect(await answerAfter('¿Hay estacionamiento?')).toContain('3 dollars');
    expect(await answerAfter('¿Tienen entrega de flores?')).toContain('9 dollars');
  });

  test('corrects misspelled words', async () => {
    const { body } = await ask('garage', 'do you repare geerboxes?');
    expect(body.message).toContain('gearboxes');
  });

  test('does not quote changed or deleted content', async () => {
    await learn('bakery', 'Our rye loaf costs 4 dollars.', 'prices');
    expect((await ask('bakery', 'What does a rye loaf cost?')).body.message).toContain('4 dollars');
    await learn('bakery', 'Our rye loaf costs 5 dollars.', 'prices');
    expect((await ask('bakery', 'What does a rye loaf cost?')).body.message).toContain('5 dollars');
    await deletePageContent(api.ports.pool, 'bakery', ['prices']);
    expect((await ask('bakery', 'What does a rye loaf cost?')).body).toMatchObject({ answered: false });
  });

  test('keeps cached answers if the plan has no room for a page', async () => {
    const question = 'Which day does the shop open?';
    await ask('bakery', question);
    expect(await learn('bakery', 'We sell tea.', 'tea', 1)).toBe('plan_full');
    expect((await ask('bakery', question)).body).toMatchObject({ cached: true });
    expect(await learn('bakery', 'We sell tea.', 'tea')).toBe('stored');
    expect((await ask('bakery', question)).body).toMatchObject({ cached: false });
  });

  test('quotes the closest passage when unsure, without counting the question as answered', async () => {
    const { body } = await ask('garage', 'do your mechanics repair brakes and gearboxes of tractors');
    expect(body.answered).toBe(false);
    expect(body.message).toMatch(
      /^I'm not sure this answers your question\..*\n\n.*brakes and gearboxes of vans\. \[1\]$/s,
    );
    expect(body.citations).toMatchObject([{ number: 1, url: 'https://garage.example.com/' }]);
  });

  test('returns 404 for an unknown client', async () => {
    expect((await ask('nobody', 'Hello?')).status).toBe(404);
  });
});

test('ignores text while more than a third of the pages contain it', async () => {
  const hours = 'Our showroom is open on Sundays by appointment.';
  for (let i = 0; i < 6; i++)
    await learn(
      'roofer',
      `Roof number ${i} was built of slate.\n\n${i < 3 ? hours : 'Slate lasts.'}`,
      `roof ${i}`,
    );
  const askAboutShowroom = () => ask('roofer', 'Is the showroom open on Sundays?');
  expect((await askAboutShowroom()).body).toMatchObject({ answered: false });
  const { body } = await ask('roofer', 'What was roof number 2 built of?');
  expect(body.message).toContain('slate');
  expect(body.message).not.toContain('showroom');
  await learn('roofer', 'Roof number 2 was built of slate.', 'roof 2');
  expect((await askAboutShowroom()).body.message).toContain(hours);
  await learn('roofer', `Roof number 2 was built of slate.\n\n${hours}`, 'roof 2');
  expect((await askAboutShowroom()).body).toMatchObject({ answered: false });
  await deletePageContent(api.ports.pool, 'roofer', ['roof 0']);
  expect((await askAboutShowroom()).body.message).toContain(hours);
});
