// `npm run check`: what CI runs. `npm test` first, then format, lint, types and dead code, then the rest of the suite. The last line
// sums up both parts.
import { spawn, spawnSync } from 'node:child_process';
import { requireProjectNode } from './node-version.ts';
import { at } from './paths.ts';

requireProjectNode();

/** The whole tree is more than a process has memory for by itself. */
const HEAP_MB = 6144;

/** What CI looks at between the two parts of the suite: a program and the arguments of each of its runs, one after the other. */
type Step = { name: string; cli: string; runs: string[][] };
const STEPS: Step[] = [
  { name: 'format', cli: 'node_modules/prettier/bin/prettier.cjs', runs: [['--check', '--log-level=warn', '.']] },
  { name: 'lint', cli: 'node_modules/eslint/bin/eslint.js', runs: [['--max-warnings=0', '.']] },
  // The rules that need types, by the native compiler: some minutes of ESLint in one.
  { name: 'lint of types', cli: 'node_modules/oxlint/bin/oxlint', runs: [['--type-aware', '--deny-warnings']] },
  {
    name: 'types',
    cli: 'node_modules/typescript-native/bin/tsc',
    runs: [
      ['-p', '.'],
      ['-p', 'sandbox'],
      ['-p', 'extensions/souk-account'],
    ],
  },
  { name: 'unused', cli: 'node_modules/knip/bin/knip.js', runs: [[]] },
];

/** Runs a program of node_modules to its end. Answers what it printed and whether it passed. */
function runProgram(cli: string, args: string[]): Promise<{ printed: Buffer; isGood: boolean }> {
  const child = spawn(process.execPath, [`--max-old-space-size=${HEAP_MB}`, at(cli), ...args], {
    cwd: at(),
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  const printed: Buffer[] = [];
  for (const stream of [child.stdout, child.stderr]) stream.on('data', (piece: Buffer) => printed.push(piece));
  return new Promise((resolve, reject) => {
    child.once('error', reject);
    child.once('close', (status) => {
      resolve({ printed: Buffer.concat(printed), isGood: status === 0 });
    });
  });
}

/** Runs a step and prints what it said once it has ended. Answers whether it passed. */
async function runStep({ name, cli, runs }: Step): Promise<boolean> {
  const started = performance.now();
  let passed = true;
  for (const args of runs) {
    const { printed, isGood } = await runProgram(cli, args);
    process.stdout.write(printed);
    passed &&= isGood;
  }
  console.log(`${passed ? 'ok    ' : 'FAILED'} ${name} (${Math.round((performance.now() - started) / 1000)} s)`);
  return passed;
}

const runSuite = (args: string[]): boolean =>
  spawnSync(process.execPath, [at('scripts/test.ts'), ...args], { cwd: at(), stdio: 'inherit' }).status === 0;

const first = runSuite([]);
const passed = await Promise.all(STEPS.map(runStep));
const failed = STEPS.filter((_, index) => !passed[index]).map(({ name }) => name);
// The rest runs in any case: one broken rule of style should not hide a broken rule of the business.
if (failed.length > 0) console.error(`\nFailed so far: ${failed.join(', ')}. The rest runs all the same.\n`);
const rest = runSuite(['--rest']);
process.exitCode = first && rest && failed.length === 0 ? 0 : 1;
