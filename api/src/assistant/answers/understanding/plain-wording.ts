const STAFF = `staff(?: members?)?|team(?: members?)?|employees?|agents?|rep(?:resentative)?s?|help ?desk|call center`;
const SUPPORT = `(?:customer|tech(?:nical)?) (?:service|support|care)`;

/**
 * Staff as the subject of a question, as in "Can your team…?". The search must not depend on these words: pages that answer
 * the question use "we" or another word for staff.
 */
export const ACTOR = new RegExp(
  String.raw`^(can|could|will|would|do|does) (?:(?:your|any of your|one of your|(?:someone|anyone|somebody) (?:from|at|in|on) (?:your|the)) (?:${STAFF}|support|${SUPPORT})|(?:the |your )?${SUPPORT}|the (?:staff|support team|help ?desk|call center))\b(?= \w+)(?! (?:plan|account|portal|page|phone|number|email|hour|fee|cost|training)s?\b)`,
  'i',
);

/** Phrases of visitors and the words that pages use for them. */
const PHRASES: readonly (readonly [RegExp, string])[] = [
  [/\b(?:get|have|want|need) (?:my|our|the|his|her|their|your) money back\b|\bmoney back\b/gi, 'refund'],
  [/\b(?:get|have|want|need) (?:my|our|the) (deposit|payment) back\b/gi, 'refund $1'],
  [
    /\bget (it|them|this|that|(?:my|our|the) (?:\w+ )?(?:account|data|files?|photos?|messages?|access)) back(?! to\b)/gi,
    'restore $1',
  ],
  [
    /\b(?:open|start|set ?up|make|get|register(?: for)?) (an?(?: new)?) account\b(?! (?:number|statement|manager|balance))/gi,
    'create $1 account',
  ],
  [/\b(?:run|runs|running|ran) out of\b/gi, 'used all'],
  [/\bget(?:ting)? rid of\b/gi, 'remove'],
  [/\btake (it|them|(?:my|our|the|his|her|their|there) \w+) away\b/gi, 'remove $1'],
  [/\bcall(?:ed)? off\b/gi, 'cancel'],
  [/\b(?:put|push) (?:off|back)\b/gi, 'postpone'],
  [/\b(?:send|bring|give) (it|them|this|that|(?:my|our|the|an?) \w+) back\b/gi, 'return $1'],
  [/\b(?:send|bring) back\b/gi, 'return'],
  [/\bfill(?:ed)? (?:out|in)\b/gi, 'complete'],
  [/(?<!by )\b(?:hand|turn) in\b/gi, 'submit'],
  [/\b(?:drop|stop|swing|come) by\b/gi, 'visit'],
  [/\bbook(?:ing)? a table\b/gi, 'make a reservation'],
  [/\bhow far (?:ahead|in advance)\b/gi, 'how much notice in advance'],
  [/\bclose to\b/gi, 'near'],
  [/\bhow much time\b/gi, 'how long'],
  [/\bhow come\b/gi, 'why'],
  [/\bwhat (?:does|do|did) (.{1,40}?) stand for\b/gi, 'what is $1'],
  [/^what (?:does|do) (?!(?:you|it|this|that|they)\b)(.{1,40}?) mean(?=\W*$)/gi, 'what is $1'],
  [
    /\b(?:do|does|must) (?:i|you|we|one|(?:the |an )?owners?) (?:(?:have|need|got) to )?live (?:on|in|at) (?:the|my|that|your) (?:property|premises|lot)\b/gi,
    'is owner occupancy required',
  ],
  [/\b(?:come|go|appear|show up)(?: (?:by|in|over|there))? in person\b/gi, 'in person'],
  [/\b(?:is|are) (it|that|this|they) (?:legal|lawful|ok(?:ay)?|permitted)\b/gi, 'is $1 allowed'],
  [
    /\b(?:since when|how long|how many years) (?:are|have|has|is) (?:you|the (?:company|business|shop|store|firm))(?: guys)?(?: been)? (?:in business|around|operating)\b/gi,
    'when were you founded',
  ],
];

/** Replaces idioms of a question by the words that pages use for them. */
export const plainWordingOf = (question: string): string =>
  PHRASES.reduce((text, [pattern, plain]) => text.replace(pattern, plain), question);

/** Replaces staff as the subject of a question by "you". */
export const withoutActor = (question: string): string => question.replace(ACTOR, '$1 you');
