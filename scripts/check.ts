// `npm run check`: what CI runs. Format, lint, types and dead code first, then the whole suite, whose sum is the last line.
import { spawn, spawnSync } from 'node:child_process';
import { requireProjectNode } from './node-version.ts';
import { at } from './paths.ts';

requireProjectNode();

const STEPS: { name: string; cli: string; args: string[] }[] = [
  { name: 'format', cli: 'node_modules/prettier/bin/prettier.cjs', args: ['--check', '--log-level=warn', '.'] },
  { name: 'lint', cli: 'node_modules/eslint/bin/eslint.js', args: ['--max-warnings=0', '.'] },
  { name: 'types', cli: 'node_modules/typescript/bin/tsc', args: ['-p', '.'] },
  { name: 'unused', cli: 'node_modules/knip/bin/knip.js', args: [] },
];

/** Runs a step and prints what it said once it has ended. Answers whether it passed. */
function runStep({ name, cli, args }: (typeof STEPS)[number]): Promise<boolean> {
  const started = performance.now();
  const child = spawn(process.execPath, [at(cli), ...args], { cwd: at(), stdio: ['ignore', 'pipe', 'pipe'] });
  const said: Buffer[] = [];
  for (const stream of [child.stdout, child.stderr]) stream.on('data', (piece: Buffer) => said.push(piece));
  return new Promise((resolve, reject) => {
    child.once('error', reject);
    child.once('close', (status) => {
      process.stdout.write(Buffer.concat(said));
      console.log(
        `${status === 0 ? 'ok    ' : 'FAILED'} ${name} (${Math.round((performance.now() - started) / 1000)} s)`,
      );
      resolve(status === 0);
    });
  });
}

// Linting takes as long as all the others, and one processor.
const passed = await Promise.all(STEPS.map(runStep));
const failed = STEPS.filter((_, index) => !passed[index]).map(({ name }) => name);
// The suite runs in any case: one broken rule of style should not hide a broken rule of the business.
if (failed.length > 0) console.error(`\nFailed so far: ${failed.join(', ')}. The suite runs all the same.\n`);
const { status } = spawnSync(process.execPath, [at('scripts/test.ts')], { cwd: at(), stdio: 'inherit' });
process.exitCode = status === 0 && failed.length === 0 ? 0 : 1;
