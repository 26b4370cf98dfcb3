import { Readable } from 'node:stream';
import { isDeepStrictEqual } from 'node:util';
import Router from '@koa/router';
import { findUnstorable } from '@landline/event-schemas/storable';
import type { Context } from 'koa';
import type { z } from 'zod';
import { commandId, nameUuid } from '../commands/ids.ts';
import { DomainError } from '../errors.ts';
import type { ReadModelPositions } from '../live/read-model-positions.ts';
import type { PlatformPorts } from '../ports.ts';
import type { Secrets } from '../secrets.ts';
import { assertOwn, authorize, type GuardPorts } from './access.ts';
import { awaitMinPosition, positionToken } from './min-position.ts';
import { jsonBody, uploadOf } from './request-body.ts';
import type { Route, RouteRequest } from './route.ts';
import type { Session } from './session.ts';
import { withinTimeLimit } from './time-limit.ts';

export interface RouterPorts
  extends GuardPorts,
    Pick<PlatformPorts, 'commands' | 'logId' | 'config' | 'secrets' | 'pg' | 'eventStore'> {
  positions: ReadModelPositions;
}

/** Registers the routes: authorization, parsing, waiting for read models, response. */
export function createRouter(routes: readonly Route[], ports: RouterPorts): Router {
  const router = new Router();
  for (const route of routes) {
    router.register(route.path, [route.method], (ctx) =>
      withinTimeLimit(ctx, route, (signal) => serve(ctx, route, ports, signal)),
    );
  }
  return router;
}

async function serve(ctx: Context, route: Route, ports: RouterPorts, signal: AbortSignal): Promise<void> {
  ctx.state.route = route.path;
  ctx.state.quiet = route.quiet;
  ctx.state.isUpload = route.upload !== undefined;
  const session = await authorize(ctx, route, ports);
  // Check tenancy before parsing the body.
  if (session) assertOwn(ctx.params.clientId, session);
  if (route.reads) await awaitMinPosition(ctx, route.reads, ports);
  const params = route.params ? parseInput(route.params, ctx.params, 'params') : {};
  const query = route.query ? parseInput(route.query, ctx.query, 'query') : {};
  const body = route.body ? parseInput(route.body, await jsonBody(ctx), 'body') : {};
  ctx.status = route.status ?? 200;
  const input = { params, query, body, signal };
  const response = await route.handle(requestOf(ctx, route, ports, session, input));
  if (!route.response) {
    if (ctx.body === undefined && response === undefined) ctx.status = route.status ?? 204;
    return;
  }
  if (ports.config.NODE_ENV !== 'production') validateResponse(route, response);
  // Serialized here, because Koa and the compression middleware would each serialize an object to get its length.
  ctx.body = JSON.stringify(response);
  ctx.type = 'application/json';
}

function requestOf(
  ctx: Context,
  route: Route,
  { commands, logId, secrets }: RouterPorts,
  session: Session | undefined,
  input: { params: unknown; query: unknown; body: unknown; signal: AbortSignal },
): RouteRequest<unknown, unknown, unknown, Session | undefined> {
  const correlationId: string = ctx.state.correlationId;
  const idempotencyKey = idempotencyKeyOf(ctx);
  const routeName = `${route.method} ${route.path}`;
  let lastPosition = -1n;
  let requestCommandId: string | undefined;
  const withPosition = <O extends { position: bigint }>(outcome: O): O => {
    if (outcome.position > lastPosition) lastPosition = outcome.position;
    ctx.set('X-Event-Position', positionToken(logId, lastPosition));
    return outcome;
  };
  return {
    ...input,
    ctx,
    session,
    actor: session?.actor,
    correlationId,
    idempotencyKey,
    // Not a getter: V8 gives each object with a getter its own hidden class, which retains the request until a full GC.
    upload() {
      return route.upload ? uploadOf(ctx, route.upload) : Readable.from([]);
    },
    async execute(decider, { actor = session?.actor, ...execution }) {
      if (!actor) throw new Error(`${routeName} executes a command without an actor`);
      const origin = { actor, correlationId };
      const idempotency = idempotencyKey !== undefined && {
        idempotencyKey,
        route: routeName,
        fingerprint: fingerprint(ctx, input.body, secrets),
      };
      return withPosition(await commands.execute(decider, { ...execution, ...origin, ...idempotency }));
    },
    newId(name) {
      requestCommandId ??= commandId(session?.actor.id ?? 'anyone', routeName, idempotencyKey);
      return nameUuid('id', requestCommandId, name);
    },
  };
}

/** Throws `MALFORMED` with one detail per problem; the first problem is the message. */
function parseInput(schema: z.ZodType, value: unknown, where: string): unknown {
  const unstorable = findUnstorable(value);
  if (unstorable) {
    const message = `${[where, ...unstorable.path].join('.')} ${unstorable.problem}`;
    throw new DomainError('malformed', 'MALFORMED', message);
  }
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

function idempotencyKeyOf(ctx: Context): string | undefined {
  const key = ctx.get('Idempotency-Key');
  if (key === '') return undefined;
  if (!/^[\x21-\x7e]{1,200}$/.test(key)) {
    throw new DomainError(
      'malformed',
      'MALFORMED',
      'An Idempotency-Key must have 1 to 200 visible characters.',
    );
  }
  return key;
}

/** Returns a hash of a request for the event log; it is keyed, so that the log does not confirm a guessed body. */
function fingerprint(ctx: Context, body: unknown, secrets: Secrets): string {
  return secrets.hmac('request', `${ctx.method} ${ctx.url}\n${JSON.stringify(body)}`).toString('base64url');
}

/** Validates a response against its schema and rejects undeclared fields; not in production. */
function validateResponse(route: Route, response: unknown): void {
  const serialized: unknown = JSON.parse(JSON.stringify(response ?? null));
  const result = route.response?.safeParse(serialized);
  if (result?.error)
    throw new Error(`${route.method} ${route.path} returns a response that does not match its schema`, {
      cause: result.error,
    });
  if (!isDeepStrictEqual(JSON.parse(JSON.stringify(result?.data)), serialized)) {
    throw new Error(`${route.method} ${route.path} returns undeclared fields`);
  }
}
