// Prisma's command line without its downloaded engine. generate, validate and format use WASM and only want *some* executable;
// the migrate and db commands get the WASM engine behind scripts/schema-engine-shim.mjs.
import { spawnSync } from 'node:child_process';
import { createRequire } from 'node:module';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';

const [major = 0, minor = 0] = process.versions.node.split('.').map(Number);
if (major < 22 || (major === 22 && minor < 18)) {
  console.error(
    `This project runs on its own Node (22.23.2 in node_modules/.bin), not on ${process.version}. Use npm scripts, and install optional dependencies.`,
  );
  process.exit(1);
}
const args = process.argv.slice(2);
const shim = join(dirname(fileURLToPath(import.meta.url)), 'schema-engine-shim.mjs');
const engine = ['generate', 'validate', 'format'].includes(args[0]) ? process.execPath : shim;
const cli = join(dirname(createRequire(import.meta.url).resolve('prisma/package.json')), 'build/index.js');
const done = spawnSync(process.execPath, [cli, ...args], {
  stdio: 'inherit',
  env: {
    PRISMA_HIDE_UPDATE_MESSAGE: '1',
    CHECKPOINT_DISABLE: '1',
    ...process.env,
    PRISMA_SCHEMA_ENGINE_BINARY: engine,
  },
});
process.exit(done.status ?? 1);
