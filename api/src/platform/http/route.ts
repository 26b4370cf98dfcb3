import type { Readable } from 'node:stream';
import type { Actor, ActorRole, DomainEvent, OperatorScope } from '@landline/event-schemas';
import type { ReadModel } from '@landline/event-schemas/read-models';
import type { Context } from 'koa';
import { z } from 'zod';
import type { Commands, Execution, Origin, Outcome } from '../commands/commands.ts';
import type { Decider } from '../commands/decider.ts';
import type { Session } from './session.ts';

export type Method = 'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE';

/** Allowed callers: anyone, anyone with a session, or these roles. */
export type AllowedCallers = 'anyone' | 'signed-in' | readonly Exclude<ActorRole, 'Visitor' | 'System'>[];

/** Requirements on callers who act as a client user, including a SuperAdmin who impersonates one; other staff are exempt. */
export interface ClientRequirements {
  /** The product that the client must have (spec 000 §6). */
  readonly product?: 'ai_assistant' | 'geo_leads';
  /** Rejects demo accounts (spec 000 §2). */
  readonly notInDemo?: true;
  /** Rejects a SuperAdmin who impersonates the client. */
  readonly notImpersonating?: true;
}

export interface RouteRequest<Params, Query, Body, Caller extends Session | undefined> {
  params: Params;
  query: Query;
  body: Body;
  session: Caller;
  actor: Caller extends Session ? Actor : Actor | undefined;
  correlationId: string;
  idempotencyKey: string | undefined;
  /** Aborts when the route's time limit has passed. */
  signal: AbortSignal;
  /** Executes a command as this caller; sets metadata, idempotency key and `X-Event-Position`. */
  execute<State, Command, Event extends DomainEvent>(
    decider: Decider<State, Command, Event>,
    execution: Execution<Command> & { actor?: Actor; causationId?: string | undefined },
  ): Promise<Outcome<State, Event>>;
  /** Returns a new UUID; with an idempotency key the same one for the same name, so that a retry reuses it. */
  newId(name: string): string;
  /** Returns the uploaded file on a route with `upload`; the stream fails with a DomainError beyond `maxBytes`. */
  upload(): Readable;
  ctx: Context;
}

/** Executes commands on behalf of a caller. */
export type Execute = RouteRequest<unknown, unknown, unknown, Session | undefined>['execute'];

/** Executes commands outside of a request. */
export const executeAs =
  (commands: Pick<Commands, 'execute'>, origin: Origin): Execute =>
  (decider, execution) =>
    commands.execute(decider, { ...execution, ...origin });

type Shape = z.ZodType | undefined;
type ParsedInput<S extends Shape> = S extends z.ZodType ? z.output<S> : Record<string, never>;
type NameIn<Path extends string> = Path extends `${string}:${infer Name}${'/' | '.'}${infer Rest}`
  ? Name | NameIn<Rest>
  : Path extends `${string}:${infer Name}`
    ? Name
    : never;
type CallerOf<M extends AllowedCallers> = M extends 'anyone' ? Session | undefined : Session;

export interface RouteDefinition<
  P extends Shape,
  Q extends Shape,
  B extends Shape,
  Answer,
  M extends AllowedCallers,
> {
  may: M;
  ofClient?: ClientRequirements;
  /** Scope that an operator token needs; without it, the route needs a session. */
  operatorScope?: OperatorScope;
  /** During an impersonation, treats the SuperAdmin as the caller instead of the impersonated client. */
  asStaff?: true;
  /** Other sites may call it, for the widget. Such calls have no session; the handler decides which sites get a response. */
  anyOrigin?: true;
  /** Skips the request log: `success` for successful requests, `all` for every request (probes). */
  quiet?: 'success' | 'all';
  /**
   * Time limit for the response, in milliseconds; 30 seconds by default. It does not apply to uploads and to bodies
   * that are streamed.
   */
  timeLimitMs?: number;
  /** One line for the OpenAPI document. */
  summary?: string;
  /** Schema of the path's `:names`; without it, each is a text of at most 100 characters. */
  params?: P;
  query?: Q;
  /** The JSON body. Without it, and without `upload`, a body is ignored. */
  body?: B;
  /** The body is a file of any content type; the handler streams it from `upload`. */
  upload?: {
    maxBytes: number;
    /** Longest pause between two pieces of the file, in milliseconds; 30 seconds by default. */
    maxPauseMs?: number;
  };
  /** The JSON response. Without it the handler sets `ctx.body` (a download, a stream) or the response is 204. */
  response?: z.ZodType<unknown, Answer>;
  /** Status of a successful response; 200 by default. */
  status?: number;
  /** Read models that `X-Min-Position` waits for before the handler runs. */
  reads?: readonly ReadModel[];
  handle(
    request: RouteRequest<ParsedInput<P>, ParsedInput<Q>, ParsedInput<B>, CallerOf<M>>,
  ): Answer | Promise<Answer>;
}

/** A route without its types, for lists of routes. */
export interface Route
  extends Readonly<
    Omit<RouteDefinition<z.ZodType, z.ZodType, z.ZodType, unknown, AllowedCallers>, 'handle'>
  > {
  readonly method: Method;
  /** `/api/…` with `:names`. */
  readonly path: string;
  handle(request: RouteRequest<unknown, unknown, unknown, Session | undefined>): unknown;
}

const textParam = z.string().max(100);

/** Default schema of a path's parameters. */
function paramsIn(path: string): z.ZodType | undefined {
  const names = path.match(/(?<=:)\w+/g);
  return names ? z.object(Object.fromEntries(names.map((name) => [name, textParam]))) : undefined;
}

/** Returns the function that declares routes of a method; their types are inferred from the path and the schemas. */
const declare =
  (method: Method) =>
  <
    const Path extends string,
    P extends Shape = z.ZodType<Record<NameIn<Path>, string>>,
    Q extends Shape = undefined,
    B extends Shape = undefined,
    Answer = unknown,
    const M extends AllowedCallers = AllowedCallers,
  >(
    path: Path,
    definition: RouteDefinition<P, Q, B, Answer, M>,
  ): Route =>
    // The router calls the handler only with input that these schemas parsed and callers that `may` allows.
    ({ method, path, params: paramsIn(path), ...definition }) as unknown as Route;

/** Declares a route: `route.get('/api/clients/:id', { may, response, handle })`. */
export const route = {
  get: declare('GET'),
  post: declare('POST'),
  put: declare('PUT'),
  patch: declare('PATCH'),
  delete: declare('DELETE'),
};
