// `npm run openapi`: writes the OpenAPI document of all calls to build/openapi.json, the same that the program answers at
// /api/openapi.json.
import { mkdirSync, writeFileSync } from 'node:fs';
import { dirname } from 'node:path';
import { createServer } from 'vite';
import type * as OpenApi from '#app/main/api-docs/openapi.server.ts';
import type * as Tables from '#app/main/tables.server.ts';
import { requireProjectNode } from './node-version.ts';
import { at } from './paths.ts';

requireProjectNode();
const FILE = 'build/openapi.json';
// The contracts are read from the sources, as the tests read them: no build of the screens is needed for them.
const vite = await createServer({
  configFile: false,
  root: at(),
  appType: 'custom',
  logLevel: 'error',
  optimizeDeps: { noDiscovery: true },
  server: { middlewareMode: true, hmr: false, ws: false, watch: null },
});
try {
  const { implementations } = (await vite.ssrLoadModule('/app/main/tables.server.ts')) as typeof Tables;
  const { openApiDocument } = (await vite.ssrLoadModule('/app/main/api-docs/openapi.server.ts')) as typeof OpenApi;
  const document = openApiDocument(implementations.map((one) => one.endpoint));
  mkdirSync(dirname(at(FILE)), { recursive: true });
  writeFileSync(at(FILE), `${JSON.stringify(document, null, 2)}\n`);
  console.log(`${FILE} describes ${implementations.length} calls.`);
} finally {
  await vite.close();
}
