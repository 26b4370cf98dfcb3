import { setImmediate } from 'node:timers/promises';
import { type ActorRole, STAFF_ROLES } from '@landline/event-schemas';
import { z } from 'zod';
import type { Config } from '../config.ts';
import { ACCESS_COOKIE } from './access.ts';
import { errorResponse } from './errors.ts';
import { type Route, route } from './route.ts';
import { secretCookie } from './secret-cookie.ts';

type Json = Record<string, unknown>;

/** Builds the OpenAPI 3.1 document from the routes' own schemas; includes each route's roles for staff. */
async function openApiDocument(
  routes: readonly Route[],
  productName: string,
  cookie: string,
  forStaff: boolean,
): Promise<Json> {
  const paths: Record<string, Json> = {};
  for (const definition of routes) {
    await setImmediate(); // lets other requests run in between
    const path = definition.path.replace(/:(\w+)/g, '{$1}');
    paths[path] = { ...paths[path], [definition.method.toLowerCase()]: operation(definition, forStaff) };
  }
  return {
    openapi: '3.1.0',
    info: { title: `${productName} API`, version: '1' },
    paths,
    components: {
      schemas: { Error: schemaOf(errorResponse) },
      securitySchemes: {
        cookie: { type: 'apiKey', in: 'cookie', name: cookie },
        bearer: { type: 'http', scheme: 'bearer' },
      },
    },
  };
}

/** Returns the route GET /api/openapi.json, which documents all routes and itself. */
export function openApiRoute(
  routes: readonly Route[],
  { PRODUCT_NAME, PUBLIC_URL }: Pick<Config, 'PRODUCT_NAME' | 'PUBLIC_URL'>,
): Route {
  const self: Route = route.get('/api/openapi.json', {
    may: 'anyone',
    summary: 'OpenAPI document of this API',
    response: z.record(z.string(), z.unknown()),
    handle: ({ actor, ctx }) =>
      documentFor(
        secretCookie(ctx, ACCESS_COOKIE, PUBLIC_URL),
        actor !== undefined && isStaffRole(actor.role),
      ),
  });
  // Built at the first request: converting every schema takes a third of the startup time.
  const documents = new Map<string, Promise<Json>>();
  const documentFor = (cookie: string, forStaff: boolean): Promise<Json> => {
    const key = `${cookie} ${forStaff}`;
    const document = documents.get(key) ?? openApiDocument([...routes, self], PRODUCT_NAME, cookie, forStaff);
    documents.set(key, document);
    return document;
  };
  return self;
}

const isStaffRole = (role: ActorRole) => STAFF_ROLES.some((each) => each === role);

function operation(definition: Route, forStaff: boolean): Json {
  const error = { 'application/json': { schema: { $ref: '#/components/schemas/Error' } } };
  return {
    ...(definition.summary !== undefined && { summary: definition.summary }),
    ...(definition.may !== 'anyone' && { security: [{ cookie: [] }, { bearer: [] }] }),
    ...(forStaff && typeof definition.may !== 'string' && { 'x-roles': [...definition.may] }),
    parameters: [...parametersOf('path', definition.params), ...parametersOf('query', definition.query)],
    ...(definition.body && {
      requestBody: { required: true, content: { 'application/json': { schema: schemaOf(definition.body) } } },
    }),
    ...(definition.upload && {
      requestBody: {
        required: true,
        content: { 'application/octet-stream': { schema: { type: 'string', format: 'binary' } } },
      },
    }),
    responses: {
      [String(definition.status ?? (definition.response ? 200 : '2XX'))]: {
        description: 'Success',
        ...(definition.response && {
          content: { 'application/json': { schema: schemaOf(definition.response) } },
        }),
      },
      default: { description: 'Error', content: error },
    },
  };
}

function parametersOf(where: 'path' | 'query', schema: z.ZodType | undefined): Json[] {
  if (!schema) return [];
  const { properties = {}, required = [] } = schemaOf(schema) as { properties?: Json; required?: string[] };
  return Object.entries(properties).map(([name, property]) => ({
    name,
    in: where,
    required: where === 'path' || required.includes(name),
    schema: property,
  }));
}

const schemaOf = (schema: z.ZodType): Json => {
  const { $schema: _, ...json } = z.toJSONSchema(schema, { io: 'input', unrepresentable: 'any' });
  return json;
};
