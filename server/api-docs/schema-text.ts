import { escapeHtml } from './escape-html.ts';

/** The part of JSON Schema that the contract uses. */
export type JsonSchema = {
  $ref?: string;
  type?: string | string[];
  const?: unknown;
  enum?: unknown[];
  format?: string;
  pattern?: string;
  description?: string;
  minLength?: number;
  maxLength?: number;
  minimum?: number;
  maximum?: number;
  minItems?: number;
  maxItems?: number;
  items?: JsonSchema;
  properties?: Record<string, JsonSchema>;
  required?: string[];
  additionalProperties?: JsonSchema | boolean;
  anyOf?: JsonSchema[];
  oneOf?: JsonSchema[];
};

/** A schema as readable HTML; the names of schemas are links. */
export function schemaText(schema: JsonSchema | undefined, indent = ''): string {
  if (schema === undefined) return 'anything';
  if (schema.$ref) {
    const name = escapeHtml(schema.$ref.split('/').at(-1) ?? '');
    return `<a href="#schema-${name}">${name}</a>`;
  }
  const choices = schema.anyOf ?? schema.oneOf;
  if (choices) return choices.map((choice) => schemaText(choice, indent)).join(' | ');
  if (schema.const !== undefined) return escapeHtml(JSON.stringify(schema.const));
  if (schema.enum) return schema.enum.map((value) => escapeHtml(JSON.stringify(value))).join(' | ');
  if (schema.properties) return propertiesText(schema, indent);
  if (schema.type === 'array') return `[${schemaText(schema.items, indent)}]${limits(schema)}`;
  if (schema.type === 'object') {
    const values = typeof schema.additionalProperties === 'object' ? schema.additionalProperties : undefined;
    return values ? `{ [name]: ${schemaText(values, indent)} }` : '{}';
  }
  const type = [schema.type ?? 'anything'].flat().join(' | ');
  return escapeHtml(schema.format ? `${type}, ${schema.format}` : type) + limits(schema);
}

function propertiesText({ properties = {}, required = [] }: JsonSchema, indent: string): string {
  const inner = `${indent}  `;
  const lines = Object.entries(properties).map(
    ([name, value]) =>
      `${inner}<b>${escapeHtml(name)}</b>${required.includes(name) ? '' : '?'}: ${schemaText(value, inner)}`,
  );
  return lines.length > 0 ? `{\n${lines.join('\n')}\n${indent}}` : '{}';
}

/** The bounds that the contract states; the defaults of JSON Schema are left out. */
function limits(schema: JsonSchema): string {
  const least = schema.minLength ?? schema.minItems ?? schema.minimum;
  const most = schema.maxLength ?? schema.maxItems ?? schema.maximum;
  const range = (value: number | undefined) =>
    value === undefined || Math.abs(value) === Number.MAX_SAFE_INTEGER ? '' : String(value);
  const [from, to] = [range(least), range(most)];
  return from || to
    ? ` <i>${from && to ? `${from} to ${to}` : from ? `from ${from}` : `up to ${to}`}</i>`
    : '';
}
