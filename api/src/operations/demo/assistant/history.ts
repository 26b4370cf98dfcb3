import { type Actor, type EventData, SYSTEM, streams, VISITOR } from '@landline/event-schemas';
import { contentRequestStatusAfter } from '@landline/event-schemas/lifecycles/content-request';
import { type Answers, createAnswers } from '../../../assistant/answers/answers.ts';
import { backgroundEmbedderOf } from '../../../assistant/answers/embeddings/background-embedder.ts';
import { embedChunks } from '../../../assistant/answers/embeddings/embed-chunks.ts';
import { pageAllowance } from '../../../assistant/billing/prices.ts';
import { contentRequest } from '../../../assistant/content-requests/content-request.ts';
import { conversation } from '../../../assistant/conversations/conversation.ts';
import { leftMessage } from '../../../assistant/conversations/left-message.ts';
import { streamAnswer } from '../../../assistant/conversations/stream-answer.ts';
import { askGoldenQuestions } from '../../../assistant/golden-questions/ask-golden-questions.ts';
import { goldenQuestions, isRunning } from '../../../assistant/golden-questions/golden-questions.ts';
import { goldenRun } from '../../../assistant/golden-questions/golden-run.ts';
import { isSameAnswer, promptContentOf } from '../../../assistant/prompts/approved-answer.ts';
import { prompt } from '../../../assistant/prompts/prompt.ts';
import { addPages } from '../../../assistant/website/add-pages.ts';
import { crawlPage, type Visit } from '../../../assistant/website/crawl-page.ts';
import { createExtractor } from '../../../assistant/website/extractor.ts';
import { type Rules, readRules } from '../../../assistant/website/robots-and-sitemaps.ts';
import { site } from '../../../assistant/website/site.ts';
import { pageIdOf } from '../../../assistant/website/urls.ts';
import { recordLoads } from '../../../assistant/widget/load-counts.ts';
import { liveWidgetOf } from '../../../assistant/widget/queries.ts';
import type { Visitor } from '../../../assistant/widget/visitors.ts';
import { widget } from '../../../assistant/widget/widget.ts';
import { widgetGlobals } from '../../../assistant/widget/widget-globals.ts';
import { client } from '../../../clients/clients/client.ts';
import { nameUuid } from '../../../platform/commands/ids.ts';
import { createCommands } from '../../../platform/commands/runner.ts';
import { waitUntilProjected } from '../../../platform/reactors/wait-until-projected.ts';
import type { OperationsPorts } from '../../ports.ts';
import type { DemoApprovedAnswer, DemoBusiness, DemoContentRequest, DemoMessage } from './business.ts';
import type { PlannedConversation, PlannedQuestion } from './planned-conversations.ts';
import { demoWebsite } from './website.ts';

/** Time limit for read models, which on the first start also project the demo parcels. */
const PROJECTION_TIMEOUT_MS = 120_000;

export type DemoPorts = Pick<
  OperationsPorts,
  'config' | 'log' | 'pool' | 'pg' | 'secrets' | 'eventStore' | 'logId' | 'commands'
>;

/** Demo client, its users, and the time at which its generated history ends. */
export interface DemoClient {
  readonly client_id: string;
  /** The client's user. */
  readonly user_id: string;
  /** Staff user who answers content requests. */
  readonly admin_id: string;
  readonly until: Date;
}

/** Generates a demo client's history: executes the product's commands with a clock that is set back. */
export class DemoHistory {
  readonly #ports: DemoPorts;
  readonly #business: DemoBusiness;
  readonly #demo: DemoClient;
  readonly #home: string;
  readonly #signal: AbortSignal;
  readonly #answers: Answers;
  #now: number;
  #visitor: Visitor | undefined;

  constructor(
    ports: DemoPorts,
    business: DemoBusiness,
    demo: DemoClient,
    primaryDomain: string,
    signal: AbortSignal,
  ) {
    this.#now = demo.until.getTime();
    // Each command advances the clock by a second, so that events sort in their order.
    const now = () => {
      this.#now += 1_000;
      return new Date(this.#now);
    };
    this.#ports = { ...ports, commands: createCommands({ ...ports, now }) };
    this.#business = business;
    this.#demo = demo;
    this.#home = `${new URL(primaryDomain).origin}/`;
    this.#signal = signal;
    // No model, because its answers would cost money.
    const embedder = backgroundEmbedderOf(ports.config);
    this.#answers = createAnswers({ pool: ports.pool, log: ports.log, model: undefined, embedder });
  }

  setClock(at: Date): void {
    this.#now = at.getTime();
  }

  /** Crawls the website, which is served from memory: its domain does not exist. */
  async crawl({ isEarlier }: { isEarlier: boolean }): Promise<void> {
    const { client_id } = this.#demo;
    const crawlNumber = isEarlier ? 1 : 2;
    const { state } = await this.#ports.commands.load(site, streams.site(client_id));
    const isDone = state.run > crawlNumber || (state.run === crawlNumber && !state.isCrawling);
    if (isDone) return; // by an earlier attempt of the job
    const origin = this.#origin(SYSTEM, nameUuid('demo crawl', client_id, String(crawlNumber)));
    const command = <Type extends string>(type: Type) => ({ type, client_id });
    const execute = (change: Parameters<typeof site.decide>[0]) =>
      this.#ports.commands.execute(site, { stream: streams.site(client_id), command: change, ...origin });
    // The domain does not exist, so a scheduled crawl would fail.
    await execute({ ...command('change_settings'), include: [], exclude: [], recrawl: 'never' });
    const { run } = (await execute(command('crawl'))).state;
    const visit = await this.#startVisit(origin, isEarlier);
    const urls = [this.#home];
    let successful = 0;
    try {
      for (const url of urls) {
        await addPages(this.#ports, client_id, [url], origin);
        const target = { page_id: pageIdOf(client_id, url), url, is_custom: false };
        const crawl = await crawlPage(this.#ports, target, visit);
        if (crawl.successful) successful++;
        urls.push(...new Set(crawl.links.all).difference(new Set(urls)));
      }
    } finally {
      await visit.close();
    }
    await execute({ ...command('record_crawl'), run, total: urls.length, successful });
  }

  async #startVisit(origin: Visit['origin'], isEarlier: boolean): Promise<Visit> {
    const { client_id } = this.#demo;
    const { state } = await this.#ports.commands.load(client, streams.client(client_id));
    const allowance = await pageAllowance(this.#ports.pool, state?.plan_tier ?? 'starter');
    const fetcher = demoWebsite(this.#business, { isEarlier });
    const extractor = createExtractor({ signal: this.#signal });
    const reader = { fetcher, extractor, signal: this.#signal };
    let rules: Promise<Rules> | undefined;
    return {
      ...reader,
      clientId: client_id,
      site: this.#home,
      allowance,
      isInScope: () => true,
      rulesFor: () => {
        rules ??= readRules(reader, this.#home);
        return rules;
      },
      origin,
      close: () => extractor.close(),
    };
  }

  /** Embeds the passages that the last crawl changed, before visitors ask about them. */
  async embed(): Promise<void> {
    const { config } = this.#ports;
    await embedChunks(this.#ports, backgroundEmbedderOf(config), this.#demo.client_id, this.#signal);
  }

  /** Asks the golden questions again, as the product does after every crawl. */
  async askAfterCrawl(): Promise<void> {
    await this.#runGoldenQuestions('crawl', 'second crawl');
  }

  async changeBranding(): Promise<void> {
    const { commands } = this.#ports;
    const { client_id } = this.#demo;
    const stream = streams.widget(client_id);
    const { revision } = await commands.load(widget, stream);
    if (revision >= 0n) return; // an earlier attempt of the job did it; keep later changes by users
    const { state: globals } = await commands.load(widgetGlobals, streams.widgetGlobals());
    const changes = this.#business.branding;
    const command = {
      type: 'change_branding',
      client_id,
      changes,
      globalBranding: globals.branding,
    } as const;
    await commands.execute(widget, {
      stream,
      command,
      ...this.#origin(this.#clientUser, nameUuid('demo branding', client_id)),
    });
  }

  async converse({ conversationId, path, questions }: PlannedConversation): Promise<void> {
    const visitor = await this.#loadVisitor();
    const url = new URL(path, this.#home).href;
    for (const question of questions) {
      this.setClock(question.at);
      await this.#ask(visitor, conversationId, question, url);
    }
  }

  /** Returns the visitor; waits until the read model contains the client and its widget. */
  async #loadVisitor(): Promise<Visitor> {
    if (this.#visitor) return this.#visitor;
    const { pg, pool, eventStore } = this.#ports;
    await waitUntilProjected(pg, 'clients', await eventStore.head(), PROJECTION_TIMEOUT_MS);
    const found = await liveWidgetOf(pool, this.#demo.client_id);
    if (!found) throw new Error(`The demo client ${this.#demo.client_id} has no widget`);
    this.#visitor = { widget: found, source: 'website', domain: new URL(this.#home).hostname };
    return this.#visitor;
  }

  async #ask(
    visitor: Visitor,
    conversation_id: string,
    { questionId, text, mood }: PlannedQuestion,
    pageUrl: string,
  ): Promise<void> {
    const { client_id } = this.#demo;
    const stream = streams.conversation(conversation_id);
    const ids = { conversation_id, client_id, question_id: questionId };
    const origin = this.#origin(VISITOR, conversation_id);
    const start = { source: visitor.source, domain: visitor.domain, locale: 'en' };
    // Ask here, because a conversation that `streamAnswer` starts has a random id.
    await this.#ports.commands.execute(conversation, {
      stream,
      command: { ...ids, type: 'ask', text, page_url: pageUrl, start, user: undefined },
      ...origin,
    });
    const request = {
      visitor,
      body: { message: text, questionId, pageUrl, locale: 'en' },
      conversationId: conversation_id,
      user: undefined,
      correlationId: conversation_id,
      signal: this.#signal,
    };
    let isAnswered: boolean | undefined;
    for await (const { event, data } of streamAnswer({ ...this.#ports, answers: this.#answers }, request)) {
      if (event === 'done') isAnswered = data.answered;
    }
    const rating = ratingOf(isAnswered, mood);
    if (rating === undefined) return;
    await this.#ports.commands.execute(conversation, {
      stream,
      command: { ...ids, type: 'rate', rating },
      ...origin,
    });
  }

  async countLoads(count: number): Promise<void> {
    const { client_id } = this.#demo;
    const minute = new Date(Math.floor(this.#now / 60_000) * 60_000).toISOString();
    const load = { kind: 'dynamic', domain: new URL(this.#home).hostname, count } as const;
    await recordLoads(this.#ports.commands, { client_id, minute, loads: [load] });
  }

  async addGoldenQuestions(): Promise<void> {
    const { client_id } = this.#demo;
    const stream = streams.goldenQuestions(client_id);
    for (const { question, page, phrases = [] } of this.#business.goldenQuestions) {
      const golden_id = nameUuid('demo golden question', client_id, question);
      const page_url = new URL(page, this.#home).href;
      const command = {
        type: 'add',
        golden_id,
        client_id,
        question,
        page_url,
        phrases,
        conversation_id: null,
      } as const;
      await this.#ports.commands.execute(goldenQuestions, {
        stream,
        command,
        ...this.#origin(this.#clientUser, golden_id),
      });
    }
    await this.#runGoldenQuestions('request', 'first run');
  }

  async #runGoldenQuestions(trigger: 'request' | 'crawl' | 'prompt', name: string): Promise<void> {
    const { commands } = this.#ports;
    const { client_id } = this.#demo;
    const run_id = nameUuid('demo golden run', client_id, name);
    const run = { run_id, client_id, version_id: null };
    const stream = streams.goldenQuestions(client_id);
    const [{ state: results }, { state }] = await Promise.all([
      commands.load(goldenRun, streams.goldenRun(run_id)),
      commands.load(goldenQuestions, stream),
    ]);
    if (results.size > 0 && !isRunning(state, run)) return; // an earlier attempt of the job did it
    await commands.execute(goldenQuestions, {
      stream,
      command: { type: 'request_run', ...run, trigger },
      ...this.#origin(trigger === 'request' ? this.#clientUser : SYSTEM, run_id),
    });
    const encoder = backgroundEmbedderOf(this.#ports.config).model;
    const assistant = { answers: this.#answers, encoder };
    await askGoldenQuestions(this.#ports, run, assistant, { correlationId: run_id }, this.#signal);
  }

  /** Approves an answer, from the last conversation in which a visitor asked its question if there is one. */
  async approve(
    { question, answer, page }: DemoApprovedAnswer,
    conversations: readonly PlannedConversation[],
  ): Promise<void> {
    const { commands, pg } = this.#ports;
    const { client_id } = this.#demo;
    const lastAsked = conversations
      .flatMap(({ conversationId, questions }) => questions.map((each) => ({ conversationId, ...each })))
      .findLast(({ text, at }) => text === question && at.getTime() < this.#now);
    const url = page === undefined ? undefined : new URL(page, this.#home).href;
    const prompt_id = nameUuid('demo approved answer', client_id, question);
    const { position } = await commands.execute(prompt, {
      stream: streams.prompt(prompt_id),
      command: {
        type: 'add',
        prompt_id,
        client_id,
        prompt_type: 'faq',
        content: promptContentOf({ question, answer }),
        ...(url !== undefined && { based_on: { page_id: pageIdOf(client_id, url), url } }),
        ...(lastAsked && { judged: await this.#judge(lastAsked, answer) }),
      },
      ...this.#origin(this.#clientUser, prompt_id),
    });
    // Later answers use the approved answer.
    await waitUntilProjected(pg, 'prompts', position, PROJECTION_TIMEOUT_MS);
    await this.#runGoldenQuestions('prompt', question);
  }

  async #judge(
    { conversationId, questionId }: { conversationId: string; questionId: string },
    answer: string,
  ): Promise<NonNullable<EventData<'PromptAdded'>['judged']>> {
    const { state } = await this.#ports.commands.load(conversation, streams.conversation(conversationId));
    const storedAnswer = state?.exchanges.get(questionId)?.answer;
    const is_right = storedAnswer?.answered === true && isSameAnswer(storedAnswer.text, answer);
    return { conversation_id: conversationId, question_id: questionId, is_right };
  }

  async requestContent({ path, description, priority }: DemoContentRequest): Promise<void> {
    const { client_id } = this.#demo;
    const request_id = this.#requestId(path);
    const url = new URL(path, this.#home).href;
    await this.#ports.commands.execute(contentRequest, {
      stream: streams.contentRequest(request_id),
      command: { type: 'submit', request_id, client_id, url, description, priority },
      ...this.#origin(this.#clientUser, request_id),
    });
  }

  async answerRequest({ path, answer }: DemoContentRequest): Promise<void> {
    if (answer === undefined) return;
    const request_id = this.#requestId(path);
    const stream = streams.contentRequest(request_id);
    const steps = answer.step === 'COMPLETE' ? (['PROCESS', 'COMPLETE'] as const) : ([answer.step] as const);
    for (const step of steps) {
      const { state } = await this.#ports.commands.load(contentRequest, stream);
      if (!state || contentRequestStatusAfter(state.status, step) === undefined) continue;
      await this.#ports.commands.execute(contentRequest, {
        stream,
        command: { type: 'transition', step, admin_notes: step === answer.step ? answer.note : '' },
        ...this.#origin({ id: this.#demo.admin_id, role: 'Admin' }, request_id),
      });
    }
  }

  #requestId = (path: string) => nameUuid('demo content request', this.#demo.client_id, path);

  async leaveMessage(
    { text }: DemoMessage,
    index: number,
    conversations: readonly PlannedConversation[],
  ): Promise<void> {
    const { client_id } = this.#demo;
    const message_id = this.#messageId(index);
    const before = conversations.findLast(
      ({ questions }) => (questions.at(-1)?.at.getTime() ?? 0) < this.#now,
    );
    await this.#ports.commands.execute(leftMessage, {
      stream: streams.leftMessage(message_id),
      command: {
        type: 'leave',
        message_id,
        client_id,
        conversation_id: before?.conversationId ?? null,
        domain: new URL(this.#home).hostname,
        name: `Demo Visitor ${index + 1}`,
        email: `visitor${index + 1}@demo.landline.example`,
        text,
      },
      ...this.#origin(VISITOR, message_id),
    });
  }

  async handleMessage({ isHandled }: DemoMessage, index: number): Promise<void> {
    if (!isHandled) return;
    const message_id = this.#messageId(index);
    const stream = streams.leftMessage(message_id);
    const { revision } = await this.#ports.commands.load(leftMessage, stream);
    if (revision > 0n) return; // an earlier attempt of the job did it; users may have reopened it
    await this.#ports.commands.execute(leftMessage, {
      stream,
      command: { type: 'handle', message_id, client_id: this.#demo.client_id },
      ...this.#origin(this.#clientUser, message_id),
    });
  }

  /** Returns an id that starts with the client's id, like the message ids that the widget creates. */
  #messageId = (index: number) =>
    `${this.#demo.client_id}-${nameUuid('demo message', this.#demo.client_id, String(index))}`;

  get #clientUser(): Actor {
    return { id: this.#demo.user_id, role: 'ClientUser', clientId: this.#demo.client_id };
  }

  #origin = (actor: Actor, correlationId: string) => ({ actor, correlationId });
}

/** Returns a visitor's rating, if any. Visitors who rate mostly rate answers up and missing answers down. */
function ratingOf(isAnswered: boolean | undefined, mood: number): 'up' | 'down' | undefined {
  if (isAnswered === undefined) return undefined;
  if (isAnswered) return mood < 0.32 ? 'up' : mood > 0.96 ? 'down' : undefined;
  return mood > 0.7 ? 'down' : undefined;
}
