import { createHash } from 'node:crypto';
import { appendTo } from '#app/core/append-to.ts';
import type { OpenApiDocument } from './openapi.server.ts';

const STYLE = `
  :root { color-scheme: light dark; --line: #d9dce3; --soft: #f5f6f9; --ink: #1c2230; --faint: #5b6475; --mark: #4338ca; }
  @media (prefers-color-scheme: dark) { :root { --line: #343b4a; --soft: #1d2230; --ink: #e8ebf2; --faint: #a5aec0; --mark: #a5b4fc; background: #12151d; } }
  body { margin: 0 auto; max-width: 64rem; padding: 2rem 1rem 6rem; color: var(--ink); font: 16px/1.5 system-ui, sans-serif; }
  h1 { margin: 0; font-size: 1.75rem; } h2 { margin: 2.5rem 0 .5rem; font-size: 1.2rem; text-transform: capitalize; }
  h3 { margin: 1rem 0 .25rem; font-size: .95rem; } p { margin: .25rem 0; } a { color: var(--mark); }
  details { border: 1px solid var(--line); border-radius: .5rem; margin: .5rem 0; padding: 0 1rem; }
  details[open] { padding-bottom: 1rem; } summary { cursor: pointer; padding: .6rem 0; overflow-wrap: anywhere; }
  code, pre { font: .875rem/1.45 ui-monospace, monospace; } pre { overflow-x: auto; background: var(--soft); padding: .75rem; border-radius: .4rem; margin: .25rem 0; }
  .verb { display: inline-block; min-width: 4.2rem; font-weight: 600; color: var(--mark); } .faint { color: var(--faint); }
  table { border-collapse: collapse; width: 100%; } td, th { text-align: left; vertical-align: top; padding: .3rem .75rem .3rem 0; border-top: 1px solid var(--line); }`;
/** What a page of these needs of its content security policy. */
export const STYLE_HASH = `sha256-${createHash('sha256').update(STYLE).digest('base64')}`;

type Operation = {
  operationId?: string;
  summary?: string;
  description?: string;
  tags?: string[];
  parameters?: { name: string; in: string; required?: boolean; schema?: unknown }[];
  requestBody?: { content: Record<string, { schema?: unknown }> };
  responses?: Record<string, { description?: string; content?: Record<string, { schema?: unknown }> }>;
};

/** The document as one readable page without scripts or anything from elsewhere. */
export function renderDocs(document: OpenApiDocument): string {
  const title = 'Souk API';
  const about = `<p>${text(document.info.description ?? '')}</p><p><a href="/api/openapi.json">OpenAPI 3.1 document</a></p>`;
  return renderPage(title, `<h1>${title}</h1>${about}${renderCalls(document)}`);
}

/** A page of documentation around what it says, as HTML. */
export const renderPage = (title: string, main: string): string =>
  `<!doctype html><html lang="en"><head><meta charset="utf-8"><meta name="viewport" content="width=device-width, initial-scale=1">
<title>${text(title)}</title><style>${STYLE}</style></head><body><main>
${main}</main></body></html>`;

/** Every call of a document by its area, and the schemas that they name. */
export function renderCalls(document: OpenApiDocument): string {
  const groups = new Map<string, string[]>();
  for (const [path, methods] of Object.entries(document.paths ?? {})) {
    for (const [method, operation] of Object.entries(methods as Record<string, Operation>)) {
      const group = operation.tags?.[0] ?? 'calls';
      appendTo(groups, group, renderOperation(method, path, operation));
    }
  }
  const parts = [...groups].sort().map(([name, list]) => `<h2>${text(name)}</h2>${list.join('')}`);
  const schemas = Object.entries(document.components?.schemas ?? {}).map(
    ([name, schema]) =>
      `<details id="schema-${text(name)}"><summary><code>${text(name)}</code></summary>${code(schema)}</details>`,
  );
  return `${parts.join('\n')}<h2>Schemas</h2>${schemas.join('\n')}`;
}

function renderOperation(method: string, path: string, operation: Operation): string {
  const parameters = (operation.parameters ?? []).map(
    (one) =>
      `<tr><td><code>${text(one.name)}</code></td><td>${text(one.in)}${one.required ? ', required' : ''}</td><td>${code(one.schema)}</td></tr>`,
  );
  const bodies = Object.entries(operation.requestBody?.content ?? {}).map(
    ([type, { schema }]) => `<h3>Body <span class="faint">${text(type)}</span></h3>${code(schema)}`,
  );
  const answers = Object.entries(operation.responses ?? {}).map(([status, answer]) => {
    const shapes = Object.entries(answer.content ?? {}).map(
      ([type, { schema }]) =>
        `${type === 'application/json' ? '' : `<p><code>${text(type)}</code></p>`}${code(schema)}`,
    );
    return `<h3>${text(status)} <span class="faint">${text(answer.description ?? '')}</span></h3>${shapes.join('')}`;
  });
  return `<details id="${text(operation.operationId ?? '')}"><summary><span class="verb">${text(method.toUpperCase())}</span> <code>/api${text(path)}</code> <span class="faint">${text(operation.summary ?? '')}</span></summary>
<p>${text(operation.description ?? '')}</p>${parameters.length > 0 ? `<h3>Parameters</h3><table>${parameters.join('')}</table>` : ''}${bodies.join('')}${answers.join('')}</details>`;
}

/** A text as HTML. */
export function text(value: string): string {
  return value.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;').replaceAll('"', '&quot;');
}

/** A schema as JSON; names of other schemas lead to them. */
function code(schema: unknown): string {
  const json = text(JSON.stringify(schema, null, 2));
  const linked = json.replace(
    /#\/components\/schemas\/(\w+)/g,
    (_whole, name: string) => `<a href="#schema-${name}">${name}</a>`,
  );
  return `<pre>${linked}</pre>`;
}
