import type { Readable } from 'node:stream';
import type { Actor, ActorRole, DomainEvent } from '@landline/event-schemas';
import type { Context } from 'koa';
import type { z } from 'zod';
import type { ClientAccess } from '../clients/access.ts';
import type { Execution, Outcome } from '../commands/commands.ts';
import type { Decider } from '../commands/decider.ts';
import type { Access } from '../grants/access.ts';

/** The read models that `X-Min-Position` can wait for; `scores` are the scoring engine's. */
export const READ_MODELS = [
  'staff',
  'clients',
  'datasets',
  'candidates',
  'classifications',
  'scoring',
  'history',
  'grants',
  'notes',
  'views',
  'environment',
  'scores',
  'inbox',
  'audit',
  'log',
  'pages',
  'widgets',
  'conversations',
  'erasures',
  'content-requests',
  'prompts',
  'analytics',
  'system-versions',
  'model-usage',
] as const;
export type ReadModel = (typeof READ_MODELS)[number];

export type Method = 'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE';

/** Who may call: everybody, everybody with a session, or these roles. */
export type May = 'anyone' | 'signed-in' | readonly Exclude<ActorRole, 'Visitor' | 'System'>[];

/** Who is calling and since when, from the session's row. */
export interface Session {
  readonly id: string;
  readonly actor: Actor;
  /** When it ends at the latest, in milliseconds since 1970. */
  readonly endsAt: number;
  /** The client that a SuperAdmin acts as, for as long as that lasts. */
  readonly impersonation?: { readonly id: string; readonly clientId: string };
  /** What the client of the caller, or of the impersonation, may at present. */
  readonly clientAccess?: ClientAccess;
}

/** What is asked of the client that a caller belongs to, over the caller's role. Staff are not asked. */
export interface ClientRequirements {
  /** The product that it must have (spec 000 §6). */
  readonly product?: 'ai_assistant' | 'geo_leads';
  /** Demo accounts are refused (spec 000 §2). */
  readonly notInDemo?: true;
  /** It is the user's own: a SuperAdmin who acts as the client is refused. */
  readonly notImpersonating?: true;
}

export interface RouteRequest<Params, Query, Body, Caller extends Session | undefined> {
  params: Params;
  query: Query;
  body: Body;
  session: Caller;
  actor: Caller extends Session ? Actor : Actor | undefined;
  /** What the caller may see of the Property Finder. */
  access: Access;
  correlationId: string;
  idempotencyKey: string | undefined;
  /** Runs a command as this caller: `X-Event-Position`, metadata and idempotency key see to themselves. */
  execute<State, Command, Event extends DomainEvent>(
    decider: Decider<State, Command, Event>,
    execution: Execution<Command> & { actor?: Actor; causationId?: string },
  ): Promise<Outcome<State, Event>>;
  /** A fresh UUID; under an idempotency key always the same one for this name, so that a retry names the same thing. */
  newId(name: string): string;
  /** The file that is being sent, on a route with `upload`: fails with a DomainError beyond `maxBytes`. */
  upload(): Readable;
  ctx: Context;
}

type Shape = z.ZodType | undefined;
type Out<S extends Shape> = S extends z.ZodType ? z.output<S> : Record<string, never>;
type CallerOf<M extends May> = M extends 'anyone' ? Session | undefined : Session;

export interface RouteDefinition<P extends Shape, Q extends Shape, B extends Shape, Answer, M extends May> {
  method: Method;
  /** `/api/…` with `:names`. */
  path: string;
  may: M;
  ofClient?: ClientRequirements;
  /** Called by the SuperAdmin behind an impersonation; everything else is called by the impersonated client. */
  asStaff?: true;
  /**
   * Pages of other sites may call it: a widget's (DESIGN §7). Such a call has no session, whatever cookies it brings; which
   * sites are answered is the handler's to say.
   */
  anyOrigin?: true;
  /** Leaves no line in the log: `answers` of a part of a page, where a refusal does; `all` of what asks how we are. */
  quiet?: 'answers' | 'all';
  /** One line for the OpenAPI document. */
  summary?: string;
  params?: P;
  query?: Q;
  /** The JSON body. Without it, and without `upload`, a body is ignored. */
  body?: B;
  /** The body is a file of at most so many bytes, of any content type: the handler streams it from `upload`. */
  upload?: { maxBytes: number };
  /** The JSON answer. Without it the handler fills `ctx.body` itself (a download, a stream) or answers 204. */
  response?: z.ZodType<unknown, Answer>;
  /** Of a successful answer; 200 when not given. */
  status?: number;
  /** Read models that `X-Min-Position` waits for before the handler runs. */
  reads?: readonly ReadModel[];
  handle(request: RouteRequest<Out<P>, Out<Q>, Out<B>, CallerOf<M>>): Answer | Promise<Answer>;
}

/** A route whose types are forgotten: what a list of routes holds. */
export interface Route {
  readonly method: Method;
  readonly path: string;
  readonly may: May;
  readonly ofClient?: ClientRequirements;
  readonly asStaff?: true;
  readonly anyOrigin?: true;
  readonly quiet?: 'answers' | 'all';
  readonly summary?: string;
  readonly params?: z.ZodType;
  readonly query?: z.ZodType;
  readonly body?: z.ZodType;
  readonly upload?: { maxBytes: number };
  readonly response?: z.ZodType;
  readonly status?: number;
  readonly reads?: readonly ReadModel[];
  handle(request: RouteRequest<unknown, unknown, unknown, Session | undefined>): unknown;
}

/** Declares a route: what it takes and answers is inferred from its schemas. */
export function route<
  P extends Shape = undefined,
  Q extends Shape = undefined,
  B extends Shape = undefined,
  Answer = unknown,
  const M extends May = May,
>(definition: RouteDefinition<P, Q, B, Answer, M>): Route {
  // The handler is only ever called with what these very schemas parsed and with a caller that `may` let in.
  return definition as unknown as Route;
}
