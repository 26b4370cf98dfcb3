import { withoutChatSpelling } from './chat-spelling.ts';
import { type Language, languageOf } from './language.ts';
import { repliesIn } from './replies.ts';

type Kind = 'greeting' | 'thanks' | 'goodbye' | 'wellbeing' | 'introduction' | 'acknowledgement';

/** A message that is small talk as a whole. */
export interface SmallTalk {
  readonly kind: Kind;
  readonly language: Language | undefined;
}

const TO_WHOM = String.raw`(?: (?:there|all|everyone|everybody|team|folks|guys|again|bot|sir|madam|friend))*`;
const HELLO = String.raw`(?:hi+|hello+|hey+|hiya|howdy|yo|greetings|good (?:morning|afternoon|evening|day)|hola|buenos d[ií]as|buenas(?: tardes| noches)?|bonjour|hallo|guten tag|ol[aá]|ciao|buongiorno)`;
const PATTERNS: readonly (readonly [Kind, RegExp])[] = (
  [
    [
      'wellbeing',
      String.raw`(?:${HELLO}${TO_WHOM} )?(?:how are (?:you|things)(?: doing)?(?: today)?|how(?: is|'s) it going|how do you do|what's up|sup|c[oó]mo est[aá]s?)`,
    ],
    [
      'introduction',
      String.raw`(?:${HELLO}${TO_WHOM} )?(?:who (?:are|is) (?:you|this|there)|what are you|what(?:'s| is) your name|(?:are you|is this|am i (?:talking|speaking|chatting) (?:to|with)) (?:a |an )?(?:real |live |actual )?(?:bot|robot|machine|human|person|ai|computer|chatbot|automated)(?: or (?:a |an )?(?:real |live )?(?:bot|robot|machine|human|person|ai))?|what can you do(?: for me)?|how can you help(?: me)?|what do you do|what can i ask(?: you)?|what can you help(?: me)? with|qui[eé]n eres|c[oó]mo te llamas)`,
    ],
    ['greeting', `${HELLO}${TO_WHOM}`],
    ['greeting', String.raw`(?:${HELLO}${TO_WHOM} )?(?:is )?any(?:one|body) (?:there|here|home)`],
    [
      'thanks',
      String.raw`(?:ok(?:ay)? |great |perfect |awesome |cool |nice |wonderful |excellent )?(?:many thanks|thanks|thank you|thank you kindly|much appreciated|appreciate it|i appreciate (?:it|that|your help)|gracias|muchas gracias|mil gracias|merci|merci beaucoup|danke|vielen dank|obrigad[oa]|grazie)(?: (?:so much|very much|a lot|a bunch|again|you|for (?:the|your) (?:help|info|information|answer|time)|that helps|that helped|this helps|that was helpful|have a (?:nice|great|good) (?:day|one|evening|weekend)|bye|goodbye))*`,
    ],
    [
      'goodbye',
      String.raw`(?:ok(?:ay)? )?(?:bye|bye bye|goodbye|good bye|see you(?: later| soon)?|see ya|farewell|take care|good night|have a (?:nice|great|good) (?:day|one|evening|weekend)|adi[oó]s|hasta luego|au revoir|tsch[uü]ss|auf wiedersehen|tchau|arrivederci)`,
    ],
    [
      'acknowledgement',
      String.raw`(?:ok|okay|k|great|perfect|awesome|cool|nice|wonderful|excellent|good|got it|i see|understood|makes sense|alright|all right|sounds good|that helps|that helped|very helpful|that's all|never ?mind|no thanks|no thank you|lol|haha)`,
    ],
  ] as const
).map(([kind, pattern]) => [kind, new RegExp(`^${pattern}$`, 'i')] as const);

/** Returns the small talk that a message consists of, or undefined if it asks something. */
export function smallTalkOf(message: string): SmallTalk | undefined {
  const plain = withoutChatSpelling(message)
    .toLowerCase()
    .replaceAll('’', "'")
    .replaceAll(/[^\p{L}\p{N}'\s]+/gu, ' ')
    .replaceAll(/\s+/g, ' ')
    .trim();
  const found = PATTERNS.find(([, pattern]) => pattern.test(plain));
  return found && { kind: found[0], language: languageOf(message) };
}

/** Returns the reply to small talk, which names the assistant and the business. */
export function replyTo({ kind, language }: SmallTalk, bot: string, business: string): string {
  const replies = repliesIn(language);
  switch (kind) {
    case 'greeting':
      return replies.greeting(bot, business);
    case 'introduction':
      return replies.introduction(bot, business);
    default:
      return replies[kind];
  }
}
