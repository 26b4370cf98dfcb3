import { readFile } from 'node:fs/promises';
import { z } from 'zod';

const DATA = new URL('../../../../shared/data/qa/', import.meta.url);

export interface GoldQuestion {
  readonly question: string;
  /** Page with the passage that answers the question. */
  readonly page: string;
  /** Id of the passage that answers the question. */
  readonly gold: string;
  readonly span: string;
}

export interface Page {
  readonly id: string;
  readonly title: string;
  readonly units: readonly { readonly id: string; readonly heading?: string; readonly text: string }[];
  /** Topic of the page, for sites with headings. */
  readonly topic: string;
}

export interface QuestionSet {
  readonly name: string;
  readonly pages: readonly Page[];
  readonly questions: readonly GoldQuestion[];
}

/**
 * Returns every other page with its questions. The confidence is fitted to the even half and reported for the odd
 * half.
 */
export function halfOf({ name, pages, questions }: QuestionSet, half: 'even' | 'odd'): QuestionSet {
  const own = pages.filter((_, i) => i % 2 === (half === 'even' ? 0 : 1));
  const ids = new Set(own.map(({ id }) => id));
  return { name: `${name}-${half}`, pages: own, questions: questions.filter(({ page }) => ids.has(page)) };
}

/** Returns 48 articles of the Stanford Question Answering Dataset with questions about single paragraphs. */
export async function squad(): Promise<QuestionSet> {
  const documents = await lines<{
    doc_id: string;
    title: string;
    paragraphs: { pid: string; text: string }[];
  }>('squad/documents.ndjson');
  const questions = await lines<{ question: string; doc_id: string; gold_pid: string; answer: string }>(
    'squad/questions.ndjson',
  );
  return {
    name: 'squad',
    pages: documents.map(({ doc_id, title, paragraphs }) => ({
      id: doc_id,
      title,
      topic: title.replaceAll('_', ' '),
      units: paragraphs.map(({ pid, text }) => ({ id: pid, text })),
    })),
    questions: questions.map(({ question, doc_id, gold_pid, answer }) => ({
      question,
      page: doc_id,
      gold: gold_pid,
      span: answer,
    })),
  };
}

const articleQuestion = z.object({
  asked: z.string(),
  /** Id of the paragraph that answers; null if none does. */
  paragraph: z.string().nullable(),
  /** Part of the sentence that answers. */
  says: z.string().optional(),
});

/** Returns questions of our own about the even half of the articles, for training. */
export async function articleQuestions(
  file = new URL('article-questions.ndjson', import.meta.url),
): Promise<z.infer<typeof articleQuestion>[]> {
  return z.array(articleQuestion).parse(await lines(file));
}

const siteQuestion = z.object({
  /** Name of the training site. */
  site: z.string(),
  asked: z.string(),
  /** Beginnings of the sentences that answer. */
  says: z.array(z.string()),
});

/** Returns questions of our own about the training sites, in words that their pages do not use. */
export async function siteQuestions(): Promise<z.infer<typeof siteQuestion>[]> {
  const file = new URL('encoder/site-questions.ndjson', import.meta.url);
  return z.array(siteQuestion).parse(await lines(file));
}

/**
 * Returns the answers of a handbook's FAQ only: its pages contain the questions verbatim, so question texts and headings are
 * left out.
 */
export async function handbook(): Promise<QuestionSet> {
  const faq = await lines<{ faq_id: string; topic: string; question: string; answer: string }>(
    'hcd_adu_handbook/faq.ndjson',
  );
  return {
    name: 'handbook',
    pages: faq.map(({ faq_id, topic, answer }) => ({
      id: faq_id,
      title: '',
      topic,
      units: [{ id: faq_id, text: answer }],
    })),
    questions: faq.map(({ faq_id, question, answer }) => ({
      question,
      page: faq_id,
      gold: faq_id,
      span: answer,
    })),
  };
}

async function lines<Row>(file: string | URL): Promise<Row[]> {
  const text = await readFile(new URL(file, DATA), 'utf8');
  return text
    .trim()
    .split('\n')
    .map((line) => JSON.parse(line));
}
