import { z } from 'zod';
import { type EventType, eventDefinitions } from './events/index.ts';
import { eventMetadata } from './metadata.ts';

/** The topic that carries the events of the streams of a category. */
export const topicOf = (category: string): string => `landline.${category}`;

type JsonSchema = Record<string, unknown>;

/** Personal fields leave the house as they are in the log: encrypted under the key of their subject. */
const SEALED: JsonSchema = {
  type: 'object',
  properties: { sealed: { type: 'string', contentEncoding: 'base64' } },
  required: ['sealed'],
  additionalProperties: false,
};

/** What the value of a message of this event type holds, as JSON Schema (2020-12): the contract with outside consumers. */
export function jsonSchemaOf(type: EventType): JsonSchema {
  const { data, version, personal } = eventDefinitions[type];
  const schema = plain(z.toJSONSchema(data, { unrepresentable: 'any' }));
  for (const { fields, at } of personal) {
    const holder = at === undefined ? schema : itemsOf(propertiesOf(schema)[at] as JsonSchema);
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

/** As a part of a larger schema. */
function plain(schema: object): JsonSchema {
  const { $schema: _, ...rest } = schema as JsonSchema;
  return rest;
}

const propertiesOf = (schema: JsonSchema): Record<string, unknown> =>
  schema.properties as Record<string, unknown>; // events and the objects in their lists are objects

const itemsOf = (schema: JsonSchema): JsonSchema => schema.items as JsonSchema;

/** Only texts are sealed: a field that may be missing or null stays so. */
function sealedOr(schema: JsonSchema): JsonSchema {
  const alternatives = [schema, ...((schema.anyOf as JsonSchema[] | undefined) ?? [])];
  const isNullable = alternatives.some(({ type }) => [type].flat().includes('null'));
  return isNullable ? { anyOf: [SEALED, { type: 'null' }] } : SEALED;
}
