import { z } from 'zod';

type Fill = 'everything' | 'little';

/** Two values that a schema takes: with everything that it may hold, and with as little as it can. */
export function samplesOf<Schema extends z.ZodType>(schema: Schema): [z.infer<Schema>, z.infer<Schema>] {
  return [schema.parse(sample(schema, 'everything')), schema.parse(sample(schema, 'little'))];
}

/** Fits every pattern of ours: digits, years, anything that is not empty. */
const TEXT = '2020';
const FORMATS: Readonly<Record<string, string>> = {
  uuid: '6f9619ff-8b86-4d01-b42d-00cf4fc964ff',
  datetime: '2026-03-01T09:30:00.000Z',
};

function sample(schema: z.core.$ZodType, fill: Fill): unknown {
  if (schema instanceof z.ZodObject) {
    const fields = Object.entries<z.core.$ZodType>(schema.shape);
    const filled = fields.filter(([, field]) => fill === 'everything' || field._zod.optin === undefined);
    return Object.fromEntries(filled.map(([name, field]) => [name, sample(field, fill)]));
  }
  if (schema instanceof z.ZodOptional || schema instanceof z.ZodExactOptional)
    return sample(schema.unwrap(), fill);
  if (schema instanceof z.ZodNullable) return fill === 'everything' ? sample(schema.unwrap(), fill) : null;
  if (schema instanceof z.ZodArray) return fill === 'everything' ? [sample(schema.element, fill)] : [];
  if (schema instanceof z.ZodRecord)
    return fill === 'everything' ? { [TEXT]: sample(schema.valueType, fill) } : {};
  if (schema instanceof z.ZodEnum) return schema.options[0];
  if (schema instanceof z.ZodBoolean) return fill === 'everything';
  if (schema instanceof z.ZodNumber) return 1;
  if (schema instanceof z.ZodString || schema instanceof z.ZodStringFormat)
    return FORMATS[schema.format ?? ''] ?? TEXT;
  if (schema instanceof z.ZodUnknown) return TEXT;
  if (schema instanceof z.ZodCustom) return fill === 'everything' ? [[TEXT, 1, null]] : [];
  throw new TypeError(`No sample of ${schema._zod.def.type}`);
}
