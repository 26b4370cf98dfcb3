import { z } from 'zod';
import { embeddedText } from '../embeddings/embedded-text.ts';
import { createLocalEmbedder } from '../embeddings/encoder/local-embedder.ts';
import { VectorIndex } from '../embeddings/vector-index.ts';
import { passageKey, passagesOf } from '../passages.ts';
import { MIN_CONFIDENCE } from '../retrieval/confidence.ts';
import { excerptOf } from '../retrieval/excerpt.ts';
import { findPassages } from '../retrieval/find-passages.ts';
import { PassageIndex } from '../retrieval/passage-index.ts';

/** Requests of a benchmark that runs retrieval alone as a child process over IPC. */
const request = z.discriminatedUnion('kind', [
  z.object({
    kind: z.literal('index'),
    set: z.string(),
    /** Answer units, each split into passages like a page. */
    pages: z.array(
      z.object({
        id: z.string(),
        title: z.string(),
        units: z.array(z.object({ id: z.string(), text: z.string() })),
      }),
    ),
  }),
  z.object({ kind: z.literal('ask'), set: z.string(), question: z.string() }),
]);

interface Unit {
  readonly id: string;
  readonly text: string;
}

interface IndexedSet {
  readonly index: PassageIndex;
  readonly vectors: VectorIndex;
  readonly units: Map<string, Unit>;
}

const BATCH = 64;
const embedder = createLocalEmbedder({ folder: undefined, inBackground: false }, 60_000);
const sets = new Map<string, IndexedSet>();

async function index({ set, pages }: Extract<z.infer<typeof request>, { kind: 'index' }>): Promise<object> {
  const built = { index: new PassageIndex(), vectors: new VectorIndex(), units: new Map<string, Unit>() };
  const passages: { pageId: string; number: number; heading: string; text: string; embedded: string }[] = [];
  for (const { id: pageId, title, units } of pages) {
    const ofPage: typeof passages = [];
    for (const unit of units) {
      const blocks = unit.text.split(/\n\s*\n/).map((text) => ({ heading: '', text }));
      for (const { heading, text } of passagesOf(blocks)) {
        const at = { pageId, number: ofPage.length };
        built.units.set(passageKey(at), { id: unit.id, text });
        ofPage.push({ ...at, heading, text, embedded: embeddedText({ title, heading, text }) });
      }
    }
    built.index.put({ pageId, url: '', title, passages: ofPage });
    passages.push(...ofPage);
  }
  // Loads the encoder.
  await embedder.embed(['']);
  const started = performance.now();
  for (let i = 0; i < passages.length; i += BATCH) {
    const batch = passages.slice(i, i + BATCH);
    const vectors = await embedder.embed(batch.map(({ embedded }) => embedded));
    for (const [j, vector] of vectors.entries())
      built.vectors.put(batch[j]?.pageId ?? '', batch[j]?.number ?? 0, vector);
  }
  sets.set(set, built);
  return { passages: passages.length, ms: performance.now() - started };
}

async function ask({ set, question }: Extract<z.infer<typeof request>, { kind: 'ask' }>): Promise<object> {
  const found = sets.get(set);
  if (!found) throw new Error(`No set ${set}`);
  const { index, vectors, units } = found;
  const started = performance.now();
  const [vector] = await embedder.embed([question]);
  const findings = findPassages({ index, vectors, question, context: '', vector, isCalibrated: true });
  const ms = performance.now() - started;
  const sources = findings.found.slice(0, 5).flatMap((at) => {
    const unit = units.get(passageKey(at));
    return unit ? [{ ...unit, heading: '', score: at.score }] : [];
  });
  const quoted = excerptOf(question, findings.stems, sources, (stem) => index.weightOf(stem));
  return {
    ranked: [...new Set(findings.found.map((at) => units.get(passageKey(at))?.id))],
    answer: quoted.map(({ sentence }, i) => `${sentence} [${i + 1}]`).join(' '),
    refused: findings.confidence < MIN_CONFIDENCE,
    confidence: findings.confidence,
    signs: findings.signs,
    ms,
  };
}

process.on('message', async (message) => {
  const parsed = request.parse(message);
  process.send?.(parsed.kind === 'index' ? await index(parsed) : await ask(parsed));
});
