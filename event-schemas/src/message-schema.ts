import { z } from 'zod';
import { type EventType, eventDefinitions } from './events/index.ts';
import { eventMetadata } from './metadata.ts';

/** Returns the Kafka topic for a stream category. */
export const topicOf = (category: string): string => `landline.${category}`;

type JsonSchema = Record<string, unknown>;

/** Personal fields are published as stored: encrypted under their subject's key. */
const SEALED: JsonSchema = {
  type: 'object',
  properties: { sealed: { type: 'string', contentEncoding: 'base64' } },
  required: ['sealed'],
  additionalProperties: false,
};

/**
 * Returns the JSON Schema (2020-12) of a message value for this event type: the contract with external
 * consumers.
 */
export function jsonSchemaOf(type: EventType): JsonSchema {
  const { data, version, personal } = eventDefinitions[type];
  const schema = plain(z.toJSONSchema(data, { unrepresentable: 'any' }));
  for (const { fields, listField } of personal) {
    const holder = listField === undefined ? schema : itemsOf(propertiesOf(schema)[listField] as JsonSchema);
    const properties = propertiesOf(holder);
    for (const field of fields) properties[field] = sealedOr(properties[field] as JsonSchema);
  }
  return {
    $schema: 'https://json-schema.org/draft/2020-12/schema',
    title: `${type}, version ${version}`,
    type: 'object',
    properties: {
      type: { const: type },
      data: schema,
      metadata: plain(z.toJSONSchema(eventMetadata, { unrepresentable: 'any' })),
    },
    required: ['type', 'data', 'metadata'],
  };
}

/** Strips `$schema` for use inside a larger schema. */
function plain(schema: object): JsonSchema {
  const { $schema: _, ...rest } = schema as JsonSchema;
  return rest;
}

const propertiesOf = (schema: JsonSchema): Record<string, unknown> =>
  schema.properties as Record<string, unknown>; // events and the items of their lists are objects

const itemsOf = (schema: JsonSchema): JsonSchema => schema.items as JsonSchema;

/** Returns the schema of the sealed text instead of the plain text; a nullable field stays nullable. */
function sealedOr(schema: JsonSchema): JsonSchema {
  const alternatives = [schema, ...((schema.anyOf as JsonSchema[] | undefined) ?? [])];
  const isNullable = alternatives.some(({ type }) => [type].flat().includes('null'));
  return isNullable ? { anyOf: [SEALED, { type: 'null' }] } : SEALED;
}
