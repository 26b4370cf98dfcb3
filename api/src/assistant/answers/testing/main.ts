import { z } from 'zod';
import { MIN_CONFIDENCE } from '../answers.ts';
import { type PassageText, passageKey, passagesOf } from '../passages.ts';
import { excerptOf } from '../retrieval/excerpt.ts';
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

const sets = new Map<string, { index: PassageIndex; units: Map<string, Unit> }>();

function index({ set, pages }: Extract<z.infer<typeof request>, { kind: 'index' }>): void {
  const built = { index: new PassageIndex(), units: new Map<string, Unit>() };
  for (const { id, title, units } of pages) {
    const passages: PassageText[] = [];
    for (const unit of units) {
      const blocks = unit.text.split(/\n\s*\n/).map((text) => ({ heading: '', text }));
      for (const { heading, text } of passagesOf(blocks)) {
        built.units.set(passageKey({ pageId: id, number: passages.length }), { id: unit.id, text });
        passages.push({ number: passages.length, heading, text });
      }
    }
    built.index.put({ pageId: id, url: '', title, passages });
  }
  sets.set(set, built);
}

function ask({ set, question }: Extract<z.infer<typeof request>, { kind: 'ask' }>): object {
  const { index, units } = sets.get(set) ?? { index: new PassageIndex(), units: new Map<string, Unit>() };
  const started = performance.now();
  const { found, stems, confidence } = index.search(question);
  const sources = found.slice(0, 5).flatMap(({ pageId, number, score }) => {
    const unit = units.get(passageKey({ pageId, number }));
    return unit ? [{ ...unit, heading: '', score }] : [];
  });
  const quoted = excerptOf(question, stems, sources, (stem) => index.weightOf(stem));
  return {
    ranked: [...new Set(found.map(({ pageId, number }) => units.get(passageKey({ pageId, number }))?.id))],
    answer: quoted.map(({ sentence }, i) => `${sentence} [${i + 1}]`).join(' '),
    refused: confidence < MIN_CONFIDENCE,
    ms: performance.now() - started,
  };
}

process.on('message', (message) => {
  const parsed = request.parse(message);
  if (parsed.kind === 'index') index(parsed);
  process.send?.(parsed.kind === 'ask' ? ask(parsed) : {});
});
