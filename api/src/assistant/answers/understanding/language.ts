/** Languages that questions are recognized in. */
export type Language = 'en' | 'es' | 'fr' | 'de' | 'pt' | 'it' | 'vi' | 'zh' | 'ko' | 'ja' | 'ru' | 'ar';

/**
 * Frequent words per language, chosen so that few are words of another one. Libraries that compare letter sequences guess
 * wrong on questions of three or four words; function words do not.
 */
const WORDS: Partial<Record<Language, string>> = {
  en: `the what how when where why who which is are do does did can could will would should i you my your we our it and or
    of to in for with on at from by have has not there any much many need get this that be an if was were hello thanks please`,
  es: `el los las qué que cómo como cuándo cuando cuánto cuanto cuánta cuesta cuestan dónde donde quién quien cuál cual por
    es son está estoy puedo puede pueden hay tengo tiene necesito mi mis su sus con para una un del al hola gracias y se
    lo debo quiero hacer buenos días buenas usted ustedes yo sin más si sobre tarda`,
  fr: `le les des est sont comment quand où pourquoi qui quel quelle combien je vous nous mon ma mes votre vos avec pour
    dans sur une un du au aux puis peut peux faut avez ai bonjour merci et ou ce cette ça c'est est-ce pas plus sans quels`,
  de: `der die das ist sind wie was wann wo warum wer welche welcher ich sie wir mein meine ihr ihre mit für auf ein eine
    einen kann können muss habe haben hallo danke und oder nicht gibt es zu im den dem bei von wieviel viel kostet bitte`,
  pt: `o os as qual quais quando onde quem quanto quantos custa é são está estou posso pode podem tem tenho preciso meu
    minha seu sua com para uma um do da dos das no na olá obrigado obrigada e você vocês não eu como fazer por até`,
  it: `il lo gli che cosa come quando dove perché chi quale quanto quanti costa è sono posso può possono ho ha mio mia vostro
    con per una un del della nel ciao grazie e di non si devo vorrei fare buongiorno quali siete avete`,
  vi: `tôi bạn là có không như thế nào bao nhiêu khi ở đâu tại sao ai gì của và cho với làm được cần một các những để xin
    chào cảm ơn này mấy giờ phải thể`,
};
const PROFILES = Object.entries(WORDS).map(([language, words]) => ({
  language: language as Language,
  words: new Set(words.split(/\s+/)),
}));
const LETTERS = /\p{L}/gu;
const LATIN = /\p{Script=Latin}/gu;
const KANA = /[\p{Script=Hiragana}\p{Script=Katakana}ー]/gu;
const SCRIPTS: readonly (readonly [RegExp, Language])[] = [
  [/\p{Script=Hangul}/gu, 'ko'],
  // Chinese, or Japanese if it has enough kana.
  [new RegExp(String.raw`\p{Script=Han}|${KANA.source}`, 'gu'), 'zh'],
  [/\p{Script=Cyrillic}/gu, 'ru'],
  [/\p{Script=Arabic}/gu, 'ar'],
];
/** Minimum share of kana in the letters of a Japanese text; Chinese texts quote Japanese names. */
const MIN_KANA = 0.1;
/**
 * Signs of Spanish, which is often typed without accents and "¿", and the number of words that each counts as. Those that count
 * as two occur in no other language.
 */
const SPANISH_SIGNS: readonly (readonly [RegExp, number])[] = [
  [/[¿¡]/, 2],
  [/ñ/i, 1],
  [
    /\b(?:abren|cierran|tienen|hablan|aceptan|hacen|venden|ofrecen|cobran|atienden|entregan|reparan|necesito|quisiera)\b/i,
    2,
  ],
  [/\b(?:estan|a que hora|horarios?|cierra|abiertos?)\b/i, 1],
];
const WORD = /[\p{L}\p{M}]+(?:['’-][\p{L}]+)*/gu;

/** Returns the language of a text, or undefined if its words do not show it. */
export function languageOf(text: string): Language | undefined {
  const script = scriptOf(text);
  if (script) return script;
  const [first, second] = scoresOf(text);
  // Without function words, Latin letters are names: "MacBook Pro の価格".
  if (!first?.count) return scriptOf(text.replace(LATIN, ''));
  if (first.count <= (second?.count ?? 0)) return undefined;
  // A single word does not outweigh the language of most pages: "no" is also Portuguese.
  return first.language === 'en' || first.count > 1 ? first.language : undefined;
}

/** Returns the language whose script most letters of a text belong to; undefined for Latin letters. */
function scriptOf(text: string): Language | undefined {
  const letters = countOf(LETTERS, text);
  const script = SCRIPTS.find(([pattern]) => countOf(pattern, text) > letters / 2)?.[1];
  return script === 'zh' && countOf(KANA, text) > letters * MIN_KANA ? 'ja' : script;
}

const countOf = (pattern: RegExp, text: string) => text.match(pattern)?.length ?? 0;

const spanishSignsIn = (text: string) =>
  SPANISH_SIGNS.reduce((sum, [pattern, words]) => sum + (pattern.test(text) ? words : 0), 0);

/** Counts the words of each language, most first. */
function scoresOf(text: string): { language: Language; count: number }[] {
  const composed = text.normalize('NFC');
  const words = composed.toLowerCase().match(WORD) ?? [];
  return PROFILES.map(({ language, words: known }) => ({
    language,
    count:
      words.filter((word) => known.has(word)).length + (language === 'es' ? spanishSignsIn(composed) : 0),
  })).sort((a, b) => b.count - a.count);
}

/** Minimum number of words of another language in a text that is clearly not in the expected one. */
const MIN_FOREIGN = 2;

/** Returns true if a text is clearly in another language; without an expected one, only if it is in another script. */
export function isOtherLanguage(text: string, expected: Language | undefined): boolean {
  const script = scriptOf(text);
  if (script) return script !== expected && !(script === 'zh' && expected === 'ja');
  if (expected === undefined) return false;
  const scores = scoresOf(text);
  const own = scores.find(({ language }) => language === expected)?.count ?? 0;
  const foreign = scores[0]?.count ?? 0;
  return own === 0 ? foreign >= MIN_FOREIGN : foreign > MIN_FOREIGN && foreign >= 2 * own;
}

/** Returns true for a frequent word of one of the languages, such as an article. */
export const isFunctionWord = (word: string): boolean =>
  PROFILES.some(({ words }) => words.has(word.normalize('NFC').toLowerCase()));

/** Returns the words of a text that are not function words of any language. */
export const contentWordsOf = (text: string): string[] =>
  (text.normalize('NFC').match(WORD) ?? []).filter((word) => !isFunctionWord(word));
