/** The kind of thing that a question asks for. */
export interface ExpectedAnswer {
  /** Whether a sentence of this kind is recognized by its form: a phone number, a price, a duration. */
  readonly isDistinct: boolean;
  /** Scores, from 0 to 1, how likely a sentence contains the expected kind of thing. */
  offers(sentence: string, questionWords: ReadonlySet<string>): number;
}

const MONTH = 'January|February|March|April|May|June|July|August|September|October|November|December';
const YEAR = /\b(?:1[0-9]{3}|20[0-9]{2}|[1-9][0-9]{2} (?:AD|BC|CE)|[1-9]0s)\b/;
const DATE = new RegExp(
  `\\b(?:${MONTH}|(?:Mon|Tues|Wednes|Thurs|Fri|Satur|Sun)day|century|centuries|decade|[0-9]{1,2}(?::[0-9]{2})? ?(?:a\\.?m|p\\.?m|o'clock))\\b`,
  'i',
);
const NUMBER =
  /\d|\b(?:two|three|four|five|six|seven|eight|nine|ten|eleven|twelve|dozen|twenty|thirty|forty|fifty|hundred|thousand|million|billion|half|quarter|third|once|twice|no|none|several|percent)\b/i;
const MONEY = /[$£€¥]\s?\d|\b(?:dollars|pounds|euros|cents|free of charge|free)\b/i;
const NAME = /(?<=[\p{Ll},;:()"“\d]\s["“(]?)\p{Lu}[\p{L}'’.-]*/gu;
const REASON =
  /\b(?:because|due to|since|so that|in order to|therefore|as a result|caused? by|to (?:avoid|prevent|ensure|protect)|led to)\b/i;
const DURATION = /\b(?:second|minute|hour|day|week|month|year|decade|centur(?:y|ie))s?\b/i;
const LENGTH =
  /\b(?:characters?|letters?|words?|pages?|miles?|feet|foot|ft|inch(?:es)?|yards?|meters?|metres?|cm|mm|km)\b/i;
const PHONE = /\(?\d{3}\)?[\s.‑-]\d{3}[\s.‑-]\d{4}|\+\d[\d\s().‑-]{7,}/;
const EMAIL = /[\w.+-]+@[\w-]+(?:\.[\w-]+)+/;
const CONTACT =
  /\b(?:your|customer|support|contact|a|the) (?:phone|telephone|fax|contact|support) (?:number|line|info|information|details)|\b(?:your|contact|support) e-?mail(?: address)?\b|\b(?:contact|reach|call|phone|e-?mail|write to|get (?:in touch|hold)|talk|speak|chat) (?:to |with |of )?(?:you|u|us|them|someone|somebody|a (?:real |live )?(?:person|human|agent|representative|rep)|support|customer|the (?:team|staff|office))\b|\bwho (?:do|can|should|would|must) i (?:contact|call|e-?mail|ask|talk to|speak to|write)\b|\bhow (?:can|do|could|should|would) (?:i|we|you) (?:contact|reach|call|e-?mail|phone)\b/i;
const PLACE = /\b(?:in|at|near|from|to|on|of|outside|inside)\s+(?:the\s+)?["“]?\p{Lu}/u;

const has = (pattern: RegExp) => (sentence: string) => (pattern.test(sentence) ? 1 : 0);

/** Scores a name that is not in the question. */
function newName(sentence: string, questionWords: ReadonlySet<string>): number {
  for (const [name] of sentence.matchAll(NAME)) if (!questionWords.has(name.toLowerCase())) return 1;
  // The first word may be a name or an ordinary capitalized word, so it counts half.
  const [first] = /^["“(]?\p{Lu}\p{L}+/u.exec(sentence) ?? [];
  return first &&
    !questionWords.has(first.toLowerCase()) &&
    !/^(?:The|A|An|In|On|At|It|He|She|They|This|These|Those|When|While|As|For|Some|Many|Most|Other|Although|After|Before|However|By|To|From|With|Since)$/.test(
      first,
    )
    ? 0.5
    : 0;
}

/** Whether a question asks how to reach somebody. */
export const asksForContact = (question: string): boolean => CONTACT.test(question);

/** Scores a phone number or email address. */
const contact: ExpectedAnswer['offers'] = (sentence) =>
  PHONE.test(sentence) || EMAIL.test(sentence)
    ? 1
    : /\bcontact (?:form|page|us)\b|\bcall us\b/i.test(sentence)
      ? 0.5
      : 0;

const KINDS: readonly (readonly [RegExp, ExpectedAnswer['offers']])[] = [
  [
    /\bhow (?:much (?:does|do|did|is|are|was|were|money)|expensive)\b|\bwhat (?:is|was|are) the (?:cost|price|fee)/i,
    (s) => (MONEY.test(s) ? 1 : NUMBER.test(s) ? 0.5 : 0),
  ],
  [
    /\bhow long\b/i,
    (s) => ((DURATION.test(s) || LENGTH.test(s)) && NUMBER.test(s) ? 1 : NUMBER.test(s) ? 0.4 : 0),
  ],
  [
    /\bhow (?:many|much|old|far|tall|high|big|large|often|fast|deep|wide)\b|\bwhat (?:percent|percentage|number|amount|fraction|proportion|share)\b/i,
    has(NUMBER),
  ],
  [
    /\b(?:what|which|in what|in which) (?:year|decade|century|date|day|month|time)\b|\bwhen\b/i,
    (s) =>
      YEAR.test(s) || DATE.test(s) ? 1 : /\d|\b(?:after|before|during|until|once|upon)\b/i.test(s) ? 0.4 : 0,
  ],
  [
    /\b(?:who|whom|whose)\b|\b(?:what|which) (?:person|man|woman|player|king|queen|president|author|artist|scientist|company|organization|group|team|actor|singer)\b/i,
    newName,
  ],
  [
    /\bwhere\b|\b(?:what|which) (?:city|country|place|state|county|region|river|area|location|town|continent|island|building|school|university)\b/i,
    (s, questionWords) => (PLACE.test(s) ? 0.5 : 0) + newName(s, questionWords) / 2,
  ],
  [/\bwhy\b|\bwhat (?:caused|is the (?:reason|cause))\b/i, has(REASON)],
];

const DISTINCT = 3;

/** Returns what a question asks for, or undefined if its wording does not show it. */
export function expectedAnswerOf(question: string): ExpectedAnswer | undefined {
  if (asksForContact(question)) return { offers: contact, isDistinct: true };
  const at = KINDS.findIndex(([pattern]) => pattern.test(question));
  const kind = KINDS[at];
  return kind && { offers: kind[1], isDistinct: at < DISTINCT };
}
