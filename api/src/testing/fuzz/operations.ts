import fc from 'fast-check';
import type { Random } from '../../operations/demo/random.ts';
import type { SeenValues } from './seen-values.ts';

export type Schema = Readonly<Record<string, unknown>>;

interface Parameter {
  readonly name: string;
  readonly in: 'path' | 'query';
  readonly required: boolean;
  readonly schema: Schema;
}

export interface Operation {
  readonly method: string;
  /** Path template, such as `/clients/{id}`. */
  readonly path: string;
  readonly parameters: readonly Parameter[];
  readonly body: Schema | undefined;
  readonly isUpload: boolean;
  /** Roles that can call the operation; undefined if all signed-in users, or the public, can. */
  readonly roles: readonly string[] | undefined;
  readonly needsSession: boolean;
}

interface DocumentedOperation {
  parameters: Parameter[];
  security?: unknown;
  'x-roles'?: string[];
  requestBody?: { content: Record<string, { schema: Schema }> };
}

export function operationsOf(document: {
  paths: Record<string, Record<string, DocumentedOperation>>;
}): Operation[] {
  return Object.entries(document.paths).flatMap(([path, methods]) =>
    Object.entries(methods).map(([method, { parameters, security, requestBody, 'x-roles': roles }]) => ({
      method: method.toUpperCase(),
      path,
      parameters,
      body: requestBody?.content['application/json']?.schema,
      isUpload: requestBody?.content['application/octet-stream'] !== undefined,
      roles,
      needsSession: security !== undefined,
    })),
  );
}

interface Sources {
  readonly random: Random;
  readonly seenValues: SeenValues;
  /** Path of the operation; ids from responses of similar paths are preferred. */
  readonly path: string;
}

/** Returns a value that the schema is likely to accept. Prefers ids and keys from earlier responses. */
export function exampleOf(schema: Schema, name: string, sources: Sources, root: Schema = schema): unknown {
  const { random } = sources;
  if (typeof schema.$ref === 'string') {
    const keys = schema.$ref.split('/').slice(1);
    const target = keys.reduce<unknown>((parent, key) => (parent as Schema | undefined)?.[key], root);
    return exampleOf((target ?? {}) as Schema, name, sources, root);
  }
  if ('const' in schema) return schema.const;
  if ('default' in schema && random.chance(0.5)) return schema.default;
  const choices = (schema.enum ?? schema.anyOf ?? schema.oneOf) as [unknown, ...unknown[]] | undefined;
  if (choices !== undefined) {
    const choice = random.pick(choices);
    return schema.enum ? choice : exampleOf(choice as Schema, name, sources, root);
  }
  if (Array.isArray(schema.allOf))
    return Object.assign(
      {},
      ...schema.allOf.map((part) => exampleOf(part as Schema, name, sources, root) as object),
    );
  switch ([schema.type].flat()[0]) {
    case 'string':
      return exampleText(schema, name, sources);
    case 'integer':
      return random.integer(...rangeOf(schema));
    case 'number':
      return random.between(...rangeOf(schema));
    case 'boolean':
      return random.chance(0.5);
    case 'array': {
      const minItems = Number(schema.minItems ?? 0);
      const length = random.integer(minItems, minItems + 2);
      return Array.from({ length }, () => exampleOf((schema.items ?? {}) as Schema, name, sources, root));
    }
    case 'object': {
      const required = new Set(schema.required as string[] | undefined);
      const properties = Object.entries((schema.properties ?? {}) as Record<string, Schema>);
      return Object.fromEntries(
        properties
          .filter(([key]) => required.has(key) || random.chance(0.6))
          .map(([key, property]) => [key, exampleOf(property, key, sources, root)]),
      );
    }
    default:
      return 'anything';
  }
}

function rangeOf({ minimum = 0, maximum = Number.POSITIVE_INFINITY }: Schema): [low: number, high: number] {
  return [Number(minimum), Math.min(Number(maximum), Number(minimum) + 100)];
}

const TEXT_BY_FORMAT: Readonly<Record<string, (random: Random) => string>> = {
  email: (random) => `person-${random.integer(1, 1e9)}@example.com`,
  uri: (random) => `https://example.com/${random.integer(1, 1e9)}`,
  'date-time': () => '2026-03-01T09:00:00.000Z',
  date: () => '2026-03-01',
  uuid: (random) => `10000000-0000-4000-8000-${String(random.integer(0, 1e12 - 1)).padStart(12, '0')}`,
};

function exampleText(schema: Schema, name: string, { random, seenValues, path }: Sources): string {
  const pattern = typeof schema.pattern === 'string' ? new RegExp(schema.pattern, 'u') : undefined;
  const candidates = seenValues.valuesOf(path, name).filter((text) => pattern?.test(text) ?? true);
  if (candidates.length > 0 && random.chance(0.8)) return random.pick(candidates as [string, ...string[]]);
  const format = TEXT_BY_FORMAT[String(schema.format ?? (/url/i.test(name) ? 'uri' : ''))];
  if (format) return format(random);
  if (pattern) {
    return fc.sample(fc.stringMatching(pattern), { seed: random.integer(0, 1e9), numRuns: 1 })[0] ?? '';
  }
  const minLength = Number(schema.minLength ?? 0);
  return `${name} ${random.integer(1, 1e6)}`
    .padEnd(minLength, 'x')
    .slice(0, Number(schema.maxLength ?? 1_000));
}
