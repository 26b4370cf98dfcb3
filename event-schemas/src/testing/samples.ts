import { z } from 'zod';

type Fill = 'full' | 'minimal';

/** Returns two values that a schema accepts: one with every optional part, one with as few as possible. */
export function samplesOf<Schema extends z.ZodType>(schema: Schema): [z.infer<Schema>, z.infer<Schema>] {
  return [schema.parse(sample(schema, 'full')), schema.parse(sample(schema, 'minimal'))];
}

/** Matches every pattern in use: digits, years, any non-empty text. */
export const SAMPLE_TEXT = '2020';
const FORMATS: Readonly<Record<string, string>> = {
  uuid: '6f9619ff-8b86-4d01-b42d-00cf4fc964ff',
  guid: '6f9619ff-8b86-4d01-b42d-00cf4fc964ff',
  datetime: '2026-03-01T09:30:00.000Z',
};

function sample(schema: z.core.$ZodType, fill: Fill): unknown {
  const examples = z.globalRegistry.get(schema)?.examples as readonly unknown[] | undefined;
  if (examples !== undefined) return examples[0];
  if (schema instanceof z.ZodObject) {
    const fields = Object.entries<z.core.$ZodType>(schema.shape);
    const filled = fields.filter(([, field]) => fill === 'full' || field._zod.optin === undefined);
    return Object.fromEntries(filled.map(([name, field]) => [name, sample(field, fill)]));
  }
  if (schema instanceof z.ZodOptional || schema instanceof z.ZodExactOptional)
    return sample(schema.unwrap(), fill);
  if (schema instanceof z.ZodNullable) return fill === 'full' ? sample(schema.unwrap(), fill) : null;
  if (schema instanceof z.ZodArray) return fill === 'full' ? [sample(schema.element, fill)] : [];
  if (schema instanceof z.ZodRecord)
    return fill === 'full' ? { [SAMPLE_TEXT]: sample(schema.valueType, fill) } : {};
  if (schema instanceof z.ZodEnum) return schema.options[0];
  if (schema instanceof z.ZodBoolean) return fill === 'full';
  if (schema instanceof z.ZodNumber) return 1;
  if (schema instanceof z.ZodString || schema instanceof z.ZodStringFormat)
    return FORMATS[schema.format ?? ''] ?? SAMPLE_TEXT;
  if (schema instanceof z.ZodUnknown) return SAMPLE_TEXT;
  throw new TypeError(`No sample for ${schema._zod.def.type}`);
}
