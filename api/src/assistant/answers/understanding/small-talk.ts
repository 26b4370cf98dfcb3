import { correctChatSpelling } from './chat-spelling.ts';
import { type Language, languageOf } from './language.ts';
import { repliesIn } from './replies.ts';

type Kind = 'greeting' | 'thanks' | 'goodbye' | 'wellbeing' | 'introduction' | 'acknowledgement';

/** Kinds of small talk that may end with the bot's name. */
const NAMED: readonly Kind[] = ['greeting', 'thanks', 'goodbye'];

/** A message that is small talk as a whole. */
export interface SmallTalk {
  readonly kind: Kind;
  readonly language: Language | undefined;
  /** Last word of a message that is small talk only if this is a name: "Thanks Robin". In lower case. */
  readonly name?: string;
}

const ADDRESSEE = `(?: (?:there|all|everyone|everybody|team|folks|guys|again|bot|sir|madam|friend))*`;
const HELLO = `(?:hi+|hello+|hey+|hiya|howdy|yo|greetings|good (?:morning|afternoon|evening|day)|hola|buenos d[ií]as|buenas(?: tardes| noches)?|bonjour|hallo|guten tag|bom dia|boa (?:tarde|noite)|ol[aá]|ciao|buongiorno|buonasera|salut|bonsoir|xin ch[aà]o|ch[aà]o|你好|您好|안녕하세요)`;
const FAREWELL = `have a (?:nice|great|good|lovely|wonderful) (?:day|one|evening|night|weekend)`;
const PRAISE = `(?:(?:this|that|it|you)(?: was| were| is| are|'s|'re|'ve been| have been)) (?:really |very |so |super |such a )*(?:helpful|useful|great|kind|nice|awesome|amazing|perfect|the best|(?:big |great )?help)`;
const ACKNOWLEDGEMENT = `(?:ok|okay|k|great|perfect|awesome|cool|nice|wonderful|excellent|lovely|super|good|fine|sure|yes|yeah|yep|yup|yes please|no|nope|nah|got it|i see|understood|makes sense|alright|all right|sounds good|that helps|that helped|very helpful|${PRAISE}|that(?:'s| is| will be) (?:all|it|everything)|nothing (?:else|more)|i(?:'m| am) (?:good|fine|all set)|all (?:good|set)|never ?mind|no thanks|no thank you|you(?:'re| are) welcome|sorry|my bad|lol|haha)`;
const THANKS = `(?:many thanks|thanks|thank you|thank you kindly|much appreciated|appreciate it|i appreciate (?:it|that|your help)|gracias|muchas gracias|mil gracias|merci|merci beaucoup|danke|vielen dank|obrigad[oa]|grazie(?: mille)?|c[aả]m [oơ]n(?: b[aạ]n)?|谢谢(?:你|您)?|감사합니다|고맙습니다)`;
const AUTOMATON = `(?:bot|robot|machine|human|person|ai|computer|computer program|chatbot|automated)`;
const PATTERNS: readonly (readonly [Kind, RegExp])[] = (
  [
    [
      'wellbeing',
      `(?:${HELLO}${ADDRESSEE} )?(?:how are (?:you|things)(?: doing)?(?: today)?|how(?: is|'s) it going|how do you do|what's up|sup|c[oó]mo est[aá]s?)`,
    ],
    [
      'introduction',
      `(?:${HELLO}${ADDRESSEE} )?(?:who (?:are|is) (?:you|this|there)|what are you|what(?:'s| is) your name|(?:(?:are )?you|is this|am i (?:talking|speaking|chatting) (?:to|with)) (?:a |an )?(?:real |live |actual )?${AUTOMATON}(?: or (?:what|not|(?:a |an )?(?:real |live |actual )?${AUTOMATON}))?|what can you do(?: for me)?|how can you help(?: me)?|what can i ask(?: you)?|what can you help(?: me)? with|(?:please )?(?:i need |i want |can i get |(?:can|could|would) you )?(?:please )?(?:some )?help(?: me)?(?: out)?(?: please)?|i have (?:a|some|a few) (?:quick )?questions?|(?:can|may|could) i ask (?:you )?(?:something|a (?:quick )?question)|qui[eé]n eres|c[oó]mo te llamas)`,
    ],
    ['greeting', `${HELLO}(?: ${HELLO})?${ADDRESSEE}(?: (?:nice|pleased|good|great) to meet you)?`],
    ['greeting', '(?:nice|pleased|good|great) to meet you(?: too)?'],
    ['greeting', `(?:${HELLO}${ADDRESSEE} )?(?:(?:is )?any(?:one|body)|(?:are )?you) (?:there|here|home)`],
    [
      'thanks',
      `(?:${ACKNOWLEDGEMENT} ){0,4}${THANKS}(?: (?:por (?:su|tu|la) ayuda|so much|very much|a lot|a bunch|again|you|for (?:the|your|all) (?:your )?(?:quick |fast |prompt )?(?:help|info|information|answers?|response|reply|time)|this helps|sir|madam|ma'am|everyone|${ACKNOWLEDGEMENT}|${FAREWELL}|bye|goodbye)){0,5}`,
    ],
    [
      'goodbye',
      `(?:(?:${ACKNOWLEDGEMENT}|${THANKS}) ){0,4}(?:bye|bye bye|goodbye|good bye|see you(?: later| soon)?|see ya|farewell|take care|good night|${FAREWELL}|adi[oó]s|hasta luego|au revoir|tsch[uü]ss|auf wiedersehen|tchau|arrivederci|再见|tạm biệt|안녕히 계세요)(?: ${THANKS})?`,
    ],
    ['acknowledgement', `${ACKNOWLEDGEMENT}(?: ${ACKNOWLEDGEMENT}){0,4}`],
  ] as const
).map(([kind, pattern]) => [kind, new RegExp(`^${pattern}$`, 'i')] as const);

/** Words that show the language of small talk, which is too short for `languageOf`. */
const LANGUAGES: readonly (readonly [RegExp, Language])[] = [
  [/\b(?:hola|buen[oa]s|gracias|adi[oó]s|hasta|eres|llamas|est[aá]s)(?!\p{L})/u, 'es'],
  [/\b(?:bonjour|bonsoir|salut|merci|revoir)\b/, 'fr'],
  [/\b(?:hallo|guten|danke|dank|tsch[uü]ss|wiedersehen)\b/, 'de'],
  [/\b(?:ol[aá]|bom|boa|obrigad[oa]|tchau)(?!\p{L})/u, 'pt'],
  [/\b(?:ciao|buongiorno|buonasera|grazie|arrivederci)\b/, 'it'],
  [/ch[aà]o|c[aả]m [oơ]n|tạm biệt/, 'vi'],
];

/** Returns the small talk that a message consists of, or undefined if it asks something. */
export function smallTalkOf(message: string): SmallTalk | undefined {
  const plain = correctChatSpelling(message.normalize('NFC'))
    .toLowerCase()
    .replaceAll('’', "'")
    .replaceAll(/[^\p{L}\p{N}'\s]+/gu, ' ')
    .replaceAll(/\s+/g, ' ')
    .trim();
  if (plain === '' && /\p{Extended_Pictographic}/u.test(message))
    return { kind: 'acknowledgement', language: undefined };
  const language = LANGUAGES.find(([pattern]) => pattern.test(plain))?.[1] ?? languageOf(message);
  const kindOf = (text: string) => PATTERNS.find(([, pattern]) => pattern.test(text))?.[0];
  const kind = kindOf(plain);
  if (kind) return { kind, language };
  const [, start = '', name] = /^(.+) (\p{L}+)$/u.exec(plain) ?? [];
  const addressed = kindOf(start);
  return name !== undefined && addressed && NAMED.includes(addressed)
    ? { kind: addressed, language, name }
    : undefined;
}

/** Returns whether a message is small talk with this bot; words after small talk may be its name or what is asked about. */
export const isAddressedTo = ({ name }: SmallTalk, bot: string): boolean =>
  name === undefined || name === bot.toLowerCase();

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
