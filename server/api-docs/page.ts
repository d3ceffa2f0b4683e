import type { oas32 } from 'zod-openapi';
import { brand } from '#shared/base/brand.ts';
import { escapeHtml } from './escape-html.ts';
import { schemaText, type JsonSchema } from './schema-text.ts';
import { pageStyle } from './page-style.ts';

type Operation = { method: string; path: string; operation: oas32.OperationObject };

/** The OpenAPI document as one HTML page without scripts or further files. */
export function apiPage(document: oas32.OpenAPIObject): string {
  const operations = Object.entries(document.paths ?? {}).flatMap(([path, methods]) =>
    Object.entries(methods).map(([method, operation]): Operation => ({
      method: method.toUpperCase(),
      path,
      operation,
    })),
  );
  const tags = [...new Set(operations.map(tagOf))];
  const byTag = tags.map((tag) => [tag, operations.filter((call) => tagOf(call) === tag)] as const);
  const title = escapeHtml(document.info.title);
  return `<!doctype html>
<html lang="en-GB">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<title>${title}</title>
<style>${pageStyle}</style>
</head>
<body>
<nav aria-label="Calls">
<p><strong>${escapeHtml(brand.name)}</strong> API</p>
${byTag.map(([tag, calls]) => navigation(tag, calls)).join('\n')}
<h2><a href="#schemas">Schemas</a></h2>
</nav>
<main>
<h1>${title}</h1>
${prose(document.info.description ?? '')}
<p>The same for programs: <a href="/api/openapi.json">openapi.json</a> (OpenAPI ${escapeHtml(document.openapi)}).
Paths begin at <code>/api</code>.</p>
${byTag.map(([tag, calls]) => `<h2>${escapeHtml(tag)}</h2>\n${calls.map(article).join('\n')}`).join('\n')}
<h2 id="schemas">Schemas</h2>
${Object.entries(document.components?.schemas ?? {})
  .map(
    ([name, schema]) =>
      `<section id="schema-${escapeHtml(name)}"><h3>${escapeHtml(name)}</h3>${block(schema)}</section>`,
  )
  .join('\n')}
</main>
</body>
</html>
`;
}

const tagOf = ({ operation }: Operation) => operation.tags?.[0] ?? '';

function navigation(tag: string, calls: Operation[]): string {
  const links = calls.map(
    ({ method, path, operation }) =>
      `<li><a href="#${escapeHtml(operation.operationId ?? '')}"><b>${method}</b> ${escapeHtml(path)}</a></li>`,
  );
  return `<h2>${escapeHtml(tag)}</h2>\n<ul>${links.join('\n')}</ul>`;
}

function article({ method, path, operation }: Operation): string {
  const parameters = (operation.parameters ?? []) as (oas32.ParameterObject & { schema?: JsonSchema })[];
  const request = operation.requestBody as oas32.RequestBodyObject | undefined;
  const responses = Object.entries(operation.responses ?? {}) as [string, oas32.ResponseObject][];
  const [done, ...refusals] = responses;
  const body = jsonOf(request?.content);
  const reply = jsonOf(done?.[1].content);
  return `<article id="${escapeHtml(operation.operationId ?? '')}">
<h3><b>${method}</b> ${escapeHtml(path)}</h3>
<p>${inline(operation.summary ?? '')} <span class="who">${inline(operation.description ?? '')}</span></p>
${parameters.length > 0 ? `<ul class="parameters">${parameters.map(parameterItem).join('\n')}</ul>` : ''}
${body ? `<h4>Body${request?.required ? '' : ', if any'}</h4>${block(body.schema)}` : ''}
${body?.example === undefined ? '' : `<h4>For example</h4><pre>${escapeHtml(JSON.stringify(body.example, null, 2))}</pre>`}
<h4>Reply ${escapeHtml(done?.[0] ?? '')}</h4>${reply ? block(reply.schema) : ''}
<details><summary>Refusals: ${refusals.map(([status]) => escapeHtml(status)).join(', ')}</summary>
<ul>${refusals.map(([status, { description }]) => `<li><b>${escapeHtml(status)}</b> ${inline(description ?? '')}</li>`).join('\n')}</ul>
</details>
</article>`;
}

function jsonOf(content: oas32.ContentObject | undefined): oas32.MediaTypeObject | undefined {
  const json = content?.['application/json'];
  return json && '$ref' in json ? undefined : json;
}

const places: Record<string, string> = { path: 'in the path', query: 'in the query', header: 'header' };

function parameterItem(parameter: oas32.ParameterObject & { schema?: JsonSchema }): string {
  const { name, required, schema, description } = parameter;
  const where = places[parameter.in] ?? parameter.in;
  const text = description ?? schema?.description ?? '';
  return `<li><code><b>${escapeHtml(name)}</b>${required ? '' : '?'}: ${schemaText(schema)}</code> <span class="who">${where}${required ? '' : ', optional'}</span> ${inline(text)}</li>`;
}

function block(schema: unknown): string {
  return `<pre>${schemaText(schema as JsonSchema | undefined)}</pre>`;
}

/** Paragraphs, with `code` marked up. */
function prose(text: string): string {
  return text
    .split('\n\n')
    .map((paragraph) => `<p>${inline(paragraph)}</p>`)
    .join('\n');
}

function inline(text: string): string {
  return escapeHtml(text).replace(/`([^`]+)`/g, '<code>$1</code>');
}
