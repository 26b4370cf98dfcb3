import type { CheerioAPI } from 'cheerio';
import { Element, isTag, Text } from 'domhandler';
import { z } from 'zod';
import { textOf } from './dom.ts';
import { MAX_QUESTION_LENGTH } from './questions.ts';

/** A question and its answer as HTML, from schema.org data in a script. */
export interface StructuredQuestion {
  readonly question: string;
  readonly answer: string;
}

const MAX_PAIRS = 500;
const MAX_DEPTH = 6;

const types = z.union([z.string(), z.array(z.string())]);
const answer = z.object({ text: z.string() });
const question = z.object({
  '@type': types,
  name: z.string(),
  acceptedAnswer: z.preprocess((value) => (Array.isArray(value) ? value[0] : value), answer),
});

/** Returns the question and answer pairs of a page's JSON-LD (schema.org `FAQPage` and `Question`). */
export function structuredQuestions($: CheerioAPI): StructuredQuestion[] {
  const pairs: StructuredQuestion[] = [];
  const collect = (value: unknown, depth: number): void => {
    if (depth > MAX_DEPTH || pairs.length >= MAX_PAIRS || typeof value !== 'object' || value === null) return;
    const parsed = question.safeParse(value);
    if (parsed.success && [parsed.data['@type']].flat().some((type) => /\bQuestion$/.test(type))) {
      pairs.push({ question: parsed.data.name, answer: parsed.data.acceptedAnswer.text });
      return;
    }
    for (const each of Object.values(value)) collect(each, depth + 1);
  };
  for (const script of $('script[type="application/ld+json" i]').toArray()) {
    try {
      collect(JSON.parse($(script).text()), 0);
    } catch {} // the page's JSON is invalid
  }
  return pairs;
}

/** Rewrites the question and answer pairs of a page's microdata as `<details>`. */
export function rewriteMicrodata($: CheerioAPI): void {
  for (const item of $('[itemtype$="schema.org/Question"]').toArray()) {
    const name = $(item).find('[itemprop~="name"]').get(0);
    const answer = $(item).find('[itemprop~="acceptedAnswer"], [itemprop~="suggestedAnswer"]').get(0);
    const label = name ? textOf(name) : '';
    if (!name || !answer || !isTag(answer) || label === '' || label.length > MAX_QUESTION_LENGTH) continue;
    $(name).remove();
    item.name = 'details';
    item.attribs = {};
    // Show the answer even if its attributes hide it until a visitor opens it.
    answer.attribs = {};
    $(item)
      .empty()
      .append(new Element('summary', {}, [new Text(label)]))
      .append(answer);
  }
}
