// `npm run bench [-- name…]`: runs the benches of tests/load one after the other against the built program.
import { spawnSync } from 'node:child_process';
import { existsSync, readdirSync } from 'node:fs';
import { buildOnce, isBuilt } from './build-once.ts';
import { requireProjectNode } from './node-version.ts';
import { at } from './paths.ts';
import { step } from './progress.ts';

requireProjectNode();
const folder = at('tests/load');
const all = existsSync(folder) ? readdirSync(folder).filter((file) => file.endsWith('.bench.ts')) : [];
const names = all.map((file) => file.replace(/\.bench\.ts$/, '')).sort();
const chosen = process.argv.slice(2);
const unknown = chosen.filter((name) => !names.includes(name));
if (unknown.length > 0 || names.length === 0) {
  console.error(`There is no bench ${unknown.join(', ')}. There are: ${names.join(', ') || 'none yet'}`);
  process.exit(1);
}
if (!isBuilt()) await step('Building the program', buildOnce);
const failed = (chosen.length > 0 ? chosen : names).filter((name) => {
  console.log(`\n== ${name}`);
  const { status } = spawnSync(process.execPath, [`${folder}/${name}.bench.ts`], { cwd: at(), stdio: 'inherit' });
  return status !== 0;
});
if (failed.length > 0) console.error(`\nFailed or void: ${failed.join(', ')}`);
process.exitCode = failed.length > 0 ? 1 : 0;
