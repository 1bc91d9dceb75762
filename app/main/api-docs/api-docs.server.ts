import type { AnyEndpoint } from '#app/core/endpoint.ts';
import { send } from '#app/server/http/api.server.ts';
import type { Listener } from '#app/server/http/server.server.ts';
import { renderDocs, STYLE_HASH } from './docs-page.server.ts';
import { openApiDocument, type OpenApiDocument } from './openapi.server.ts';
import { vendorApiDocument } from './vendor-api.server.ts';
import { renderVendorDocs } from './vendor-page.server.ts';

/** What is answered below /api that is no call, each made on its first request. */
type Documents = Readonly<Record<string, () => OpenApiDocument | string>>;

/**
 * Answers the documents of the API, and leaves every other call to it: `/api/openapi.json` and `/api/docs` of all calls,
 * `/api/vendor/openapi.json` and `/api/vendor/docs` of those that a vendor's program can make.
 */
export function withApiDocs(
  { endpoints, appUrl }: { endpoints: readonly AnyEndpoint[]; appUrl: string },
  api: Listener,
): Listener {
  const all = once(() => openApiDocument(endpoints));
  const ofVendors = once(() => vendorApiDocument(endpoints));
  const documents: Documents = {
    '/api/openapi.json': all,
    '/api/docs': once(() => renderDocs(all())),
    '/api/vendor/openapi.json': ofVendors,
    '/api/vendor/docs': once(() => renderVendorDocs(ofVendors(), appUrl)),
  };
  return async (req, res, info) => {
    const [path = ''] = (req.url ?? '').split('?');
    const isRead = req.method === 'GET' || req.method === 'HEAD';
    const read = Object.hasOwn(documents, path) ? documents[path] : undefined;
    if (!isRead || !read) {
      await api(req, res, info);
      return;
    }
    const document = read();
    if (typeof document !== 'string') {
      send(res, 200, document);
      return;
    }
    res.writeHead(200, {
      'content-type': 'text/html; charset=utf-8',
      'content-security-policy': `default-src 'none'; style-src '${STYLE_HASH}'; base-uri 'none'; form-action 'none'; frame-ancestors 'none'`,
      'cache-control': 'no-cache',
    });
    res.end(req.method === 'HEAD' ? undefined : document);
  };
}

function once<Value>(make: () => Value): () => Value {
  let made: { value: Value } | undefined;
  return () => (made ??= { value: make() }).value;
}
