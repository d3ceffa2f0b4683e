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
  required?: string[];
  anyOf?: JsonSchema[];
  default?: unknown;
};

/**
 * A value that a schema accepts, made from the schema alone: with all its fields, or else only with required ones.
 */
export function sampleOf(schema: z.ZodType): unknown {
  const json = z.toJSONSchema(schema, {
    io: 'input',
    unrepresentable: 'any',
    reused: 'inline',
  }) as JsonSchema;
  const whole = sample(json, () => true);
  return schema.safeParse(whole).success
    ? whole
    : sample(json, ({ required = [] }, name) => required.includes(name));
}

type Wanted = (schema: JsonSchema, name: string) => boolean;

function sample(schema: JsonSchema, wanted: Wanted): unknown {
  if (schema.const !== undefined) return schema.const;
  if (schema.enum) return schema.enum[0];
  if (schema.anyOf) return sample(schema.anyOf[0] ?? {}, wanted);
  switch (schema.type) {
    case 'object':
      return Object.fromEntries(
        Object.entries(schema.properties ?? {})
          .filter(([name]) => wanted(schema, name))
          .map(([name, value]) => [name, sample(value, wanted)]),
      );
    case 'array':
      return [sample(schema.items ?? {}, wanted)];
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
