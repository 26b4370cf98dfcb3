import { nameUuid } from '../../../platform/commands/ids.ts';
import { seededRandom } from '../random.ts';
import type { DemoBusiness } from './business.ts';

/** Days of conversations before the demo was created; enough to fill the charts of a month. */
const DAYS = 28;
const DAY_MS = 86_400_000;
const HOUR_MS = 3_600_000;
/** Minimum and maximum number of conversations on a day. */
const PER_DAY = { weekend: [1, 2], weekday: [1, 3] } as const;

export interface PlannedQuestion {
  readonly questionId: string;
  readonly text: string;
  readonly at: Date;
  /** Between 0 and 1; decides whether the visitor rates the answer, and how. */
  readonly mood: number;
}

export interface PlannedConversation {
  readonly conversationId: string;
  readonly path: string;
  readonly questions: readonly PlannedQuestion[];
}

/** Plans the conversations of a client's visitors until a given time. The same client and time give the same plan. */
export function planConversations(
  business: DemoBusiness,
  clientId: string,
  until: Date,
): PlannedConversation[] {
  const random = seededRandom(`${business.name} ${clientId}`);
  const paths = ['/', ...Object.keys(business.pages)] as [string, ...string[]];
  const conversations: PlannedConversation[] = [];
  for (let day = DAYS; day >= 0; day--) {
    const midnight = Math.floor(until.getTime() / DAY_MS - day) * DAY_MS;
    const isWeekend = [0, 6].includes(new Date(midnight).getUTCDay());
    const [fewest, most] = isWeekend ? PER_DAY.weekend : PER_DAY.weekday;
    for (let remaining = random.integer(fewest, most); remaining > 0; remaining--) {
      const conversationId = nameUuid('demo conversation', clientId, String(conversations.length));
      const opener = random.weighted(business.questions.map((each) => [each, each.weight ?? 1] as const));
      const texts = [opener.text, ...(opener.followUps ?? []).filter(() => random.chance(0.6))];
      let at = midnight + random.between(8, 22) * HOUR_MS;
      const questions = texts.map((text, index) => {
        if (index > 0) at += random.between(40, 90) * 1_000;
        return {
          questionId: nameUuid('demo question', conversationId, String(index)),
          text,
          at: new Date(Math.round(at)),
          mood: random.next(),
        };
      });
      conversations.push({ conversationId, path: random.pick(paths), questions });
    }
  }
  const isOver = ({ questions }: PlannedConversation) => questions.every(({ at }) => at < until);
  return conversations.filter(isOver);
}
