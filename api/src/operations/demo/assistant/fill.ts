import { streams } from '@landline/event-schemas';
import { client, isInUse } from '../../../clients/clients/client.ts';
import type { DemoBusiness } from './business.ts';
import { type DemoClient, DemoHistory, type DemoPorts } from './history.ts';
import { type PlannedConversation, planConversations } from './planned-conversations.ts';

const DAY_MS = 86_400_000;
const MINUTE_MS = 60_000;
/** Days before the end of the history. */
const FIRST_CRAWL = 29;
const GOLDEN_QUESTIONS = 20;
const SECOND_CRAWL = 0.4;
/** Time until staff answer a content request, in minutes: until the next day. */
const ANSWER_MINUTES = 23 * 60;
/** Widget loads per conversation: most visitors ask nothing. */
const LOADS_PER_CONVERSATION = 14;

/**
 * Fills the assistant's screens of a demo client with four weeks of use: its website is crawled, visitors ask, rate and leave
 * messages, and the client and staff react. The commands and the answers are the product's own; only their clock is set back. Ids
 * are derived from the client's id, so a repeated job continues where it stopped.
 */
export async function fillAssistant(
  ports: DemoPorts,
  business: DemoBusiness,
  demo: DemoClient,
  signal: AbortSignal,
): Promise<void> {
  const { client_id, until } = demo;
  const { state } = await ports.commands.load(client, streams.client(client_id));
  if (!state || !isInUse(state) || !state.has_ai_assistant || state.primary_domain === null) return;
  const history = new DemoHistory(ports, business, demo, state.primary_domain, signal);
  const times = timesOf(business, until);
  const conversations = planConversations(business, client_id, until);
  const steps: { at: Date; run: () => Promise<unknown> }[] = [
    { at: times.firstCrawl, run: () => history.crawl({ isEarlier: true }) },
    { at: times.firstCrawl, run: () => history.embed() },
    { at: times.branding, run: () => history.changeBranding() },
    ...conversations.map((each) => ({
      at: each.questions[0]?.at ?? until,
      run: () => history.converse(each),
    })),
    ...loadsBefore(conversations).map(({ at, loads }) => ({ at, run: () => history.countLoads(loads) })),
    { at: times.goldenQuestions, run: () => history.addGoldenQuestions() },
    ...times.approvedAnswers.map(({ at, ...each }) => ({
      at,
      run: () => history.approve(each, conversations),
    })),
    { at: times.secondCrawl, run: () => history.crawl({ isEarlier: false }) },
    { at: times.secondCrawl, run: () => history.embed() },
    { at: times.goldenRun, run: () => history.askAfterCrawl() },
    ...times.contentRequests.flatMap(({ submittedAt, answeredAt, ...each }) => [
      { at: submittedAt, run: () => history.requestContent(each) },
      { at: answeredAt, run: () => history.answerRequest(each) },
    ]),
    ...times.messages.flatMap(({ leftAt, handledAt, ...each }, index) => [
      { at: leftAt, run: () => history.leaveMessage(each, index, conversations) },
      { at: handledAt, run: () => history.handleMessage(each, index) },
    ]),
  ];
  for (const step of steps.sort((a, b) => a.at.getTime() - b.at.getTime())) {
    signal.throwIfAborted();
    history.setClock(step.at);
    await step.run();
  }
}

/**
 * Returns the time of each step. A step that depends on another one gets its time from it, so that it never precedes it.
 */
export function timesOf(business: DemoBusiness, until: Date) {
  const ago = (days: number) => workingTime(until, days);
  const firstCrawl = ago(FIRST_CRAWL);
  const secondCrawl = ago(SECOND_CRAWL);
  return {
    firstCrawl,
    branding: minutesAfter(firstCrawl, 30),
    goldenQuestions: ago(GOLDEN_QUESTIONS),
    secondCrawl,
    goldenRun: minutesAfter(secondCrawl, 5),
    approvedAnswers: business.approvedAnswers.map((each) => ({ ...each, at: ago(each.daysAgo) })),
    contentRequests: business.contentRequests.map((each) => {
      const submittedAt = ago(each.daysAgo);
      return { ...each, submittedAt, answeredAt: minutesAfter(submittedAt, ANSWER_MINUTES) };
    }),
    messages: business.messages.map((each) => {
      const leftAt = ago(each.daysAgo);
      return { ...each, leftAt, handledAt: minutesAfter(leftAt, 45) };
    }),
  };
}

/** Returns the time some days ago, within working hours if that is not today. */
function workingTime(until: Date, days: number): Date {
  const at = until.getTime() - days * DAY_MS;
  if (days < 1) return new Date(at);
  const minutesAfterNine = Math.round(days * 97) % 480;
  return new Date(Math.floor(at / DAY_MS) * DAY_MS + (9 * 60 + minutesAfterNine) * MINUTE_MS);
}

const minutesAfter = (at: Date, minutes: number) => new Date(at.getTime() + minutes * MINUTE_MS);

/** Returns the widget loads before each conversation, so that days with more questions have more loads. */
const loadsBefore = (conversations: readonly PlannedConversation[]) =>
  conversations.map(({ questions }, index) => ({
    at: new Date((questions[0]?.at.getTime() ?? 0) - MINUTE_MS),
    loads: LOADS_PER_CONVERSATION + (index % 5),
  }));
