import { createHash } from 'node:crypto';
import { describe, expect, it } from 'vitest';
import { renderDocs } from '#app/main/api-docs/docs-page.server.ts';
import { describeAccess, openApiDocument } from '#app/main/api-docs/openapi.server.ts';
import { implementations } from '#app/main/tables.server.ts';
import { at } from '#scripts/paths.ts';

describe('the OpenAPI document', () => {
  const endpoints = implementations.map((one) => one.endpoint);
  const document = openApiDocument(endpoints);

  it('has the hash that was committed (renew it with vitest -u; npm run openapi writes the document itself)', async () => {
    const hash = createHash('sha256').update(JSON.stringify(document)).digest('hex');
    await expect(`${hash}\n`).toMatchFileSnapshot(at('docs/openapi.sha256'));
  });

  it('has the calls that were committed, one a line with who may call (renew the list with vitest -u)', async () => {
    const lines = endpoints.map(({ method, path, access }) => `${path} ${method}: ${describeAccess(access)}`);
    await expect(`${lines.sort().join('\n')}\n`).toMatchFileSnapshot(at('docs/openapi.txt'));
  });

  it('describes every call, each under a name of its own', () => {
    const names = Object.values(document.paths ?? {}).flatMap((methods) =>
      Object.values(methods as Record<string, { operationId: string }>).map((operation) => operation.operationId),
    );
    expect([...names].sort()).toEqual(endpoints.map((endpoint) => endpoint.name).sort());
    expect(new Set(names).size).toBe(names.length);
  });

  it('describes the fields of every answer', () => {
    const empty = endpoints.filter((endpoint) => {
      const operation = (document.paths?.[endpoint.path] as Record<string, Described> | undefined)?.[
        endpoint.method.toLowerCase()
      ];
      const { content = {} } = operation?.responses[String(endpoint.status ?? 200)] ?? {};
      const schemas = Object.values(content).map(({ schema = {} }) => schema);
      return endpoint.status !== 204 && !schemas.some((schema) => Object.keys(schema).length > 0);
    });
    expect(empty.map((endpoint) => endpoint.name)).toEqual([]);
  });

  it('names the content types of files, style sheets and scripts, which are no JSON', () => {
    const typesOf = (path: string, method: 'get' | 'post') => {
      const operation = (document.paths?.[path] as Record<string, Described> | undefined)?.[method];
      return Object.keys(operation?.responses['200']?.content ?? {});
    };
    expect(typesOf('/orders/export', 'post')).toEqual(['text/csv']);
    expect(typesOf('/products/export', 'post')).toEqual(['text/csv']);
    expect(typesOf('/transactions/export', 'post')).toEqual(['text/csv']);
    expect(typesOf('/admin-export/{report}', 'post')).toEqual(['text/csv']);
    expect(typesOf('/orders/{orderId}/documents/{document}', 'get')).toEqual(['text/html', 'application/pdf']);
    expect(typesOf('/statements/{month}/{paper}', 'get')).toEqual(['text/html', 'application/pdf', 'text/csv']);
    expect(typesOf('/storefront/styles.css', 'get')).toEqual(['text/css']);
    expect(typesOf('/storefront/populate/vendor', 'get')).toEqual(['application/json', 'text/javascript']);
    expect(typesOf('/vendors', 'get')).toEqual(['application/json']);
  });

  it('is readable as a page that needs nothing from other hosts', () => {
    const page = renderDocs(document);
    for (const endpoint of endpoints) expect(page).toContain(`id="${endpoint.name}"`);
    expect(page).not.toMatch(/<script|https?:\/\//);
  });
});

type Described = { responses: Record<string, { content?: Record<string, { schema?: object }> } | undefined> };
