import { ACTOR } from '../understanding/plain-wording.ts';

/** Kind of thing that a question asks for and that is recognized in a text by its form. */
export type AnswerKind =
  | 'phone'
  | 'email'
  | 'contact'
  | 'hours'
  | 'address'
  | 'price'
  | 'duration'
  | 'measure'
  | 'number'
  | 'time'
  | 'steps'
  | 'name'
  | 'place'
  | 'reason'
  | 'ability';

/** The kind of thing that a question asks for. */
export interface ExpectedAnswer {
  readonly kind: AnswerKind;
  /** True if its form leaves little doubt, such as that of a phone number, a price or a duration. */
  readonly isDistinct: boolean;
  /** Form that every right answer contains; undefined if an answer can also be put in other words. */
  readonly requiredForm: RegExp | undefined;
  /** True for ways, times and places to reach the business. */
  readonly isOfBusiness: boolean;
  /**
   * Returns how surely a sentence contains the expected kind of thing, from 0 to 1. A name counts only if the question does not
   * contain it; its words are in lower case.
   */
  matchScore(sentence: string, questionWords: ReadonlySet<string>): number;
}

const MONTH = 'January|February|March|April|May|June|July|August|September|October|November|December';
const DAY =
  '(?:Mon|Tues|Wednes|Thurs|Fri|Satur|Sun)days?|weekdays?|weekends?|daily|every ?day|(?:7|seven) days a week';
const YEAR = /\b(?:1[0-9]{3}|20[0-9]{2}|[1-9][0-9]{2} (?:AD|BC|CE)|[1-9]0s)\b/;
const CLOCK = String.raw`[0-9]{1,2}(?::[0-9]{2})? ?(?:a\.?m|p\.?m|o'clock)`;
const DATE = new RegExp(String.raw`\b(?:${MONTH}|${DAY}|century|centuries|decade|${CLOCK})\b`, 'i');
const TIMES = String.raw`\b${CLOCK}|\d{1,2}:\d{2}|\b(?:noon|midnight|closed)\b`;
const RANGE = String.raw`\b\d{1,2} ?(?:-|–|to|until|till) ?\d{1,2}\b(?! ?(?:\w+ )?(?:minutes?|hours?|days?|weeks?|months?|people|guests)\b)`;
const WEEKDAY = String.raw`\b(?:${DAY}|Mon|Tues?|Weds?|Thu(?:rs?)?|Fri|Sat|Sun|M ?[-–] ?F|Mo ?[-–] ?Fr)\b`;
const HOURS = new RegExp(
  String.raw`${WEEKDAY}.*(?:${TIMES})|(?:${TIMES}).*${WEEKDAY}|${WEEKDAY}[^.!?\d]{0,12}${RANGE}|\bclosed on\b|\b24 ?(?:hours|/7)`,
  'is',
);
const NUMBER =
  /\d|\b(?:two|three|four|five|six|seven|eight|nine|ten|eleven|twelve|dozen|twenty|thirty|forty|fifty|hundred|thousand|million|billion|half|quarter|third|once|twice|no|none|several|percent)\b/i;
const UNIT =
  'miles?|feet|foot|ft|inch(?:es)?|yards?|acres?|square|sq|meters?|metres?|cm|mm|km|mph|pounds|lbs|kg';
const MEASURE = new RegExp(String.raw`\b(?:${UNIT})\b`, 'i');
const MONEY =
  /[$£€¥₹]\s?\d|\d\s?[€£¥₹]|\b(?:dollars?|pounds|euros?|cents?|USD|EUR|GBP|CHF|CAD|AUD|free|complimentary|included|no (?:extra |additional )?(?:charge|cost|fee)s?)\b/i;
/** An answer to "how much": money, a share, a weight or length, a number that is a price but no time, or what it depends on. */
const AMOUNT = new RegExp(
  String.raw`${MONEY.source}|\d ?(?:%|percent\b)|\bhalf\b|\bdepends?\b|\d ?(?:${UNIT}|oz|ounces?|grams?|gallons?|lit(?:er|re)s?)\b|\b(?:costs?|prices?|fees?|rates?|charges?|fares?|deposits?)\b.*?\b\d+(?:[.,]\d+)*\b(?! ?(?:a\.?m\b|p\.?m\b|o'clock|seconds?|minutes?|hours?|days?|weeks?))`,
  'is',
);
const NAME = /(?<=[\p{Ll},;:()"“\d]\s["“(]?)\p{Lu}[\p{L}'’.-]*/gu;
const REASON =
  /\b(?:because|due to|since|so that|in order to|therefore|as a result|caused? by|to (?:avoid|prevent|ensure|protect)|led to)\b/i;
const DURATION = /\b(?:second|minute|hour|day|week|month|year|decade|centur(?:y|ie))s?\b/i;
const LENGTH =
  /\b(?:characters?|letters?|words?|pages?|miles?|feet|foot|ft|inch(?:es)?|yards?|meters?|metres?|cm|mm|km)\b/i;
const PHONE =
  /(?:\(\d{3}\)\s?|\b\d{3}[\s.‑–-]{1,3})\d{3}[\s.‑–-]{1,3}\d{4}\b|\+\d[\d\s().‑–-]{7,}|\b0\d{2,4} \d{3,4} ?\d{3,4}\b|\b1?[\s.‑–-]?8(?:00|33|44|55|66|77|88)[\s.‑–-][A-Z0-9‑–-]{7,}\b|\b(?:[Cc]all|[Pp]hone|[Tt]el|[Tt]ext|[Ff]ax|[Mm]obile|[Cc]ell)\b[^\w\n]{0,3}(?:us at |at |us )?\d{10}\b/;
const EMAIL = /[\w.+-]+@[\w-]+(?:\.[\w-]+)+/;
const STREET =
  /\b\d{1,5}\s+(?:[NSEW]\.?\s+)?(?:[\p{Lu}\d][\p{L}\d.'’-]*\s+){1,4}(?:Street|St|Avenue|Ave|Road|Rd|Boulevard|Blvd|Lane|Ln|Drive|Dr|Way|Court|Ct|Square|Sq|Highway|Hwy|Parkway|Pkwy|Plaza|Place|Pl)\b|\b[A-Z]{2} \d{5}\b/u;
/** A question about how to contact the business. */
const ASKS_FOR_CONTACT =
  /\b(?:your|customer|support|contact|a|the) (?:phone|telephone|fax|contact|support) (?:number|line|info|information|details)|\b(?:your|contact|support) e-?mail(?: address)?\b|\b(?:contact|reach|call|phone|e-?mail|write to|get (?:in touch|hold)|talk|speak|chat) (?:to |with |of )?(?:you|u|us|them|someone|somebody|a (?:real |live )?(?:person|human|agent|representative|rep)|support|customer|the (?:team|staff|office))\b|\bwho (?:do|can|should|would|must) i (?:contact|call|e-?mail|ask|talk to|speak to|write)\b|\bhow (?:can|do|could|should|would) (?:i|we|you) (?:contact|reach|call|e-?mail|phone)\b/i;
/** An instruction, or the line that introduces instructions. */
const STEP =
  /^(?:(?:to|first|then|next|now|finally),? )?(?:go to|click|select|choose|pick|enter|sign|log|call|fill|visit|open|submit|send|use|email|contact|write|pay|scroll|check|collect|follow|apply|complete|download|press|tap|bring|book|order|register|request|create|change|add|update|remove|delete|confirm|save|type|upload|install|scan|print|return|try|wait|turn)\b|\bsteps?\b[^.]*:?$/i;
const WEB = /\bhttps?:|\bwww\.|\b(?:web|contact|online) ?form\b|\b(?:live )?chat\b/i;
/** An instruction to contact a person or an office. */
const CONTACT_INSTRUCTION =
  /(?:^|[.!?;:] |\b[Pp]lease )(?:[Cc]ontact|[Cc]all|[Ee]-?mail|[Ww]rite to|[Rr]each out to) (?:the|our|your|us|\p{Lu})/u;
/** A statement of what a business or its staff can or cannot do for a customer. */
const ABILITY =
  /\b(?:we|our \w+(?: \w+)?|staff|team|employees?|operators?|agents?|representatives?)\b[^.!?]{0,60}\b(?:can|cannot|can['’]t|do not|don['’]t|does not|will|won['’]t|never|unable|offer|provide|accept)\b|\b(?:cannot|can['’]t|unable to)\b[^.!?]{0,60}\b(?:for you|on your behalf)\b/i;
const PLACE = /\b(?:in|at|near|from|to|on|of|outside|inside)\s+(?:the\s+)?["“]?\p{Lu}/u;

type MatchScore = ExpectedAnswer['matchScore'];
const has =
  (pattern: RegExp): MatchScore =>
  (sentence) =>
    pattern.test(sentence) ? 1 : 0;

/** Returns 1 if a sentence has a name that is not in the question, 0.5 if its first word may be one, otherwise 0. */
function newName(sentence: string, questionWords: ReadonlySet<string>): number {
  for (const [name] of sentence.matchAll(NAME)) if (!questionWords.has(name.toLowerCase())) return 1;
  // The first word may be a name or an ordinary capitalized word, so it counts as half.
  const [first] = /^["“(]?\p{Lu}\p{L}+/u.exec(sentence) ?? [];
  return first &&
    !questionWords.has(first.toLowerCase()) &&
    !/^(?:The|A|An|In|On|At|It|He|She|They|This|These|Those|When|While|As|For|Some|Many|Most|Other|Although|After|Before|However|By|To|From|With|Since)$/.test(
      first,
    )
    ? 0.5
    : 0;
}

/** Returns whether a question asks for contact details. */
export const asksForContact = (question: string): boolean => ASKS_FOR_CONTACT.test(question);

const MATCH_SCORES: Readonly<Record<AnswerKind, MatchScore>> = {
  phone: has(PHONE),
  email: has(EMAIL),
  contact: (sentence) =>
    PHONE.test(sentence) || EMAIL.test(sentence) || (CONTACT_INSTRUCTION.test(sentence) && WEB.test(sentence))
      ? 1
      : /\bcontact (?:form|page|us)\b|\bcall us\b/i.test(sentence) || CONTACT_INSTRUCTION.test(sentence)
        ? 0.7
        : 0,
  hours: has(HOURS),
  address: (sentence) => (STREET.test(sentence) ? 1 : /\blocated\b/i.test(sentence) ? 0.5 : 0),
  price: (sentence) => (MONEY.test(sentence) ? 1 : NUMBER.test(sentence) ? 0.5 : 0),
  duration: (sentence) =>
    (DURATION.test(sentence) || LENGTH.test(sentence)) && NUMBER.test(sentence)
      ? 1
      : NUMBER.test(sentence)
        ? 0.4
        : 0,
  measure: (sentence) => (NUMBER.test(sentence) ? (MEASURE.test(sentence) ? 1 : 0.4) : 0),
  number: has(NUMBER),
  time: (sentence) =>
    YEAR.test(sentence) || DATE.test(sentence) || (DURATION.test(sentence) && NUMBER.test(sentence))
      ? 1
      : /\d|\b(?:after|before|during|until|once|upon)\b/i.test(sentence)
        ? 0.4
        : 0,
  name: newName,
  place: (sentence, questionWords) => (PLACE.test(sentence) ? 0.5 : 0) + newName(sentence, questionWords) / 2,
  reason: has(REASON),
  ability: has(ABILITY),
  steps: has(STEP),
};

/** Names for the business and its premises, as opposed to a registration or an account that opens. */
const BUSINESS = String.raw`(?:you|u|y'all|you guys|it|they|(?:the|your) (?:\w+ )?(?:shop|store|office|restaurant|caf[eé]|bakery|bar|pub|kitchen|clinic|practice|studio|salon|gym|pool|library|museum|gallery|park|market|pharmacy|bank|branch|center|centre|showroom|counter|desk|lobby|hotel|farm|garden|business|company|place|building|gates?))`;
/** A question about when the business opens or closes, unless it asks something else that happens then. */
const OPENING_TIME = String.raw`^(?!(?:can|could|may|do|does|is|are|will|should|would)\b).*\b(?:when|what time|how late|how early|until when|what days|which days)(?:['’]?s)?\b(?: (?:do|does|are|r|is|will|would))? ${BUSINESS}\b.*\b(?:open|opened|closed?|closing)\b(?! (?:date|an? )\b)`;

/** Wordings of questions by the kind of thing they ask for; the first match counts. */
const QUESTION_PATTERNS: readonly (readonly [AnswerKind, RegExp])[] = [
  ['ability', ACTOR],
  ['ability', /^(?:can|could|will|would) you\b.*\bfor (?:me|us)\b/i],
  ['email', /\be-?mail address\W*$|\b(?:what(?:['’]?s| is)) (?:your|the) e-?mail\b/i],
  [
    'phone',
    /\b(?:phone|telephone) number(?: (?:for|of) (?:the|your)\b[^?.!]*)?\W*$|\b(?:what(?:['’]?s| is)) your number\b|\b(?:what|which) number\b.*\b(?:call|dial|ring)\b|\b(?:reach|contact|call|talk to|speak (?:to|with)|get hold of)\b[^?.!]*\bby (?:phone|telephone)\b|\bnumber (?:(?:to|can i|do i|should i|i can) (?:call|dial|ring|reach|talk|speak|contact)|for (?:support|customer service|help))\b/i,
  ],
  ['contact', ASKS_FOR_CONTACT],
  [
    'hours',
    new RegExp(
      String.raw`\b(?:opening|business|office|store|shop|working|visiting|holiday|weekend|${DAY}) (?:hours|times?)\b|\b(?:what|which)\b.*\b(?:your|the)(?: \w+)? hours\b|\byour hours\b|\bhours of operation\b|^(?:the )?hours\W*$|${OPENING_TIME}|\b(?:do|does|is|are|r) ${BUSINESS} (?:still |currently |ever )?(?:open|closed)\b|\bopen (?:on )?(?:${DAY}|today|tomorrow|now|late)\b`,
      'i',
    ),
  ],
  [
    'address',
    /\bwhere(?:['’]?s|['’]?re| is| are| r)? (?:exactly )?(?:you|u|your|the (?:shop|store|office|restaurant|company|clinic|showroom)|is your (?:shop|store|office))\b(?: \w+)? ?(?:located|based|at|office|shop|store|location)?\W*$|\b(?:your|street|physical|business) (?:address|location)\b|\bwhat(?:['’]?s| is) the (?:exact |full )?address\b|\bwhere can (?:i|we) find you\b|\bhow (?:do|can) i (?:find|get to) you\b|\bdirections to\b/i,
  ],
  [
    'price',
    /\bhow (?:much (?:does|do|did|is|are|was|were|to|for|will|would|money)(?!.*\bweigh)|expensive)\b|\bhow much\W*$|\bwhat(?: (?:is|are|was|were)|['’]?s) (?:the|your) (?:costs?|prices?|fees?|rates?|charges?)\b(?! (?:match|include|cover))|\bwhat (?:does|do|did|will|would) .{1,60}\b(?:cost|charge)\b(?! (?:include|cover))|\b(?:and )?the (?:price|cost)\W*$/i,
  ],
  [
    'steps',
    /\bhow (?:do|can|could|should|would|to) (?:i|we|you|one|people|somebody|someone)\b(?! (?:know|tell))|\bhow to\b|\b(?:which|what) steps\b|\bwhat (?:do|should|can) (?:i|we) do\b|\bwhat now\b/i,
  ],
  ['duration', /\bhow (?:long|soon|quickly|fast)\b/i],
  ['measure', /\bhow (?:far|tall|high|big|large|deep|wide|heavy)\b/i],
  [
    'number',
    /\bhow (?:many|much|old|often)\b|\bwhat (?:percent|percentage|number|amount|fraction|proportion|share)\b/i,
  ],
  [
    'time',
    /\b(?:what|which|in what|in which) (?:year|decade|century|date|days?|month|time)\b|\bwhen\b|\bsince when\b/i,
  ],
  [
    'name',
    /\b(?:who|whom|whose)\b|\b(?:what|which) (?:person|man|woman|player|king|queen|president|author|artist|scientist|company|organization|group|team|actor|singer|brands?)\b/i,
  ],
  [
    'place',
    /\bwhere\b|\b(?:what|which) (?:city|country|place|state|county|region|river|area|location|town|continent|island|building|school|university)\b/i,
  ],
  ['reason', /\bwhy\b|\bwhat (?:caused|is the (?:reason|cause))\b/i],
];

/** Kinds whose presence in a passage is significant, because their form rarely occurs by chance. */
const DISTINCT: readonly AnswerKind[] = [
  'phone',
  'email',
  'contact',
  'hours',
  'address',
  'price',
  'duration',
  'measure',
];

/** For these kinds, every right answer contains the form. Answers of other kinds may lack it: "We close at six". */
const REQUIRED: Readonly<Partial<Record<AnswerKind, RegExp>>> = { phone: PHONE, email: EMAIL, price: AMOUNT };

const OF_BUSINESS: readonly AnswerKind[] = ['phone', 'email', 'contact', 'hours', 'address'];

/** A question about the visitor's own phone number or address, not the business's. */
const ABOUT_VISITORS_OWN =
  /\b(?:(?:change|add|update|remove|delete|verify|confirm|edit|link|switch|replace|use) (?:my|our|the|an?|any|another)|(?:keep|share|give|provide|take|require|need|want|see|sell|store|save) (?:my|our)|\b(?:do|does|did|will|must) (?:i|we|you|they) (?:\w+ )?need (?:my|our|an?))\b[^?.!]{0,20}\b(?:phone|telephone|cell|mobile|e-?mail|address)\b/i;
const YES_NO = /^(?:is|are|am|was|were|do|does|did|can|could|will|would|should|must|may|has|have|had)\b/i;

/** Returns whether a question asks for a yes or no. */
export const isYesNo = (question: string): boolean => YES_NO.test(question);

/** Returns whether a question asks for a verdict or a reason, which may mention a price without asking for it. */
const asksForVerdictOrReason = (question: string): boolean => isYesNo(question) || /^why\b/i.test(question);

/** Returns what a question asks for, or undefined if its wording does not show it. */
export function expectedAnswerOf(question: string): ExpectedAnswer | undefined {
  const isAboutVisitorsOwn = ABOUT_VISITORS_OWN.test(question);
  const [kind] =
    QUESTION_PATTERNS.find(
      ([each, pattern]) => pattern.test(question) && !(isAboutVisitorsOwn && OF_BUSINESS.includes(each)),
    ) ?? [];
  return (
    kind && {
      kind,
      isDistinct: DISTINCT.includes(kind),
      requiredForm: asksForVerdictOrReason(question) ? undefined : REQUIRED[kind],
      isOfBusiness: OF_BUSINESS.includes(kind),
      matchScore: MATCH_SCORES[kind],
    }
  );
}

/** Returns true if a sentence is an instruction or introduces instructions. */
export const isStep = (sentence: string): boolean => STEP.test(sentence);

/** No words of a question: a page is indexed before anyone asks. */
const NO_WORDS: ReadonlySet<string> = new Set();

/** Minimum number of instructions for a text to count as steps. */
const MIN_STEPS = 2;

/** Returns the kinds of distinct form that a text contains, and `steps` if it has several instructions. */
export function kindsIn(text: string): ReadonlySet<AnswerKind> {
  const kinds = new Set(DISTINCT.filter((kind) => MATCH_SCORES[kind](text, NO_WORDS) === 1));
  if (text.split(/\n|(?<=[.!]) /).filter(isStep).length >= MIN_STEPS) kinds.add('steps');
  return kinds;
}
