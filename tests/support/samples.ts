import { z } from 'zod';

type JsonSchema = {
  type?: string;
  const?: unknown;
  enum?: unknown[];
  format?: string;
  pattern?: string;
  minLength?: number;
  minimum?: number;
  exclusiveMinimum?: number;
  minItems?: number;
  items?: JsonSchema;
  properties?: Record<string, JsonSchema>;
  anyOf?: JsonSchema[];
  default?: unknown;
};

/** Something that a schema takes, with every field that it names, made from the schema alone. */
export function sampleOf(schema: z.ZodType): unknown {
  return sample(
    z.toJSONSchema(schema, { io: 'input', unrepresentable: 'any', reused: 'inline' }) as JsonSchema,
  );
}

function sample(schema: JsonSchema): unknown {
  if (schema.const !== undefined) return schema.const;
  if (schema.enum) return schema.enum[0];
  if (schema.anyOf) return sample(schema.anyOf[0] ?? {});
  switch (schema.type) {
    case 'object':
      return Object.fromEntries(
        Object.entries(schema.properties ?? {}).map(([name, value]) => [name, sample(value)]),
      );
    case 'array':
      return [sample(schema.items ?? {})];
    case 'integer':
    case 'number':
      return Math.max(schema.minimum ?? 1, 1);
    case 'boolean':
      return true;
    default:
      return textOf(schema);
  }
}

function textOf({ format, pattern, minLength = 1 }: JsonSchema): string {
  if (format === 'email') return 'somebody@servery.test';
  if (format === 'date-time') return '2026-01-01T12:00:00.000Z';
  if (format === 'uri') return 'https://servery.test/';
  return pattern?.includes('\\d') ? '1' : 'x'.repeat(Math.max(1, minLength));
}
