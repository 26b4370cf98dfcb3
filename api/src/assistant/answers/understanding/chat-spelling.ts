import { languageOf } from './language.ts';

/** Function words as people misspell or abbreviate them in chats. */
const FUNCTION_WORDS: Readonly<Record<string, string>> = {
  abt: 'about',
  adn: 'and',
  becuase: 'because',
  cna: 'can',
  cud: 'could',
  cuz: 'because',
  dat: 'that',
  dem: 'them',
  dis: 'this',
  dnt: "don't",
  fo: 'of',
  fro: 'for',
  frm: 'from',
  gonna: 'going to',
  hav: 'have',
  hte: 'the',
  hw: 'how',
  hwo: 'how',
  idk: "I don't know",
  im: "I'm",
  ive: "I've",
  jus: 'just',
  n: 'and',
  nd: 'and',
  ofr: 'for',
  plz: 'please',
  pls: 'please',
  r: 'are',
  shud: 'should',
  taht: 'that',
  teh: 'the',
  thx: 'thanks',
  thnx: 'thanks',
  tht: 'that',
  thsi: 'this',
  ty: 'thank you',
  u: 'you',
  ur: 'your',
  wen: 'when',
  wanna: 'want to',
  wat: 'what',
  wats: "what's",
  whats: "what's",
  wehre: 'where',
  whcih: 'which',
  wht: 'what',
  whta: 'what',
  wich: 'which',
  wiht: 'with',
  wil: 'will',
  wit: 'with',
  wud: 'would',
  wut: 'what',
  y: 'why',
  ya: 'you',
  yuo: 'you',
};

/** Misspellings that are also words of other languages, such as "y" (Spanish for "and") and "im" (German for "in the"). */
const WORDS_OF_OTHER_LANGUAGES = new Set(['dem', 'im', 'jus', 'y', 'ya']);

const WORD = /(?<![\p{L}\p{M}\p{N}'’.@/-])\p{Ll}{1,7}(?![\p{L}\p{M}\p{N}'’@/-])/gu;

/**
 * Corrects misspelled English function words, which would otherwise be searched for. Leaves a text in another language
 * unchanged; if the language is unknown, leaves the words that other languages have too.
 */
export function correctChatSpelling(text: string): string {
  const partlyCorrected = text.replace(WORD, (word) =>
    WORDS_OF_OTHER_LANGUAGES.has(word) ? word : correctionOf(word),
  );
  const unambiguous = partlyCorrected.replace(WORD, (word) =>
    WORDS_OF_OTHER_LANGUAGES.has(word) ? '' : word,
  );
  switch (languageOf(unambiguous)) {
    case 'en':
      return partlyCorrected.replace(WORD, correctionOf);
    case undefined:
      return partlyCorrected;
    default:
      return text;
  }
}

function correctionOf(word: string): string {
  return Object.hasOwn(FUNCTION_WORDS, word) ? (FUNCTION_WORDS[word] ?? word) : word;
}
