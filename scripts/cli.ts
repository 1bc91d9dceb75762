// What the platform's command line starts (shopify.web.toml): `cli --predev` makes the database ready and ends, `cli` serves in
// development on the PORT that it is given.
import { createServer } from 'node:http';
import { readAppConfig } from '#sandbox/platform/app-config.ts';
import { loadDevBundle } from './build-loader.ts';
import { cliEnvironment } from './cli-environment.ts';
import { readSecrets } from './demo/demo-environment.ts';
import { requireProjectNode } from './node-version.ts';
import { at } from './paths.ts';
import { makeReady } from './start-program.ts';

requireProjectNode();
const { scopes } = readAppConfig(at('shopify.app.toml'));
Object.assign(process.env, cliEnvironment(process.env, { secrets: readSecrets(), scopes }));
if (!process.env.DATABASE_URL) {
  console.error('Set DATABASE_URL to a PostgreSQL database of this app before you run the command line.');
  process.exit(1);
}
if (process.argv.includes('--predev')) {
  const bundle = await loadDevBundle(createServer());
  await makeReady(bundle);
  await bundle.close();
  console.log('The database is ready.');
  process.exit(0);
} else {
  process.argv.push('--dev');
  await import('./serve.ts');
}
