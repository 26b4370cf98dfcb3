import { type DatabasePool, sql } from 'slonik';
import { z } from 'zod';
import { nextVersion } from '../page-content.ts';
import { nearestHeading } from '../passages.ts';
import type { Embedder } from './contract.ts';
import { embeddedText } from './embedded-text.ts';
import { bytesOf } from './vector.ts';

/** Passages per request; each adds its text and its nearest heading, so a request has up to 128 texts. */
const BATCH = 64;

const chunk = z.object({
  page_id: z.string(),
  number: z.int(),
  title: z.string(),
  heading: z.string(),
  text: z.string(),
});

/**
 * Embeds a client's passages that have no vector of this model and returns how many it embedded. Each batch is committed,
 * so a retried job resumes after the last one. A passage whose text, heading or title changes while it is embedded is embedded
 * again in a later batch.
 */
export async function embedChunks(
  pool: DatabasePool,
  embedder: Embedder,
  clientId: string,
  signal: AbortSignal,
): Promise<number> {
  let embeddedCount = 0;
  for (;;) {
    signal.throwIfAborted();
    const chunks = await pool.any(sql.type(chunk)`
      SELECT chunk.page_id, chunk.number, content.title, chunk.heading, chunk.text
      FROM api.chunk JOIN api.page_content content USING (client_id, page_id)
      WHERE client_id = ${clientId} AND chunk.embedding_model IS DISTINCT FROM ${embedder.model}
      ORDER BY chunk.page_id, chunk.number LIMIT ${BATCH}
    `);
    if (chunks.length === 0) return embeddedCount;
    const texts = [
      ...new Set(chunks.flatMap((each) => [embeddedText(each), nearestHeading(each.heading)])),
    ].filter(Boolean);
    const vectors = await embedder.embed(texts, signal);
    const bytes = new Map(texts.map((text, i) => [text, bytesOf(vectors[i] ?? new Float32Array())]));
    const rows = chunks.map((each) => [
      each.page_id,
      each.number,
      each.title,
      each.heading,
      each.text,
      bytes.get(embeddedText(each)) ?? null,
      bytes.get(nearestHeading(each.heading)) ?? null,
    ]);
    embeddedCount += await pool.transaction(async (transaction) => {
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
}

/** Returns the ids of clients with passages that have no vector of this model. */
export function clientsToEmbed(pool: DatabasePool, model: string): Promise<readonly string[]> {
  return pool.anyFirst(sql.type(z.object({ client_id: z.string() }))`
    SELECT DISTINCT client_id FROM api.chunk WHERE embedding_model IS DISTINCT FROM ${model}
  `);
}
