import type { Context } from 'koa';
import { z } from 'zod';
import { forbidden, notFound } from '../../platform/errors.ts';
import { isCrossOrigin } from '../../platform/http/origin.ts';
import { type Route, route } from '../../platform/http/route.ts';
import { globalBranding } from '../branding/queries.ts';
import type { AssistantPorts } from '../ports.ts';
import { DEFAULT_CONFIGURATION } from './contract.ts';
import { countLoad, type LoadKind } from './load-counts.ts';
import { isAuthorizedOrigin, webHostOf } from './origins.ts';
import { type LiveWidget, liveWidgetOf, templatesOf } from './queries.ts';
import { createBundleReader, hashOf } from './widget-bundle.ts';
import { scriptOf, styleOf } from './widget-script.ts';

/** `widget_version` selects a version (spec 002 §2). */
const versionQuery = z.object({ widget_version: z.string().max(100).optional() });

/** Public access from any site. Only failed requests are logged. */
const FILE_ROUTE = { may: 'anyone', anyOrigin: true, quiet: 'success' } as const;

const JAVASCRIPT = 'text/javascript; charset=utf-8';
const CSS = 'text/css; charset=utf-8';
/** Browsers revalidate on every load, so that each load is counted and changes show at once; most responses are 304. */
const REVALIDATE = 'private, no-cache';

/** Public routes for the widget files that websites load; the files contain no secrets. */
export function deliveryRoutes({ pool, pg, config, log }: AssistantPorts): Route[] {
  const bundleOf = createBundleReader(config.WEB_DIR);

  async function widgetFor(clientId: string, version: string | undefined, ctx: Context): Promise<LiveWidget> {
    const widget = await liveWidgetOf(pool, clientId, version);
    if (!widget?.inUse) throw notFound();
    const page = ctx.get('Referer');
    // Script requests have no Origin header; check the Referer if present.
    if (page !== '' && !isOwnPage(ctx, config.PUBLIC_URL) && !isAuthorizedOrigin(page, widget.domains))
      throw forbidden('DOMAIN_NOT_AUTHORIZED');
    return widget;
  }

  async function sendScript(
    ctx: Context,
    { clientId, branding, configuration }: Pick<LiveWidget, 'clientId' | 'branding' | 'configuration'>,
    kind: LoadKind,
  ): Promise<void> {
    const [bundle, { current }] = await Promise.all([bundleOf(), templatesOf(pool)]);
    send(ctx, JAVASCRIPT, scriptOf({ clientId, kind, branding, configuration }, bundle, current), REVALIDATE);
  }

  /** Counts a load; a failure does not affect the response. */
  async function count(ctx: Context, { clientId }: LiveWidget, kind: LoadKind): Promise<void> {
    if (isOwnPage(ctx, config.PUBLIC_URL)) return;
    await countLoad(pg, clientId, kind, webHostOf(ctx.get('Referer'))).catch((error) =>
      log.warn(
        { event: 'widget.load_not_counted', err: error },
        'Could not count a widget load; usage analytics are one load short',
      ),
    );
  }

  const scripts = [
    { path: '/api/ai/widget/loader/:clientId.js', kind: 'dynamic', summary: 'The loader script of a client' },
    { path: '/api/ai/widget/client/:clientId.js', kind: 'direct', summary: 'The widget script of a client' },
  ] as const;

  return [
    ...scripts.map(({ path, kind, summary }) =>
      route.get(path, {
        ...FILE_ROUTE,
        summary,
        query: versionQuery,
        reads: ['clients', 'widgets'],
        async handle({ params, query, ctx }) {
          const widget = await widgetFor(params.clientId, query.widget_version, ctx);
          await Promise.all([sendScript(ctx, widget, kind), count(ctx, widget, kind)]);
        },
      }),
    ),
    route.get('/api/ai/widget/client/:clientId.css', {
      ...FILE_ROUTE,
      summary: "A client's colors as CSS custom properties",
      query: versionQuery,
      reads: ['clients', 'widgets'],
      async handle({ params, query, ctx }) {
        const { branding } = await widgetFor(params.clientId, query.widget_version, ctx);
        send(ctx, CSS, styleOf(branding), REVALIDATE);
      },
    }),
    route.get('/api/ai/widget/base.js', {
      ...FILE_ROUTE,
      summary:
        'The widget with the default branding; the data-client-id attribute of its script element names the client',
      reads: ['widgets'],
      async handle({ ctx }) {
        const branding = await globalBranding(pool);
        const widget = { clientId: '', branding, configuration: DEFAULT_CONFIGURATION };
        await sendScript(ctx, widget, 'direct');
      },
    }),
    route.get('/api/ai/widget/base.css', {
      ...FILE_ROUTE,
      summary: "The widget's styles",
      reads: ['widgets'],
      async handle({ ctx }) {
        const [{ style }, { current }] = await Promise.all([bundleOf(), templatesOf(pool)]);
        send(ctx, CSS, `${style}\n${current.style}`, REVALIDATE);
      },
    }),
    route.get('/api/ai/widget/panel.js', {
      ...FILE_ROUTE,
      summary: 'The chat panel, loaded on first use',
      query: z.object({ v: z.string().max(100).optional() }),
      async handle({ ctx, query }) {
        const { panel, panelHash } = await bundleOf();
        const isCurrent = query.v === panelHash;
        send(ctx, JAVASCRIPT, panel, isCurrent ? 'public, max-age=31536000, immutable' : 'no-cache');
      },
    }),
  ];
}

/** Returns whether the request comes from a page of the product, such as the test page. */
function isOwnPage(ctx: Context, publicUrl: string | undefined): boolean {
  if (ctx.get('Origin') !== '') return !isCrossOrigin(ctx, publicUrl);
  const host = URL.parse(ctx.get('Referer'))?.host;
  return host !== undefined && (host === ctx.host || host === URL.parse(publicUrl ?? '')?.host);
}

function send(ctx: Context, type: string, body: string, caching: string): void {
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
