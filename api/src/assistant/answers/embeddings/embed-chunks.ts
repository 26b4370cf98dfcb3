import type { Logger } from 'pino';
import { type DatabasePool, sql } from 'slonik';
import { z } from 'zod';
import type { ModelError } from '../model/model-server.ts';
import { nextVersion } from '../page-content.ts';
import { nearestHeading } from '../passages.ts';
import type { Embedder } from './contract.ts';
import { embeddedText } from './embedded-text.ts';
import { sendWithoutRejected } from './rejection.ts';
import { encodeVector } from './vector.ts';

/** Passages per request; each adds its text and its nearest heading, so a request has up to 128 texts. */
const BATCH = 64;

const chunkRow = z.object({
  page_id: z.string(),
  number: z.int(),
  title: z.string(),
  heading: z.string(),
  text: z.string(),
});
type Chunk = z.infer<typeof chunkRow>;

/**
 * Embeds a client's passages that have no vector of this model and returns how many it embedded. Each batch is committed,
 * so a retried job resumes after the last one. If the text, heading or title of a passage changes meanwhile, a later batch
 * embeds it again. A passage that the server rejects is skipped until the next run.
 */
export async function embedChunks(
  { pool, log }: { pool: DatabasePool; log: Logger },
  embedder: Embedder,
  clientId: string,
  signal: AbortSignal,
): Promise<number> {
  const rejections: { chunk: Chunk; error: ModelError }[] = [];

  async function vectorsOf(chunks: readonly Chunk[]): Promise<ReadonlyMap<string, Buffer>> {
    const texts = [
      ...new Set(chunks.flatMap((each) => [embeddedText(each), nearestHeading(each.heading)])),
    ].filter(Boolean);
    const vectors = await embedder.embed(texts, signal);
    return new Map(texts.map((text, i) => [text, encodeVector(vectors[i] ?? new Float32Array())]));
  }

  async function store(chunks: readonly Chunk[], vectors: ReadonlyMap<string, Buffer>): Promise<number> {
    const rows = chunks.map((each) => [
      each.page_id,
      each.number,
      each.title,
      each.heading,
      each.text,
      vectors.get(embeddedText(each)) ?? null,
      vectors.get(nearestHeading(each.heading)) ?? null,
    ]);
    return pool.transaction(async (transaction) => {
      const version = await nextVersion(transaction, clientId);
      const { rowCount } = await transaction.query(sql.unsafe`
        UPDATE api.chunk SET embedding = embedded.embedding, heading_embedding = embedded.heading_embedding,
          embedding_model = ${embedder.model}, embedding_version = ${version}
        FROM ${sql.unnest(rows, ['text', 'int4', 'text', 'text', 'text', 'bytea', 'bytea'])}
            AS embedded (page_id, number, title, heading, text, embedding, heading_embedding)
          JOIN api.page_content content ON content.client_id = ${clientId} AND content.page_id = embedded.page_id
            AND content.title = embedded.title
        WHERE chunk.client_id = ${clientId} AND chunk.page_id = embedded.page_id AND chunk.number = embedded.number
          AND chunk.heading = embedded.heading AND chunk.text = embedded.text
      `);
      return rowCount;
    });
  }

  for (let embeddedCount = 0; ; ) {
    signal.throwIfAborted();
    const chunks = await pool.any(sql.type(chunkRow)`
      SELECT chunk.page_id, chunk.number, content.title, chunk.heading, chunk.text
      FROM api.chunk JOIN api.page_content content USING (client_id, page_id)
      WHERE client_id = ${clientId} AND chunk.embedding_model IS DISTINCT FROM ${embedder.model}
        AND (chunk.page_id, chunk.number) NOT IN (SELECT * FROM ${sql.unnest(
          rejections.map(({ chunk: { page_id, number } }) => [page_id, number]),
          ['text', 'int4'],
        )} AS rejected (page_id, number))
      ORDER BY chunk.page_id, chunk.number LIMIT ${BATCH}
    `);
    if (chunks.length === 0) return embeddedCount;
    const earlierRejections = rejections.length;
    await sendWithoutRejected(
      chunks,
      async (part) => {
        signal.throwIfAborted();
        embeddedCount += await store(part, await vectorsOf(part));
      },
      (chunk, error) => rejections.push({ chunk, error }),
    );
    const newRejections = rejections.slice(earlierRejections);
    const [first] = newRejections;
    // A server that rejects a whole batch rejects every request, whatever the texts.
    if (first && newRejections.length === BATCH) throw first.error;
    for (const { chunk, error } of newRejections)
      log.warn(
        {
          event: 'embeddings.passage_rejected',
          clientId,
          pageId: chunk.page_id,
          number: chunk.number,
          status: error.status,
        },
        'The embeddings server rejected a passage; the next run tries again, and only keywords find it until then',
      );
  }
}

/** Returns the ids of clients with passages that have no vector of this model. */
export function clientsToEmbed(pool: DatabasePool, model: string): Promise<readonly string[]> {
  return pool.anyFirst(sql.type(z.object({ client_id: z.string() }))`
    SELECT DISTINCT client_id FROM api.chunk WHERE embedding_model IS DISTINCT FROM ${model}
  `);
}
