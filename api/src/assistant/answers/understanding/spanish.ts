import { GLOSSARY } from './spanish-glossary.ts';

interface Entry {
  readonly letter: string | undefined;
  readonly words: readonly RegExp[];
  readonly english: string;
}

const ENTRIES: readonly Entry[] = GLOSSARY.trim()
  .split('\n')
  .map((line) => {
    const [spanish = '', english = ''] = line.split(':');
    const words = spanish.split(' ').map((word) => new RegExp(`^${word.replaceAll('*', '\\p{L}*')}$`, 'u'));
    return { letter: spanish[0], words, english: english.trim() };
  })
  .sort((a, b) => b.words.length - a.words.length);

/** Entries by first letter; no entry starts with `*`. */
const BY_LETTER = Map.groupBy(ENTRIES, ({ letter }) => letter);

const MARKS = /\p{M}+/gu;
const WORD = /[\p{L}\p{N}]+/gu;

/** Translates a Spanish question word by word; words missing from the glossary stay Spanish, without accents. */
export function englishOf(question: string): string {
  const plain = question.normalize('NFD').replace(MARKS, '').toLowerCase();
  const words = plain.match(WORD) ?? [];
  const english: string[] = [];
  for (let at = 0; at < words.length; ) {
    const entry = BY_LETTER.get(words[at]?.[0])?.find(({ words: patterns }) =>
      patterns.every((pattern, i) => pattern.test(words[at + i] ?? '')),
    );
    english.push(entry?.english ?? words[at] ?? '');
    at += entry?.words.length ?? 1;
  }
  return `${english.filter((word) => word !== '').join(' ')}${plain.includes('?') ? '?' : ''}`;
}
