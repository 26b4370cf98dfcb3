import { streams } from '@landline/event-schemas';
import { client, isInUse } from '../../../clients/clients/client.ts';
import type { DemoBusiness } from './business.ts';
import { type DemoClient, DemoPast, type DemoPorts } from './past.ts';
import { type PlannedConversation, planConversations } from './visits.ts';

const DAY_MS = 86_400_000;
/** Days before the demo data were created. */
const FIRST_CRAWL = 29;
const GOLDEN_QUESTIONS = 20;
const SECOND_CRAWL = 0.4;
/** Widget loads per conversation: most visitors ask nothing. */
const LOADS_PER_CONVERSATION = 14;

/**
 * Fills the assistant's screens of a demo client with four weeks of use: its website is crawled, visitors ask, rate and leave
 * messages, and the client and staff react. The commands and the answers are the product's own; only their clock is set back. Ids
 * follow from the client, so a repeated job continues where it stopped.
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
  const past = new DemoPast(ports, business, demo, state.primary_domain, signal);
  const ago = (days: number) => workingTime(until, days);
  const conversations = planConversations(business, client_id, until);
  const steps: { at: Date; run: () => Promise<unknown> }[] = [
    { at: ago(FIRST_CRAWL), run: () => past.crawl({ isEarlier: true }) },
    { at: ago(FIRST_CRAWL - 0.1), run: () => past.brand() },
    ...conversations.map((each) => ({
      at: each.questions[0]?.at ?? until,
      run: () => past.converse(each),
    })),
    ...loadsPerDay(conversations).map(({ at, loads }) => ({ at, run: () => past.countLoads(loads) })),
    { at: ago(GOLDEN_QUESTIONS), run: () => past.addGoldenQuestions() },
    ...business.approvedAnswers.map((each) => ({
      at: ago(each.daysAgo),
      run: () => past.approve(each, conversations),
    })),
    { at: ago(SECOND_CRAWL), run: () => past.crawl({ isEarlier: false }) },
    ...business.contentRequests.flatMap((each) => [
      { at: ago(each.daysAgo), run: () => past.requestContent(each) },
      { at: ago(each.daysAgo - 1), run: () => past.answerRequest(each) },
    ]),
    ...business.messages.flatMap((each, index) => [
      { at: ago(each.daysAgo), run: () => past.leaveMessage(each, index, conversations) },
      { at: ago(each.daysAgo - 0.3), run: () => past.handleMessage(each, index) },
    ]),
  ];
  for (const step of steps.sort((a, b) => a.at.getTime() - b.at.getTime())) {
    signal.throwIfAborted();
    past.setClock(step.at);
    await step.run();
  }
}

/** Returns the time some days ago, within working hours if that is not today. */
function workingTime(until: Date, days: number): Date {
  const at = until.getTime() - days * DAY_MS;
  if (days < 1) return new Date(at);
  const minutesAfterNine = Math.round(days * 97) % 480;
  return new Date(Math.floor(at / DAY_MS) * DAY_MS + (9 * 60 + minutesAfterNine) * 60_000);
}

/** Returns each conversation's share of its day's widget loads, so that days with more questions have more loads. */
const loadsPerDay = (conversations: readonly PlannedConversation[]) =>
  conversations.map(({ questions }, index) => ({
    at: new Date((questions[0]?.at.getTime() ?? 0) - 60_000),
    loads: LOADS_PER_CONVERSATION + (index % 5),
  }));
