import { Readable } from 'node:stream';
import { isDeepStrictEqual } from 'node:util';
import Router from '@koa/router';
import type { Context } from 'koa';
import type { z } from 'zod';
import { commandId, nameUuid } from '../commands/ids.ts';
import type { Deps } from '../deps.ts';
import { DomainError } from '../errors.ts';
import { accessOf } from '../grants/access.ts';
import type { ReadModelPositions } from '../live/read-model-positions.ts';
import type { Secrets } from '../secrets.ts';
import { admit, assertOwn } from './access.ts';
import { jsonBody, uploadOf } from './body.ts';
import { awaitMinPosition, positionToken } from './min-position.ts';
import type { Route, RouteRequest, Session } from './route.ts';

export interface RouterDeps
  extends Pick<Deps, 'commands' | 'logId' | 'config' | 'secrets' | 'sessions' | 'pg'> {
  positions: ReadModelPositions;
}

/** The one place where routes are registered: who may call, what is parsed, what is waited for, what is answered. */
export function createRouter(routes: readonly Route[], deps: RouterDeps): Router {
  const router = new Router();
  for (const route of routes) {
    router.register(route.path, [route.method], (ctx) => serve(ctx, route, deps));
  }
  return router;
}

async function serve(ctx: Context, route: Route, deps: RouterDeps): Promise<void> {
  ctx.state.route = route.path;
  ctx.state.quiet = route.quiet;
  ctx.state.isUpload = route.upload !== undefined;
  const session = await admit(ctx, route, deps);
  // A client's user hears that it is another client's before what is sent is looked at.
  if (session) assertOwn(ctx.params.clientId, session);
  if (route.reads) await awaitMinPosition(ctx, route.reads, deps.logId, deps.positions);
  const params = route.params ? parsed(route.params, ctx.params, 'params') : {};
  const query = route.query ? parsed(route.query, ctx.query, 'query') : {};
  const body = route.body ? parsed(route.body, await jsonBody(ctx), 'body') : {};
  ctx.status = route.status ?? 200;
  const answer = await route.handle(requestOf(ctx, route, deps, session, { params, query, body }));
  if (!route.response) {
    if (ctx.body === undefined && answer === undefined) ctx.status = route.status ?? 204;
    return;
  }
  if (deps.config.NODE_ENV !== 'production') holdAgainst(route, answer);
  // As text: Koa and the compression would each write an object out to know its length.
  ctx.body = JSON.stringify(answer);
  ctx.type = 'application/json';
}

function requestOf(
  ctx: Context,
  route: Route,
  { commands, logId, secrets }: RouterDeps,
  session: Session | undefined,
  input: { params: unknown; query: unknown; body: unknown },
): RouteRequest<unknown, unknown, unknown, Session | undefined> {
  const correlationId: string = ctx.state.correlationId;
  const idempotencyKey = idempotencyKeyOf(ctx);
  const routeName = `${route.method} ${route.path}`;
  let seen = -1n;
  let ownCommand: string | undefined;
  const told = <O extends { position: bigint }>(outcome: O): O => {
    if (outcome.position > seen) seen = outcome.position;
    ctx.set('X-Event-Position', positionToken(logId, seen));
    return outcome;
  };
  return {
    ...input,
    ctx,
    session,
    actor: session?.actor,
    access: accessOf(session),
    correlationId,
    idempotencyKey,
    // Not a getter: each of those has its object made a shape of its own, which keeps the request until a full collection.
    upload() {
      return route.upload ? uploadOf(ctx, route.upload.maxBytes) : Readable.from([]);
    },
    async execute(decider, { actor = session?.actor, ...execution }) {
      if (!actor) throw new Error(`${routeName} executes a command in nobody's name`);
      const origin = { actor, correlationId };
      if (idempotencyKey === undefined)
        return told(await commands.execute(decider, { ...execution, ...origin }));
      const keyed = { idempotencyKey, route: routeName, fingerprint: fingerprint(ctx, input.body, secrets) };
      return told(await commands.execute(decider, { ...execution, ...origin, ...keyed }));
    },
    newId(name) {
      ownCommand ??= commandId(session?.actor.id ?? 'anyone', routeName, idempotencyKey);
      return nameUuid('id', ownCommand, name);
    },
  };
}

/** Throws `MALFORMED` with one detail for each thing that is wrong; the first one's text speaks for all. */
function parsed(schema: z.ZodType, value: unknown, where: string): unknown {
  const nul = pathOfNul(value);
  if (nul)
    throw new DomainError('malformed', 'MALFORMED', `${[where, ...nul].join('.')} holds a NUL character.`);
  const result = schema.safeParse(value);
  if (result.success) return result.data;
  const details = result.error.issues.map(({ path, message }) => ({
    path: [where, ...path].join('.'),
    message,
  }));
  throw new DomainError('malformed', 'MALFORMED', details[0]?.message ?? 'This request is malformed.', {
    details,
  });
}

/** Where a text holds a NUL character, which PostgreSQL cannot store; an event that did could never be projected. */
function pathOfNul(value: unknown): string[] | undefined {
  if (typeof value === 'string') return value.includes('\0') ? [] : undefined;
  if (typeof value !== 'object' || value === null) return undefined;
  for (const [key, part] of Object.entries(value)) {
    const path = key.includes('\0') ? [] : pathOfNul(part);
    if (path) return [key.replaceAll('\0', ''), ...path];
  }
  return undefined;
}

function idempotencyKeyOf(ctx: Context): string | undefined {
  const key = ctx.get('Idempotency-Key');
  if (key === '') return undefined;
  if (!/^[\x21-\x7e]{1,200}$/.test(key)) {
    throw new DomainError('malformed', 'MALFORMED', 'An Idempotency-Key is 1 to 200 visible characters.');
  }
  return key;
}

/** Keyed, because it ends up in the log and a body may hold what must not be guessed from there. */
function fingerprint(ctx: Context, body: unknown, secrets: Secrets): string {
  return secrets.hmac('request', `${ctx.method} ${ctx.url}\n${JSON.stringify(body)}`).toString('base64url');
}

/** Outside production every answer is held against its schema: nothing is missing, wrong or extra. */
function holdAgainst(route: Route, answer: unknown): void {
  const onTheWire: unknown = JSON.parse(JSON.stringify(answer ?? null));
  const result = route.response?.safeParse(onTheWire);
  if (result?.error)
    throw new Error(`${route.method} ${route.path} answers what it does not declare`, {
      cause: result.error,
    });
  if (!isDeepStrictEqual(JSON.parse(JSON.stringify(result?.data)), onTheWire)) {
    throw new Error(`${route.method} ${route.path} answers more than it declares`);
  }
}
