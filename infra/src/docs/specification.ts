import { glob, readFile } from 'node:fs/promises';
import path from 'node:path';
import { ROOT } from '../supervisor/instance.ts';

export const SPECIFICATION_PAGE = path.join(ROOT, 'docs/specification.md');

const SOURCES = [
  '{event-schemas,infra/runtime,scoring-engine,projections,api,infra,web}/src/**/*.{ts,tsx}',
  'web/tests/*.spec.ts',
];
/** Maximum number of files linked in a cell; the best matches come first. */
const MAX_FILES = 3;
const CITED = 'Cited by';
const UNTESTED = '## Statements that no test names';
/** Maximum distance, in characters, between a document's number and a section sign that belongs to it. */
const CITATION_REACH = 40;

interface Source {
  readonly file: string;
  readonly text: string;
  readonly isTest: boolean;
  /** Sections that its comments cite, such as `001 §9`. */
  readonly cites: ReadonlySet<string>;
}

/** A line of the page, with all files that it may link to. */
interface Line {
  readonly section: string;
  readonly text: string;
  readonly statement?: { readonly text: string; readonly words: string };
  readonly code: readonly Source[];
  readonly tests: readonly Source[];
}

/**
 * Returns the page with its links updated. Each row has a statement and the search terms that locate it; the link cells,
 * the citations below each heading, and the list at the end are generated. Throws when a search term
 * matches no file, or when no code matches a statement.
 */
export async function refreshSpecification(page: string): Promise<string> {
  const untested: string[] = [];
  const lines = (await readLines(page)).map(({ section, text, statement, code, tests }) => {
    if (text.startsWith(CITED)) return `${CITED} ${code.length === 0 ? 'no file' : linksTo(code)}.`;
    if (statement === undefined) return text;
    if (tests.length === 0) untested.push(`- ${section}: ${statement.text}`);
    const cells = [linksTo(code.slice(0, MAX_FILES)), linksTo(tests.slice(0, MAX_FILES))];
    return `| ${[statement.text, statement.words, ...cells].join(' | ')} |`;
  });
  const list = untested.length === 0 ? ['A test names every statement.'] : untested;
  return `${lines.join('\n').trimEnd()}\n\n${UNTESTED}\n\n${list.join('\n')}\n`;
}

/** Returns the links to files that do not implement, test or cite the statement on their line. */
export async function staleLinks(page: string): Promise<string[]> {
  return (await readLines(page)).flatMap(({ section, text, code, tests }) => {
    const valid = new Set([...code, ...tests].map(({ file }) => file));
    return [...text.matchAll(/\]\(\.\.\/([^)]+)\)/g)]
      .filter(([, file]) => !valid.has(file ?? ''))
      .map(([, file]) => `${section}: ${file}`);
  });
}

/** Reads the generated part of the page, up to the list at its end. */
async function readLines(page: string): Promise<Line[]> {
  const sources = await readSources();
  let section = '';
  return (page.split(`\n${UNTESTED}`)[0] ?? '').split('\n').map((text) => {
    section = /^## (\d{3} §\d)/.exec(text)?.[1] ?? section;
    const [, statement, words] = /^\| ([^|]+) \| (`[^|]+`) \| [^|]*\| [^|]*\|$/.exec(text) ?? [];
    if (statement !== undefined && words !== undefined)
      return {
        section,
        text,
        statement: { text: statement, words },
        ...find(statement, words, section, sources),
      };
    const cites = text.startsWith(CITED) ? sources : [];
    return {
      section,
      text,
      code: cites.filter((each) => !each.isTest && each.cites.has(section)),
      tests: [],
    };
  });
}

/**
 * Finds the code and the tests that contain one of the words. Without such tests, takes the tests beside the code.
 */
function find(statement: string, words: string, section: string, sources: readonly Source[]) {
  const searchTerms = [...words.matchAll(/`([^`]+)`/g)].map(([, word]) => word ?? '');
  const missing = searchTerms.find((word) => !sources.some(({ text }) => text.includes(word)));
  if (missing !== undefined) throw new Error(`No file contains \`${missing}\`: ${statement}`);
  const occurrences = ({ text }: Source) =>
    searchTerms.reduce((sum, word) => sum + text.split(word).length - 1, 0);
  const matches = sources
    .map((source) => ({ source, count: occurrences(source), isCiting: source.cites.has(section) }))
    .filter(({ count }) => count > 0)
    .sort((a, b) => Number(b.isCiting) - Number(a.isCiting) || b.count - a.count)
    .map(({ source }) => source);
  const code = matches.filter(({ isTest }) => !isTest);
  if (code.length === 0) throw new Error(`No code contains ${words}: ${statement}`);
  const besides = new Set(code.map(({ file }) => stemOf(file)));
  const direct = matches.filter(({ isTest }) => isTest);
  const beside = sources.filter(({ file, isTest }) => isTest && besides.has(stemOf(file)));
  return { code, tests: direct.length > 0 ? direct : beside };
}

/** Returns the path without the endings that tests add. */
const stemOf = (file: string) => file.replace(/(\.(decider|integration|distributed|test|spec))*\.tsx?$/, '');

const linksTo = (sources: readonly Source[]) =>
  sources.map(({ file }) => `[${path.basename(file)}](../${file})`).join(', ');

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
