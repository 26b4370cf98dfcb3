import { createHash } from 'node:crypto';
import { buffer } from 'node:stream/consumers';
import { type Actor, streams } from '@landline/event-schemas';
import type { Context } from 'koa';
import { z } from 'zod';
import { clientClosed } from '../../clients/clients/client.ts';
import { baseUrl } from '../../identity/users/emails.ts';
import { DomainError, notFound } from '../../platform/errors.ts';
import { positionToken } from '../../platform/http/min-position.ts';
import { messageResponse } from '../../platform/http/response-contract.ts';
import { type Route, route } from '../../platform/http/route.ts';
import { releasePages, withholdPages } from '../answers/page-content.ts';
import type { AssistantPorts } from '../ports.ts';
import { STAFF } from '../request-guards.ts';
import { contentTypeOf } from './accepted-documents.ts';
import { DEFAULT_PRIORITY, documentQuery, doneMessage, MAX_DOCUMENT_BYTES } from './contract.ts';
import { purgeIfClosed } from './crawl.ts';
import { DOCX } from './documents.ts';
import { loadClient } from './load-client.ts';
import { type Page, page, urlBlacklisted } from './page.ts';
import { assertRoomForPage } from './page-limit.ts';
import { findDocument, lockDocument, pagesOfFile, storeDocument } from './uploaded-documents.ts';
import { normalUrl, pageIdOf } from './urls.ts';

const UPLOADED_MESSAGE = 'Your assistant is reading the file.';

interface Upload {
  readonly name: string;
  readonly bytes: Buffer;
  readonly actor: Actor;
  readonly correlationId: string;
  readonly ctx: Context;
}

/** Routes for files that are uploaded as pages of a client. */
export function documentRoutes(ports: AssistantPorts): Route[] {
  const { pool, commands, logId } = ports;

  /** Returns the page of a file with this name, which may not exist yet. */
  function targetOf(client_id: string, name: string) {
    const path = `/api/ai/documents/${encodeURIComponent(client_id)}/${encodeURIComponent(name)}`;
    const url = normalUrl(path, baseUrl(ports));
    if (url === undefined) throw new DomainError('malformed', 'MALFORMED', 'The file name is too long.');
    return { client_id, page_id: pageIdOf(client_id, url), url };
  }

  /** Returns the listed and blacklisted pages of a file: one for each PUBLIC_URL under which it was uploaded. */
  async function pagesNamed(clientId: string, name: string): Promise<NonNullable<Page>[]> {
    const ids = await pagesOfFile(pool, clientId, name);
    const pages = await Promise.all(ids.map((id) => commands.load(page, streams.page(id))));
    return pages.flatMap(({ state }) => state ?? []);
  }

  /**
   * Stores a file and records its upload; the worker reads it. Ignores an idempotency key, because its fingerprint does not
   * cover the file.
   */
  async function upload(clientId: string, { name, bytes, actor, correlationId, ctx }: Upload) {
    if ((await loadClient(ports, clientId)).closed) throw clientClosed();
    const content_type = contentTypeOf(name, bytes);
    const { url, ...target } = targetOf(clientId, name);
    const stream = streams.page(target.page_id);
    const { state } = await commands.load(page, stream);
    const earlierPages = (await pagesNamed(clientId, name)).filter(
      ({ page_id }) => page_id !== target.page_id,
    );
    if (earlierPages.some(({ isBlacklisted }) => isBlacklisted)) throw urlBlacklisted();
    if (!state && earlierPages.length === 0 && actor.role === 'ClientUser')
      await assertRoomForPage(ports, clientId);
    const content_hash = createHash('sha256').update(bytes).digest('hex');
    const file = { name, content_type, content_hash, bytes };
    const command = {
      type: 'upload' as const,
      ...target,
      url,
      priority: DEFAULT_PRIORITY,
      name,
      bytes: bytes.length,
      content_hash,
    };
    // The worker waits for the lock, so that the event does not overtake the file.
    const { position } = await pool.transaction(async (transaction) => {
      await lockDocument(transaction, target.page_id);
      await storeDocument(transaction, target, file);
      // Delete earlier pages first, because a page with the content of a listed one is ignored. The worker deletes their content.
      for (const { page_id } of earlierPages)
        await commands.execute(page, {
          stream: streams.page(page_id),
          command: { type: 'delete' },
          actor,
          correlationId,
        });
      await withholdPages(transaction, clientId, earlierPages);
      return commands.execute(page, { stream, command, actor, correlationId });
    });
    // If the client was closed meanwhile, the deletion of its content may have missed this file.
    if (await purgeIfClosed(ports, clientId)) throw clientClosed();
    ctx.set('X-Event-Position', positionToken(logId, position));
    await releasePages(pool, clientId, [target.page_id]);
    return doneMessage(UPLOADED_MESSAGE);
  }

  return [
    route.post('/api/ai/learned-pages/client/:clientId/documents', {
      may: ['ClientUser'],
      ofClient: { product: 'ai_assistant' },
      summary:
        'Add a PDF, Word document or text file, or replace the one of this name; it is read in the background',
      query: documentQuery,
      upload: { maxBytes: MAX_DOCUMENT_BYTES },
      response: messageResponse,
      status: 202,
      reads: ['pages'],
      handle: async ({ params: { clientId }, query: { name }, upload: body, ...origin }) =>
        upload(clientId, { name, bytes: await buffer(body()), ...origin }),
    }),
    route.post('/api/ai/scraping/documents/:clientId', {
      may: STAFF,
      summary: 'Add a file to a client, or replace the one of this name; it is read in the background',
      query: documentQuery,
      upload: { maxBytes: MAX_DOCUMENT_BYTES },
      response: messageResponse,
      status: 202,
      handle: async ({ params: { clientId }, query: { name }, upload: body, ...origin }) =>
        upload(clientId, { name, bytes: await buffer(body()), ...origin }),
    }),
    // The parameter is not named `:clientId`, because users of other clients may follow citations too.
    route.get('/api/ai/documents/:client/:name', {
      may: 'anyone',
      summary: 'An uploaded file, which answers cite by this address',
      params: z.object({ client: z.string().max(100), name: z.string().max(300) }),
      async handle({ params: { client, name }, ctx }) {
        const activePage = (await pagesNamed(client, name)).find(({ isBlacklisted }) => !isBlacklisted);
        const document = activePage && (await findDocument(pool, client, activePage.page_id));
        if (!document) throw notFound();
        ctx.attachment(document.name, {
          type: document.content_type === DOCX ? 'attachment' : 'inline',
          // Browsers disagree on how to decode other characters in the plain name.
          fallback: document.name.replaceAll(/[^ -~]/g, '_'),
        });
        ctx.type = document.content_type;
        // Browsers show a PDF in an object, which the policy of other responses forbids.
        ctx.set('Content-Security-Policy', "default-src 'none'; object-src 'self'; frame-ancestors 'none'");
        ctx.body = document.bytes;
      },
    }),
  ];
}
