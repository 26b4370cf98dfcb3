/** What kind of thing a question asks for, and whether a sentence holds one. */
export interface Sought {
  /** How strongly a sentence offers such a thing, 0 to 1; `asked` are the words of the question. */
  offers(sentence: string, asked: ReadonlySet<string>): number;
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
const PLACE = /\b(?:in|at|near|from|to|on|of|outside|inside)\s+(?:the\s+)?["“]?\p{Lu}/u;

const has = (pattern: RegExp) => (sentence: string) => (pattern.test(sentence) ? 1 : 0);

/** A name that the question has not said itself. */
function newName(sentence: string, asked: ReadonlySet<string>): number {
  for (const [name] of sentence.matchAll(NAME)) if (!asked.has(name.toLowerCase())) return 1;
  // A sentence may start with the name.
  const [first] = /^["“(]?\p{Lu}\p{L}+/u.exec(sentence) ?? [];
  return first &&
    !asked.has(first.toLowerCase()) &&
    !/^(?:The|A|An|In|On|At|It|He|She|They|This|These|Those|When|While|As|For|Some|Many|Most|Other|Although|After|Before|However|By|To|From|With|Since)$/.test(
      first,
    )
    ? 0.5
    : 0;
}

const KINDS: readonly (readonly [RegExp, Sought['offers']])[] = [
  [
    /\bhow (?:much (?:does|do|did|is|are|was|were|money)|expensive)\b|\bwhat (?:is|was|are) the (?:cost|price|fee)/i,
    (s) => (MONEY.test(s) ? 1 : NUMBER.test(s) ? 0.5 : 0),
  ],
  [/\bhow long\b/i, (s) => (DURATION.test(s) && NUMBER.test(s) ? 1 : NUMBER.test(s) ? 0.4 : 0)],
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
    (s, asked) => (PLACE.test(s) ? 0.5 : 0) + newName(s, asked) / 2,
  ],
  [/\bwhy\b|\bwhat (?:caused|is the (?:reason|cause))\b/i, has(REASON)],
];

/** By the question's own words; undefined when they do not tell. */
export function soughtBy(question: string): Sought | undefined {
  const kind = KINDS.find(([asks]) => asks.test(question));
  return kind && { offers: kind[1] };
}
