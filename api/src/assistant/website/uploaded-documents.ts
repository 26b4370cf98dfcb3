import { type CommonQueryMethods, type DatabasePool, type DatabaseTransactionConnection, sql } from 'slonik';
import { z } from 'zod';

const uploadedDocument = z.object({
  name: z.string(),
  content_type: z.string(),
  content_hash: z.string(),
  bytes: z.instanceof(Buffer),
});
export type UploadedDocument = z.infer<typeof uploadedDocument>;

/** Keeps other transactions from uploading or deleting the file of a page until this one ends. */
export async function lockDocument(
  transaction: DatabaseTransactionConnection,
  pageId: string,
): Promise<void> {
  await transaction.query(sql.unsafe`
    SELECT pg_advisory_xact_lock(hashtextextended(${`document ${pageId}`}, 0))
  `);
}

/** Stores an uploaded file as the content of a page; replaces an earlier file. */
export async function storeDocument(
  db: CommonQueryMethods,
  { client_id, page_id }: { client_id: string; page_id: string },
  { name, content_type, content_hash, bytes }: UploadedDocument,
): Promise<void> {
  await db.query(sql.unsafe`
    INSERT INTO api.document (client_id, page_id, name, content_type, content_hash, bytes)
    VALUES (${client_id}, ${page_id}, ${name}, ${content_type}, ${content_hash}, ${sql.binary(bytes)})
    ON CONFLICT (client_id, page_id) DO UPDATE SET name = excluded.name, content_type = excluded.content_type,
      content_hash = excluded.content_hash, bytes = excluded.bytes
  `);
}

export function findDocument(
  db: CommonQueryMethods,
  clientId: string,
  pageId: string,
): Promise<UploadedDocument | null> {
  return db.maybeOne(sql.type(uploadedDocument)`
    SELECT name, content_type, content_hash, bytes FROM api.document
    WHERE client_id = ${clientId} AND page_id = ${pageId}
  `);
}

/** Returns the SHA-256 of a page's file; null if it has none. */
export function findDocumentHash(
  db: CommonQueryMethods,
  clientId: string,
  pageId: string,
): Promise<string | null> {
  return db.maybeOneFirst(sql.type(z.object({ content_hash: z.string() }))`
    SELECT content_hash FROM api.document WHERE client_id = ${clientId} AND page_id = ${pageId}
  `);
}

/** Waits until an upload in progress has ended, then returns the file like `findDocument`. */
export const awaitDocument = (
  pool: DatabasePool,
  clientId: string,
  pageId: string,
): Promise<UploadedDocument | null> =>
  pool.transaction(async (transaction) => {
    await lockDocument(transaction, pageId);
    return findDocument(transaction, clientId, pageId);
  });

/** Returns the ids of a client's pages whose content is an uploaded file. */
export const pagesWithDocument = (db: CommonQueryMethods, clientId: string): Promise<readonly string[]> =>
  db.anyFirst(sql.type(z.object({ page_id: z.string() }))`
    SELECT page_id FROM api.document WHERE client_id = ${clientId}
  `);

/** Returns the ids of a client's pages whose content is a file of this name: one for each PUBLIC_URL under which it was uploaded. */
export const pagesOfFile = (
  db: CommonQueryMethods,
  clientId: string,
  name: string,
): Promise<readonly string[]> =>
  db.anyFirst(sql.type(z.object({ page_id: z.string() }))`
    SELECT page_id FROM api.document WHERE client_id = ${clientId} AND name = ${name}
  `);

/** Deletes the uploaded files of these pages, or of all pages of the client. */
export async function deleteDocuments(
  db: CommonQueryMethods,
  clientId: string,
  pageIds?: readonly string[],
): Promise<void> {
  const condition =
    pageIds === undefined
      ? sql.fragment`true`
      : sql.fragment`page_id = ANY(${sql.array([...pageIds], 'text')})`;
  await db.query(sql.unsafe`DELETE FROM api.document WHERE client_id = ${clientId} AND ${condition}`);
}
