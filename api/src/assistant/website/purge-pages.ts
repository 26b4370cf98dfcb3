import { streams } from '@landline/event-schemas';
import { deletePageContent } from '../answers/page-content.ts';
import type { AssistantPorts } from '../ports.ts';
import { page } from './page.ts';
import { deleteDocuments, lockDocument, pagesWithDocument } from './uploaded-documents.ts';

type PurgePorts = Pick<AssistantPorts, 'pool' | 'commands'>;

/**
 * Deletes the content of blacklisted and deleted pages permanently, including their files. (A crawl that finds no content keeps
 * the file, which exists nowhere else.)
 */
export async function purgePages(
  ports: PurgePorts,
  clientId: string,
  pageIds: readonly string[],
): Promise<void> {
  const withDocument = new Set(await pagesWithDocument(ports.pool, clientId));
  for (const pageId of pageIds) if (withDocument.has(pageId)) await purgeDocument(ports, clientId, pageId);
  const withoutDocument = pageIds.filter((pageId) => !withDocument.has(pageId));
  await deletePageContent(ports.pool, clientId, withoutDocument);
}

/** Deletes the content of all pages of a client, and the files of blacklisted and deleted pages. */
export async function purgeAllPages(ports: PurgePorts, clientId: string): Promise<void> {
  for (const pageId of await pagesWithDocument(ports.pool, clientId))
    await purgeDocument(ports, clientId, pageId);
  await deletePageContent(ports.pool, clientId);
}

/** Deletes a page's file and its indexed content, unless the file was uploaded again meanwhile. */
const purgeDocument = ({ pool, commands }: PurgePorts, clientId: string, pageId: string): Promise<void> =>
  pool.transaction(async (transaction) => {
    await lockDocument(transaction, pageId);
    const { state } = await commands.load(page, streams.page(pageId));
    if (state && !state.isBlacklisted) return;
    await deleteDocuments(transaction, clientId, [pageId]);
    await deletePageContent(transaction, clientId, [pageId]);
  });
