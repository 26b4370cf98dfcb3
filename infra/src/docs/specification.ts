import { glob, readFile } from 'node:fs/promises';
import path from 'node:path';
import { ROOT } from '../supervisor/instance.ts';

export const SPECIFICATION_PAGE = path.join(ROOT, 'docs/specification.md');

const SOURCES = [
  '{event-schemas,infra/runtime,scoring-engine,projections,api,infra,web}/src/**/*.{ts,tsx}',
  'web/tests/*.spec.ts',
];
/** Files named in a cell; the best matches come first. */
const MAX_FILES = 3;
const UNTESTED = '## Statements that no test names';
/** Distance in characters up to which a section sign belongs to the document named before it. */
const CITATION_REACH = 40;

interface Source {
  readonly file: string;
  readonly text: string;
  readonly isTest: boolean;
  /** Sections that its comments cite, such as `001 §9`. */
  readonly cites: ReadonlySet<string>;
}

/**
 * Returns the page with its files found again. A row holds a statement and the words to find it by; the cells of files, the
 * citations below each heading, and the list at the end are generated. Throws when a statement is not found in the code.
 */
export async function refreshSpecification(page: string): Promise<string> {
  const sources = await readSources();
  const untested: string[] = [];
  const lines: string[] = [];
  let section = '';
  for (const line of page.split(`\n${UNTESTED}`)[0]?.split('\n') ?? []) {
    const heading = /^## (\d{3} §\d)/.exec(line);
    const row = /^\| ([^|]+) \| (`[^|]+`) \| [^|]*\| [^|]*\|$/.exec(line);
    if (heading?.[1]) {
      section = heading[1];
      lines.push(line);
    } else if (line.startsWith('Cited by')) {
      const citing = sources.filter(({ cites, isTest }) => !isTest && cites.has(section));
      lines.push(`Cited by ${citing.length === 0 ? 'no file' : citing.map(linkOf).join(', ')}.`);
    } else if (row?.[1] && row[2]) {
      const [, statement, words] = row;
      const { code, tests } = find(statement, words, section, sources);
      if (tests.length === 0) untested.push(`- ${section}: ${statement}`);
      lines.push(
        `| ${statement} | ${words} | ${code.map(linkOf).join(', ')} | ${tests.map(linkOf).join(', ')} |`,
      );
    } else lines.push(line);
  }
  const list = untested.length === 0 ? ['A test names every statement.'] : untested;
  return `${lines.join('\n').trimEnd()}\n\n${UNTESTED}\n\n${list.join('\n')}\n`;
}

/** Finds the files that contain one of the words: code, and tests or else the tests beside the code. */
function find(statement: string, words: string, section: string, sources: readonly Source[]) {
  const wanted = [...words.matchAll(/`([^`]+)`/g)].map(([, word]) => word ?? '');
  const occurrences = ({ text }: Source) =>
    wanted.reduce((sum, word) => sum + text.split(word).length - 1, 0);
  const found = sources
    .map((source) => ({ source, count: occurrences(source), isCiting: source.cites.has(section) }))
    .filter(({ count }) => count > 0)
    .sort((a, b) => Number(b.isCiting) - Number(a.isCiting) || b.count - a.count)
    .map(({ source }) => source);
  const code = found.filter(({ isTest }) => !isTest).slice(0, MAX_FILES);
  if (code.length === 0) throw new Error(`No code contains ${words}: ${statement}`);
  const besides = new Set(code.map(({ file }) => stemOf(file)));
  const direct = found.filter(({ isTest }) => isTest);
  const beside = sources.filter(({ file, isTest }) => isTest && besides.has(stemOf(file)));
  return { code, tests: (direct.length > 0 ? direct : beside).slice(0, MAX_FILES) };
}

/** Returns the path without the endings that tests add. */
const stemOf = (file: string) => file.replace(/(\.(decider|integration|distributed|test|spec))*\.tsx?$/, '');

const linkOf = ({ file }: Source) => `[${path.basename(file)}](../${file})`;

async function readSources(): Promise<Source[]> {
  const files = await Array.fromAsync(glob(SOURCES, { cwd: ROOT, exclude: ['**/node_modules/**'] }));
  return Promise.all(
    files
      .filter((file) => !file.includes('/testing/') && !file.startsWith('infra/src/docs/'))
      .sort()
      .map(async (file) => {
        const text = await readFile(path.join(ROOT, file), 'utf8');
        return { file, text, isTest: /\.(test|spec)\.tsx?$/.test(file), cites: citationsIn(text) };
      }),
  );
}

/** Reads `spec 000 §5, §8 and 002 §8` as three citations. */
function citationsIn(text: string): Set<string> {
  const cites = new Set<string>();
  let specification = { name: '', end: Number.NEGATIVE_INFINITY };
  for (const { 0: match, 1: name, 2: number, index } of text.matchAll(/\b(00[0-2])(?= §)|§(\d)/g)) {
    if (name !== undefined) specification = { name, end: index };
    else if (index - specification.end <= CITATION_REACH) {
      cites.add(`${specification.name} §${number}`);
      specification.end = index + match.length;
    }
  }
  return cites;
}
