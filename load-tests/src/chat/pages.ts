import { existsSync } from 'node:fs';
import { readFile } from 'node:fs/promises';
import type { StoredPage } from './client.ts';

const DATA = new URL('../../../../shared/data/', import.meta.url);

export interface RealPage extends StoredPage {
  readonly questions: readonly string[];
}

/** Returns whether the real pages are available. */
export const hasRealPages = () => existsSync(DATA);

/** Loads two real websites, and articles of which each paragraph serves as a page, with their questions. */
export async function realPages(): Promise<RealPage[]> {
  const [articles, questions] = await Promise.all([
    lines<{ title: string; paragraphs: { pid: string; text: string }[] }>('qa/squad/documents.ndjson'),
    lines<{ question: string; gold_pid: string }>('qa/squad/questions.ndjson'),
  ]);
  const questionsByParagraph = Map.groupBy(questions, ({ gold_pid }) => gold_pid);
  const paragraphs = articles.flatMap(({ title, paragraphs }) =>
    paragraphs.map(({ pid, text }) => ({
      id: pid,
      url: `https://articles.example/${encodeURIComponent(pid)}`,
      title,
      texts: [text],
      questions: (questionsByParagraph.get(pid) ?? []).map(({ question }) => question),
    })),
  );
  const sites = await Promise.all(
    ['login_gov', 'hcd_adu_handbook'].map((site) =>
      lines<{ url: string; title: string; markdown: string }>(`sites/${site}/pages.ndjson`),
    ),
  );
  const pages = sites.flat().map(({ url, title, markdown }) => ({
    id: url,
    url,
    title,
    texts: markdown.split(/\n\s*\n/).filter((text) => text.trim() !== ''),
    questions: [],
  }));
  return [...paragraphs, ...pages];
}

async function lines<Row>(file: string): Promise<Row[]> {
  const text = await readFile(new URL(file, DATA), 'utf8');
  return text
    .trim()
    .split('\n')
    .map((line) => JSON.parse(line));
}
