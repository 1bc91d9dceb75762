// `npm test`: the whole suite, in a browser too. The last line sums up what ran: `tests: N passed, N failed, N skipped`.
import { spawnSync } from 'node:child_process';
import { existsSync, mkdirSync, readFileSync, rmSync } from 'node:fs';
import { buildOnce, isBuilt } from './build-once.ts';
import { requireChromium } from './find-chromium.ts';
import { requireProjectNode } from './node-version.ts';
import { at, local } from './paths.ts';
import { sentenceOf, step } from './progress.ts';

type Sum = { passed: number; failed: number; skipped: number };
type VitestReport = {
  numPassedTests: number;
  numFailedTests: number;
  numPendingTests: number;
  numTodoTests: number;
  testResults: { status: string; assertionResults: unknown[] }[];
};
type PlaywrightReport = {
  stats: { expected: number; unexpected: number; flaky: number; skipped: number };
  errors: unknown[];
};

requireProjectNode();
process.env.NODE_ENV = 'test';

/** Runs one of the two runners and reads its report. A runner that ends without a good report counts as one failure. */
function run<Report>(o: {
  name: string;
  cli: string;
  args: string[];
  env: Record<string, string>;
  sum: (report: Report) => Sum;
}): Sum {
  const report = local('test', `${o.name}.json`);
  mkdirSync(local('test'), { recursive: true });
  rmSync(report, { force: true });
  const done = spawnSync(process.execPath, [at(o.cli), ...o.args], {
    cwd: at(),
    stdio: 'inherit',
    env: { ...process.env, ...o.env },
  });
  let sum: Sum;
  try {
    sum = o.sum(JSON.parse(readFileSync(report, 'utf8')) as Report);
  } catch {
    console.error(`${o.name} wrote no report.`);
    return { passed: 0, failed: 1, skipped: 0 };
  }
  return done.status !== 0 && sum.failed === 0 ? { ...sum, failed: 1 } : sum;
}

function runVitest(): Sum {
  const args = ['run', '--reporter=default', '--reporter=json', `--outputFile.json=${local('test', 'vitest.json')}`];
  return run<VitestReport>({
    name: 'vitest',
    cli: 'node_modules/vitest/vitest.mjs',
    args,
    env: {},
    sum: (report) => ({
      passed: report.numPassedTests,
      // A file that could not even be loaded has no test of its own to fail.
      failed:
        report.numFailedTests +
        report.testResults.filter((file) => file.status === 'failed' && file.assertionResults.length === 0).length,
      skipped: report.numPendingTests + report.numTodoTests,
    }),
  });
}

function runPlaywright(chromium: string): Sum {
  return run<PlaywrightReport>({
    name: 'playwright',
    cli: 'node_modules/@playwright/test/cli.js',
    args: ['test', '--reporter=list,json'],
    env: { CHROMIUM: chromium, PLAYWRIGHT_JSON_OUTPUT_NAME: local('test', 'playwright.json') },
    sum: ({ stats, errors }) => ({
      passed: stats.expected,
      failed: stats.unexpected + stats.flaky + errors.length,
      skipped: stats.skipped,
    }),
  });
}

function sentence(error: unknown): Sum {
  console.error(`\n${sentenceOf(error) ?? (error instanceof Error ? error.message : String(error))}`);
  return { passed: 0, failed: 1, skipped: 0 };
}

if (!existsSync(at('../shared/contracts'))) {
  console.log(
    'The providers’ contracts (../shared/contracts) are not here: the suite that checks against them is not registered.',
  );
}
const started = performance.now();
const sums: Sum[] = [];
try {
  const chromium = requireChromium();
  if (!isBuilt()) await step('Building the program', buildOnce);
  sums.push(runVitest());
  sums.push(runPlaywright(chromium));
} catch (error) {
  sums.push(sentence(error));
}
const total = (key: keyof Sum) => sums.reduce((sum, one) => sum + one[key], 0);
console.log(`\nThe suite took ${Math.round((performance.now() - started) / 1000)} s.`);
console.log(`tests: ${total('passed')} passed, ${total('failed')} failed, ${total('skipped')} skipped`);
process.exitCode = total('failed') === 0 && total('passed') > 0 ? 0 : 1;
