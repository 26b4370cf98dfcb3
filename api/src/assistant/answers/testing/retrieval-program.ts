import { inspect } from 'node:util';
import { z } from 'zod';
import { embeddedText } from '../embeddings/embedded-text.ts';
import { createLocalEmbedder } from '../embeddings/encoder/local-embedder.ts';
import { type PassageVector, PassageVectors } from '../embeddings/passage-vectors.ts';
import { unitVector } from '../embeddings/vector.ts';
import { nearestHeading, passageKey, passagesOf } from '../passages.ts';
import { searchFor, withBackground } from '../question-search.ts';
import { quotesFrom } from '../quoted-answer.ts';
import { MIN_CLOSEST_CONFIDENCE, MIN_CONFIDENCE } from '../retrieval/confidence.ts';
import { inContext, readSentences, sortedForReading } from '../retrieval/excerpt.ts';
import { findPassages } from '../retrieval/find-passages.ts';
import { PassageIndex } from '../retrieval/passage-index.ts';
import { sentencesFor } from '../retrieval/sentence-features.ts';
import { type ParsedQuestion, parseQuestion } from '../understanding/question.ts';
import { sitePages } from './site-pages.ts';

/** Requests of a benchmark that runs retrieval alone as a child process over IPC. */
const request = z.discriminatedUnion('kind', [
  z.object({
    kind: z.literal('index'),
    set: z.string(),
    /** Each unit is split into passages like a page. */
    pages: z.array(
      z.object({
        id: z.string(),
        title: z.string(),
        units: z.array(z.object({ id: z.string(), heading: z.string().default(''), text: z.string() })),
      }),
    ),
  }),
  /** The HTML files of a folder. */
  z.object({ kind: z.literal('index-site'), set: z.string(), directory: z.string() }),
  /** Makes a larger set of passages that join halves of passages of another set, to measure speed and memory. */
  z.object({
    kind: z.literal('grow'),
    set: z.string(),
    from: z.string(),
    passages: z.int(),
  }),
  /** The messages of a visitor; the last one is answered. */
  z.object({ kind: z.literal('ask'), set: z.string(), messages: z.array(z.string()).min(1) }),
  /** The same; returns the sentences that may answer, best first by their features alone. */
  z.object({
    kind: z.literal('sentences'),
    set: z.string(),
    messages: z.array(z.string()).min(1),
    /** Number of sentences that the cross-encoder reads; the others are left out. */
    read: z.int().optional(),
  }),
]);

type Request = z.infer<typeof request>;

interface Unit {
  readonly id: string;
  readonly text: string;
}

interface EmbeddedPassage {
  readonly pageId: string;
  readonly number: number;
  readonly heading: string;
  readonly text: string;
  readonly vector: PassageVector;
}

type TitledPassage = Omit<EmbeddedPassage, 'vector'> & { readonly title: string };

interface IndexedSet {
  readonly index: PassageIndex;
  readonly vectors: PassageVectors;
  readonly units: ReadonlyMap<string, Unit>;
  readonly passages: ReadonlyMap<string, EmbeddedPassage>;
}

const BATCH = 64;
/** Passages per page of a grown set. */
const PAGE_LENGTH = 8;
const questionEmbedder = createLocalEmbedder({ folder: undefined, inBackground: false }, 60_000);
const passageEmbedder = createLocalEmbedder({ folder: undefined, inBackground: true }, 60_000);
const sets = new Map<string, IndexedSet>();
/** Vectors by text, since sets overlap. */
const vectorsByText = new Map<string, Float32Array>();

async function index({ set, pages }: Extract<Request, { kind: 'index' }>): Promise<object> {
  const units = new Map<string, Unit>();
  const passages: TitledPassage[] = [];
  for (const { id: pageId, title, units: ofPage } of pages) {
    let number = 0;
    for (const unit of ofPage) {
      const blocks = unit.text.split(/\n\s*\n/).map((text) => ({ heading: unit.heading, text }));
      for (const { heading, text } of passagesOf(blocks)) {
        const at = { pageId, number: number++ };
        units.set(passageKey(at), { id: unit.id, text });
        passages.push({ ...at, title, heading, text });
      }
    }
  }
  return encode(set, passages, units);
}

async function indexSite({ set, directory }: Extract<Request, { kind: 'index-site' }>): Promise<object> {
  const units = new Map<string, Unit>();
  const passages: TitledPassage[] = [];
  for await (const { file: pageId, title, passages: ofPage } of sitePages(directory))
    for (const { number, heading, text } of ofPage) {
      units.set(passageKey({ pageId, number }), { id: `${pageId} ${number}`, text });
      passages.push({ pageId, number, title, heading, text });
    }
  return encode(set, passages, units);
}

/** Encodes and indexes the passages of a set. */
async function encode(
  set: string,
  passages: readonly TitledPassage[],
  units: ReadonlyMap<string, Unit>,
): Promise<object> {
  const before = process.memoryUsage.rss();
  await passageEmbedder.embed(['']); // loads the encoder
  const texts = [
    ...new Set(passages.flatMap((passage) => [embeddedText(passage), nearestHeading(passage.heading)])),
  ].filter((text) => text !== '' && !vectorsByText.has(text));
  const startedAt = performance.now();
  for (let i = 0; i < texts.length; i += BATCH) {
    const batch = texts.slice(i, i + BATCH);
    for (const [j, vector] of (await passageEmbedder.embed(batch)).entries())
      vectorsByText.set(batch[j] ?? '', vector);
  }
  const ms = performance.now() - startedAt;
  const memory = { before, now: process.memoryUsage.rss() };
  const embedded = passages.map((passage) => ({
    ...passage,
    vector: {
      text: vectorFor(embeddedText(passage)),
      heading: vectorsByText.get(nearestHeading(passage.heading)),
    },
  }));
  sets.set(set, indexSet(embedded, units));
  return { passages: passages.length, encoded: texts.length, ms, memory };
}

function grow({ set, from, passages }: Extract<Request, { kind: 'grow' }>): object {
  const source = [...setOf(from).passages.values()];
  const half = ({ text }: EmbeddedPassage, part: 0 | 1) => {
    const middle = text.indexOf(' ', text.length / 2);
    return part === 0 ? text.slice(0, middle) : text.slice(middle);
  };
  const grown = Array.from({ length: passages }, (_, i): EmbeddedPassage => {
    const first = source[i % source.length] ?? raise('No passages to grow');
    const second = source[(i * 7 + Math.floor(i / source.length)) % source.length] ?? first;
    const sum = first.vector.text.map((value, j) => value + (second.vector.text[j] ?? 0));
    return {
      pageId: `page ${Math.floor(i / PAGE_LENGTH)}`,
      number: i % PAGE_LENGTH,
      heading: '',
      text: half(first, 0) + half(second, 1),
      vector: { text: unitVector(sum), heading: first.vector.heading },
    };
  });
  sets.set(set, indexSet(grown, new Map()));
  return {};
}

function indexSet(
  passages: readonly (EmbeddedPassage & { title?: string })[],
  units: ReadonlyMap<string, Unit>,
): IndexedSet {
  const built = {
    index: new PassageIndex(),
    vectors: new PassageVectors(),
    units,
    passages: new Map(passages.map((each) => [passageKey(each), each])),
  };
  for (const [pageId, ofPage] of Map.groupBy(passages, (passage) => passage.pageId))
    built.index.put({ pageId, url: '', title: ofPage[0]?.title ?? '', passages: ofPage });
  for (const { pageId, number, vector } of passages) built.vectors.put(pageId, number, vector);
  return built;
}

const vectorFor = (text: string) => vectorsByText.get(text) ?? raise(`No vector of "${text}"`);
const setOf = (name: string): IndexedSet => sets.get(name) ?? raise(`No set ${name}`);

function raise(message: string): never {
  throw new Error(message);
}

async function search(
  { index, vectors, passages }: IndexedSet,
  set: string,
  parsed: ParsedQuestion,
  isReading = true,
) {
  return searchFor(parsed, {
    index,
    vectors,
    embed: embedOne,
    readPassages: async (found) =>
      found.flatMap(({ score, ...at }) => {
        const passage = passages.get(passageKey(at));
        return passage ? [{ url: `https://${set}.example`, title: '', ...passage, score }] : [];
      }),
    reader: isReading
      ? {
          scoreAnswers: async (question, sentences) => questionEmbedder.scoreAnswers?.(question, sentences),
          compare: async (question, sentence) => questionEmbedder.compare?.(question, sentence),
        }
      : undefined,
    isCalibrated: true,
  });
}

const embedOne = async (text: string) => (await questionEmbedder.embed([text]))[0];

function parseLast(messages: readonly string[]): ParsedQuestion {
  const history = messages.slice(0, -1).map((text) => ({ role: 'user' as const, text }));
  return parseQuestion(messages.at(-1) ?? '', history);
}

async function ask({ set, messages }: Extract<Request, { kind: 'ask' }>): Promise<object> {
  const indexedSet = setOf(set);
  const { index, vectors, units } = indexedSet;
  const startedAt = performance.now();
  const parsed = parseLast(messages);
  const findings = await search(indexedSet, set, parsed);
  const quotes = quotesFrom(findings);
  const ms = performance.now() - startedAt;
  const { found } = findPassages({
    index,
    vectors,
    searchText: parsed.searchText,
    question: parsed.question,
    context: '',
    vector: await embedOne(index.correctSpelling(parsed.question)),
  });
  return {
    ranked: [...new Set(found.map((at) => units.get(passageKey(at))?.id))],
    answer: quotes.map(({ text }, i) => `${text} [${i + 1}]`).join(' '),
    refused: findings.confidence < MIN_CONFIDENCE,
    quoted: findings.confidence >= MIN_CLOSEST_CONFIDENCE,
    confidence: findings.confidence,
    features: findings.features,
    ms,
  };
}

async function sentences({ set, messages, read }: Extract<Request, { kind: 'sentences' }>): Promise<object> {
  const { units, index, ...indexed } = setOf(set);
  const parsed = parseLast(messages);
  const findings = await search({ units, index, ...indexed }, set, parsed, read !== undefined);
  const { asked, passages } = findings;
  const all = sortedForReading(sentencesFor(asked, passages));
  const common = (each: (typeof all)[number]) => ({
    unit: units.get(passageKey(each.source))?.id,
    text: each.text,
    inContext: inContext(each, asked.stems),
    features: each.features,
  });
  const question = index.correctSpelling(withBackground(parsed));
  if (read === undefined) return { question, sentences: all.map(common) };
  // One after another, so that each one is read.
  const scored = [];
  for (const each of all.slice(0, read)) scored.push(...((await readSentences(asked, [each])) ?? []));
  return {
    question,
    sentences: scored.map((each) => ({
      ...common(each),
      quote: quotesFrom({ ...findings, sentences: [each] })
        .map(({ text }) => text)
        .join('\n'),
      answerScore: each.answerScore,
    })),
  };
}

function handle(parsed: Request): object | Promise<object> {
  switch (parsed.kind) {
    case 'index':
      return index(parsed);
    case 'index-site':
      return indexSite(parsed);
    case 'grow':
      return grow(parsed);
    case 'ask':
      return ask(parsed);
    case 'sentences':
      return sentences(parsed);
  }
}

process.on('message', async (message) => {
  try {
    process.send?.(await handle(request.parse(message)));
  } catch (error) {
    process.send?.({ error: inspect(error) });
  }
});
