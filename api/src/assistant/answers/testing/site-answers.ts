import { SYSTEM } from '@landline/event-schemas';
import { z } from 'zod';
import { createClient } from '../../../clients/clients/clients.ts';
import { startTestApi, testClient } from '../../../testing/api.ts';
import { startProcess } from '../../../testing/processes.ts';
import type { Turn } from '../contract.ts';
import { backgroundEmbedderOf } from '../embeddings/background-embedder.ts';
import { embedChunks } from '../embeddings/embed-chunks.ts';
import { storePageContent } from '../page-content.ts';
import { sitePages } from './site-pages.ts';

/** Requests over IPC to this program, which answers questions about static websites from a real database. */
const request = z.discriminatedUnion('kind', [
  z.object({ kind: z.literal('index'), site: z.string(), directory: z.string() }),
  /** A conversation: each question is asked after the previous answer. */
  z.object({ kind: z.literal('ask'), site: z.string(), questions: z.array(z.string()) }),
  z.object({ kind: z.literal('stop') }),
]);

const api = await startTestApi({ variables: modelVariables() });
const projections = await startProcess('projections', api.services);

/** Returns the settings of a language model from the environment; without a model, answers are quotes. */
function modelVariables(): Record<string, string> {
  const variables = Object.entries(process.env).filter(([name]) => name.startsWith('OPENAI_'));
  return Object.fromEntries(variables) as Record<string, string>;
}

async function index(site: string, directory: string): Promise<void> {
  await createClient(api.ports, testClient(site), { actor: SYSTEM, correlationId: site });
  const pages = await Array.fromAsync(sitePages(directory));
  for (const { file, title, passages } of pages) {
    const url = `https://${site}.example/${file.replace(/index\.html$/, '')}`;
    const page = { clientId: site, pageId: file, url, title, passages };
    await storePageContent(api.ports.pool, page, pages.length);
  }
  const { config } = api.ports;
  await embedChunks(api.ports, backgroundEmbedderOf(config), site, new AbortController().signal);
}

/** Returns the answer to the last question. */
async function ask(site: string, questions: readonly string[]) {
  const history: Turn[] = [];
  const answer = {
    text: '',
    urls: [] as string[],
    suggestions: [] as readonly string[],
    answered: false,
    confidence: 0,
  };
  for (const question of questions) {
    Object.assign(answer, { text: '', urls: [], suggestions: [] });
    const { signal } = new AbortController();
    for await (const part of api.ports.answers.answer({ clientId: site, question, history, signal })) {
      if (part.type === 'text') answer.text += part.text;
      else if (part.type === 'citations') answer.urls = part.citations.map(({ url }) => url);
      else if (part.type === 'suggestions') answer.suggestions = part.suggestions;
      else if (part.type === 'done')
        Object.assign(answer, { answered: part.answered, confidence: part.confidence });
    }
    history.push({ role: 'user', text: question }, { role: 'assistant', text: answer.text });
  }
  return answer;
}

process.on('message', async (message) => {
  const received = request.parse(message);
  if (received.kind === 'index') await index(received.site, received.directory);
  const answer = received.kind === 'ask' ? await ask(received.site, received.questions) : {};
  if (received.kind === 'stop') {
    await projections.stop();
    await api.stopAll();
  }
  process.send?.(answer);
  if (received.kind === 'stop') process.disconnect();
});
process.send?.('ready');
