import { z } from 'zod';
import { LEAST_CONFIDENCE } from '../answers.ts';
import { type PassageText, passagesOf } from '../passages.ts';
import { excerptOf } from '../retrieval/excerpt.ts';
import { PassageIndex } from '../retrieval/passage-index.ts';

/** What a benchmark asks of retrieval alone, without a product around it: started by path, spoken to over IPC. */
const request = z.discriminatedUnion('kind', [
  z.object({
    kind: z.literal('index'),
    set: z.string(),
    /** Units that a question is answered by, each cut into passages as the product cuts pages. */
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
const keyOf = (pageId: string, number: number) => `${pageId} ${number}`;

function index({ set, pages }: Extract<z.infer<typeof request>, { kind: 'index' }>): void {
  const built = { index: new PassageIndex(), units: new Map<string, Unit>() };
  for (const { id, title, units } of pages) {
    const passages: PassageText[] = [];
    for (const unit of units) {
      const blocks = unit.text.split(/\n\s*\n/).map((text) => ({ heading: '', text }));
      for (const { heading, text } of passagesOf(blocks)) {
        built.units.set(keyOf(id, passages.length), { id: unit.id, text });
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
    const unit = units.get(keyOf(pageId, number));
    return unit ? [{ ...unit, heading: '', score }] : [];
  });
  const quoted = excerptOf(question, stems, sources, (stem) => index.weightOf(stem));
  return {
    ranked: [...new Set(found.map(({ pageId, number }) => units.get(keyOf(pageId, number))?.id))],
    answer: quoted.map(({ sentence }, i) => `${sentence} [${i + 1}]`).join(' '),
    refused: confidence < LEAST_CONFIDENCE,
    ms: performance.now() - started,
  };
}

process.on('message', (message) => {
  const asked = request.parse(message);
  if (asked.kind === 'index') index(asked);
  process.send?.(asked.kind === 'ask' ? ask(asked) : {});
});
