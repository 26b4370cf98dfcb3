import type { Context } from 'koa';
import { z } from 'zod';
import { globalBranding } from '../branding/queries.ts';
import type { Deps } from '../deps.ts';
import { forbidden, notFound } from '../http/errors.ts';
import { isCrossOrigin } from '../http/origin.ts';
import { type Route, route } from '../http/route.ts';
import { createBundleReader, hashOf } from './bundle.ts';
import { DEFAULT_CONFIGURATION } from './contract.ts';
import { countLoad, type LoadKind } from './loads.ts';
import { isAuthorizedOrigin, siteOf } from './origins.ts';
import { type LiveWidget, liveWidgetOf, templatesOf } from './queries.ts';
import { scriptOf, styleOf } from './scripts.ts';

const byClient = z.object({ clientId: z.string().max(100) });
/** `widget_version` selects a version (spec 002 §2). */
const versioned = z.object({ widget_version: z.string().max(100).optional() });

const JAVASCRIPT = 'text/javascript; charset=utf-8';
const CSS = 'text/css; charset=utf-8';
/** Asked for again each time, so that loads are counted and changes show at once; mostly answered 304. */
const ALWAYS = 'private, no-cache';

/** What pages load: public, and without a secret (DESIGN §7). */
export function deliveryRoutes({ pool, pg, config, log }: Deps): Route[] {
  const bundleOf = createBundleReader(config.WEB_DIR);

  async function widgetFor(clientId: string, version: string | undefined, ctx: Context): Promise<LiveWidget> {
    const widget = await liveWidgetOf(pool, clientId, version);
    if (!widget?.inUse) throw notFound();
    const page = ctx.get('Referer');
    // A script's request names no origin; the page's address, where it is told, says as much.
    if (page !== '' && !isOwnPage(ctx, config.PUBLIC_URL) && !isAuthorizedOrigin(page, widget.domains))
      throw forbidden('DOMAIN_NOT_AUTHORIZED');
    return widget;
  }

  async function answerScript(
    ctx: Context,
    { clientId, branding, configuration }: Pick<LiveWidget, 'clientId' | 'branding' | 'configuration'>,
    kind: LoadKind,
  ): Promise<void> {
    const [bundle, { current }] = await Promise.all([bundleOf(), templatesOf(pool)]);
    answer(ctx, JAVASCRIPT, scriptOf({ clientId, kind, branding, configuration }, bundle, current), ALWAYS);
  }

  /** Never fails the page: a load that cannot be counted is still served. */
  async function count(ctx: Context, { clientId }: LiveWidget, kind: LoadKind): Promise<void> {
    if (isOwnPage(ctx, config.PUBLIC_URL)) return;
    await countLoad(pg, clientId, kind, siteOf(ctx.get('Referer'))).catch((error) =>
      log.warn({ err: error }, 'A widget load was not counted'),
    );
  }

  const scripts = [
    { path: '/api/ai/widget/loader/:clientId.js', kind: 'dynamic', summary: 'The loader script of a client' },
    { path: '/api/ai/widget/client/:clientId.js', kind: 'direct', summary: 'The widget script of a client' },
  ] as const;

  return [
    ...scripts.map(({ path, kind, summary }) =>
      route({
        method: 'GET',
        path,
        may: 'anyone',
        anyOrigin: true,
        quiet: 'answers',
        summary,
        params: byClient,
        query: versioned,
        reads: ['clients', 'widgets'],
        async handle({ params, query, ctx }) {
          const widget = await widgetFor(params.clientId, query.widget_version, ctx);
          await Promise.all([answerScript(ctx, widget, kind), count(ctx, widget, kind)]);
        },
      }),
    ),
    route({
      method: 'GET',
      path: '/api/ai/widget/client/:clientId.css',
      may: 'anyone',
      anyOrigin: true,
      quiet: 'answers',
      summary: "A client's colours as custom properties",
      params: byClient,
      query: versioned,
      reads: ['clients', 'widgets'],
      async handle({ params, query, ctx }) {
        const { branding } = await widgetFor(params.clientId, query.widget_version, ctx);
        answer(ctx, CSS, styleOf(branding), ALWAYS);
      },
    }),
    route({
      method: 'GET',
      path: '/api/ai/widget/base.js',
      may: 'anyone',
      anyOrigin: true,
      quiet: 'answers',
      summary: 'The widget with the default branding; data-client-id on its script element names the client',
      reads: ['widgets'],
      async handle({ ctx }) {
        const branding = await globalBranding(pool);
        const widget = { clientId: '', branding, configuration: DEFAULT_CONFIGURATION };
        await answerScript(ctx, widget, 'direct');
      },
    }),
    route({
      method: 'GET',
      path: '/api/ai/widget/base.css',
      may: 'anyone',
      anyOrigin: true,
      quiet: 'answers',
      summary: "The widget's styles",
      reads: ['widgets'],
      async handle({ ctx }) {
        const [{ style }, { current }] = await Promise.all([bundleOf(), templatesOf(pool)]);
        answer(ctx, CSS, `${style}\n${current.style}`, ALWAYS);
      },
    }),
    route({
      method: 'GET',
      path: '/api/ai/widget/panel.js',
      may: 'anyone',
      anyOrigin: true,
      quiet: 'answers',
      summary: 'The part of the widget that opens, loaded on first use',
      query: z.object({ v: z.string().max(100).optional() }),
      async handle({ ctx, query }) {
        const { panel, panelHash } = await bundleOf();
        const isThis = query.v === panelHash;
        answer(ctx, JAVASCRIPT, panel, isThis ? 'public, max-age=31536000, immutable' : 'no-cache');
      },
    }),
  ];
}

/** One of our own pages asks: the test page, a preview. */
function isOwnPage(ctx: Context, publicUrl: string | undefined): boolean {
  if (ctx.get('Origin') !== '') return !isCrossOrigin(ctx, publicUrl);
  const host = URL.parse(ctx.get('Referer'))?.host;
  return host !== undefined && (host === ctx.host || host === URL.parse(publicUrl ?? '')?.host);
}

function answer(ctx: Context, type: string, body: string, caching: string): void {
  ctx.type = type;
  ctx.set('Cache-Control', caching);
  ctx.set('Access-Control-Allow-Origin', '*');
  ctx.vary('Referer');
  ctx.set('ETag', `W/"${hashOf(body)}"`);
  ctx.status = 200;
  if (ctx.fresh) {
    ctx.status = 304;
    ctx.body = null;
  } else ctx.body = body;
}
