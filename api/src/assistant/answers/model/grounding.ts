import { isOtherLanguage, type Language, languageOf } from '../understanding/language.ts';
import { type Contacts, contactsOf, hasKnownContacts } from './contacts.ts';
import { hasKnownFigures, type KnownFigures, knownFigures } from './figures.ts';
import { repeatsRules } from './instructions.ts';
import { hasKnownNames, type KnownNames, knownNames } from './names.ts';

interface Source {
  readonly title: string;
  readonly heading: string;
  readonly text: string;
  readonly url: string;
}

export interface GroundingInput {
  readonly sources: readonly Source[];
  /** Names that an answer may use even if no source contains them. */
  readonly names: readonly string[];
  /** Language of the question; undefined if not recognized. */
  readonly language: Language | undefined;
}

interface KnownContent {
  readonly figures: KnownFigures;
  readonly contacts: Contacts;
  readonly names: KnownNames;
}

/**
 * Returns a function that checks whether the cited sources, numbered from 1, support a model's sentence. The sentence must be in
 * the language of the question, must not repeat the rules, and must not contain a figure, contact or name that those sources lack.
 */
export function createGrounding({ sources, names, language }: GroundingInput) {
  const contentByIds = new Map<string, KnownContent>();
  const withoutOwnNames = removerOf(names);

  /** Reads sources when they are first cited. */
  function contentOf(ids: readonly number[]): KnownContent {
    const key = ids.join();
    const content =
      contentByIds.get(key) ??
      readSources(
        ids.flatMap((id) => sources[id - 1] ?? []),
        names,
      );
    contentByIds.set(key, content);
    return content;
  }

  return (sentence: string, ids: readonly number[]): boolean => {
    if (isOtherLanguage(sentence, language) || repeatsRules(sentence)) return false;
    const sentenceLanguage = language ?? languageOf(sentence) ?? 'en';
    const { figures, contacts, names: sourceNames } = contentOf(ids);
    return (
      hasKnownContacts(sentence, contacts) &&
      hasKnownFigures(withoutOwnNames(sentence), sentenceLanguage, figures) &&
      hasKnownNames(sentence, sentenceLanguage, sourceNames)
    );
  };
}

/** Returns a function that removes names from a text, so that the number of "Studio 54" is not read as a figure. */
function removerOf(names: readonly string[]): (text: string) => string {
  // A name without letters, such as "1984", may be a figure.
  const patterns = names.filter((name) => /\p{L}/u.test(name)).map((name) => RegExp.escape(name));
  if (patterns.length === 0) return (text) => text;
  const pattern = new RegExp(String.raw`(?<![\p{L}\d])(?:${patterns.join('|')})(?![\p{L}\d])`, 'giu');
  return (text) => text.replace(pattern, ' ; ');
}

function readSources(sources: readonly Source[], names: readonly string[]): KnownContent {
  const texts = sources.flatMap(({ title, heading, text }) => [title, heading, text]);
  const all = texts.join('\n');
  return {
    figures: knownFigures(all, languageOf(all) ?? 'en'),
    contacts: contactsOf([all, ...sources.map(({ url }) => url)].join('\n')),
    names: knownNames([all, ...names].join('\n')),
  };
}
