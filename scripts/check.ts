// `npm run check`: what CI runs. Format, lint, types and dead code first, then the whole suite, whose sum is the last line.
import { spawnSync } from 'node:child_process';
import { requireProjectNode } from './node-version.ts';
import { at } from './paths.ts';

requireProjectNode();

const STEPS: { name: string; cli: string; args: string[] }[] = [
  { name: 'format', cli: 'node_modules/prettier/bin/prettier.cjs', args: ['--check', '--log-level=warn', '.'] },
  { name: 'lint', cli: 'node_modules/eslint/bin/eslint.js', args: ['--max-warnings=0', '.'] },
  { name: 'types', cli: 'node_modules/typescript/bin/tsc', args: ['-p', '.'] },
  { name: 'unused', cli: 'node_modules/knip/bin/knip.js', args: [] },
];

const failed: string[] = [];
for (const { name, cli, args } of STEPS) {
  const started = performance.now();
  const { status } = spawnSync(process.execPath, [at(cli), ...args], { cwd: at(), stdio: 'inherit' });
  console.log(`${status === 0 ? 'ok    ' : 'FAILED'} ${name} (${Math.round((performance.now() - started) / 1000)} s)`);
  if (status !== 0) failed.push(name);
}
// The suite runs in any case: one broken rule of style should not hide a broken rule of the business.
if (failed.length > 0) console.error(`\nFailed so far: ${failed.join(', ')}. The suite runs all the same.\n`);
const { status } = spawnSync(process.execPath, [at('scripts/test.ts')], { cwd: at(), stdio: 'inherit' });
process.exitCode = status === 0 && failed.length === 0 ? 0 : 1;
