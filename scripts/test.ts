// `npm test`: every rule once, in a browser too. `--rest` (`npm run check`) runs what that leaves out and adds both up: generated
// suites, chaos, second looks in the browser. The last line sums up what ran: `tests: N passed, N failed, N skipped`.
import { spawnSync } from 'node:child_process';
import { appendFileSync, copyFileSync, existsSync, mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { relative } from 'node:path';
import { buildOnce, isBuilt } from './build-once.ts';
import { requireChromium } from './find-chromium.ts';
import {
  formatFlakyLine,
  mergeRuns,
  selectReruns,
  type BrowserTest,
  type PlaywrightReport,
  type Sum,
} from './proof/flaky-tests.ts';
import { requireProjectNode } from './node-version.ts';
import { at, local, ROOT } from './paths.ts';
import { sentenceOf, step } from './progress.ts';

type VitestReport = {
  numPassedTests: number;
  numFailedTests: number;
  numPendingTests: number;
  numTodoTests: number;
  testResults: {
    name: string;
    status: string;
    message: string;
    assertionResults: { status: string; fullName: string; failureMessages: string[] }[];
  }[];
};
requireProjectNode();
const isRest = process.argv.includes('--rest');
process.env.NODE_ENV = 'test';
process.env.SUITE = isRest ? 'rest' : 'first';
/** What the first part came to, for the sum after the rest. */
type Part = { sum: Sum; failures: string[] };
const FIRST_PART = local('test', 'first-part.json');
// The tests start some hundred processes of the same program: each would compile it anew.
process.env.NODE_COMPILE_CACHE ??= local('compile-cache');

/** Runs one of the two runners and reads its report, undefined where it wrote none. */
function run<Report>(o: { name: string; cli: string; args: string[]; env: Record<string, string> }): {
  report: Report | undefined;
  isGood: boolean;
} {
  const report = local('test', `${o.name}.json`);
  mkdirSync(local('test'), { recursive: true });
  rmSync(report, { force: true });
  const done = spawnSync(process.execPath, [at(o.cli), ...o.args], {
    cwd: at(),
    stdio: 'inherit',
    env: { ...process.env, ...o.env },
  });
  try {
    return { report: JSON.parse(readFileSync(report, 'utf8')) as Report, isGood: done.status === 0 };
  } catch {
    console.error(`${o.name} wrote no report.`);
    return { report: undefined, isGood: false };
  }
}

/** A runner that ended badly without naming a test counts as one failure. */
function withOwnFailure(sum: Sum, isGood: boolean): Sum {
  return isGood || sum.failed > 0 ? sum : { ...sum, failed: 1 };
}

function runVitest(): Sum {
  const args = ['run', '--reporter=default', '--reporter=json', `--outputFile.json=${local('test', 'vitest.json')}`];
  const { report, isGood } = run<VitestReport>({
    name: 'vitest',
    cli: 'node_modules/vitest/vitest.mjs',
    args,
    env: {},
  });
  if (!report) return { passed: 0, failed: 1, skipped: 0 };
  const sum = {
    passed: report.numPassedTests,
    // A file that could not even be loaded has no test of its own to fail.
    failed:
      report.numFailedTests +
      report.testResults.filter((file) => file.status === 'failed' && file.assertionResults.length === 0).length,
    skipped: report.numPendingTests + report.numTodoTests,
  };
  failures.push(...listFailures(report));
  return withOwnFailure(sum, isGood);
}

/** The failed tests, one line each with how the failure begins: printed once more at the end, where a long log is read first. */
function listFailures({ testResults }: VitestReport): string[] {
  const firstLine = (text = '') => text.trim().split('\n')[0]?.slice(0, 300) ?? '';
  return testResults.flatMap((file) => {
    const name = relative(ROOT, file.name);
    if (file.status === 'failed' && file.assertionResults.length === 0) return [`${name}: ${firstLine(file.message)}`];
    return file.assertionResults
      .filter((test) => test.status === 'failed')
      .map((test) => `${name} › ${test.fullName}: ${firstLine(test.failureMessages[0])}`);
  });
}

function runBrowserTests(chromium: string, name: string, args: string[]) {
  return run<PlaywrightReport>({
    name,
    cli: 'node_modules/@playwright/test/cli.js',
    args: ['test', '--reporter=list,json', ...args],
    env: { CHROMIUM: chromium, PLAYWRIGHT_JSON_OUTPUT_NAME: local('test', `${name}.json`) },
  });
}

/** Runs the browser tests, and once more alone what failed. What passes then is flaky: it counts as passed and is written down. */
function runPlaywright(chromium: string): Sum {
  const first = runBrowserTests(chromium, 'playwright', []);
  if (!first.report) return { passed: 0, failed: 1, skipped: 0 };
  const reruns = selectReruns(first.report);
  if (reruns.length === 0) return withOwnFailure(mergeRuns(first.report).sum, first.isGood);
  console.log(`\nOnce more alone: ${reruns.join(', ')}`);
  const second = runBrowserTests(chromium, 'playwright-alone', [
    '--workers=1',
    '--trace=on',
    // Results of its own, or the traces of the first run would be gone.
    `--output=${local('e2e-results-alone')}`,
    ...reruns.map((place) => `tests/e2e/${place}`),
  ]);
  const { sum, flaky, failed } = mergeRuns(first.report, second.report);
  for (const test of flaky) {
    console.log(`flaky: ${test.name}`);
    recordFlaky(test);
  }
  failures.push(...failed.map((test) => (test.message ? `${test.name}: ${test.message}` : test.name)));
  return sum;
}

/** Writes a flaky test down, its trace kept beside. A tree that cannot be written is no failure of the tests. */
function recordFlaky({ id, name, trace }: BrowserTest): void {
  const day = new Date().toISOString().slice(0, 10);
  const kept = local('flaky', `${day}-${id}.zip`);
  try {
    mkdirSync(local('flaky'), { recursive: true });
    if (trace) copyFileSync(trace, kept);
    const line = formatFlakyLine({ name, day, trace: trace ? relative(ROOT, kept) : 'none' });
    appendFileSync(
      at('tests/FLAKY.md'),
      `${readFileSync(at('tests/FLAKY.md'), 'utf8').includes('\n- ') ? '' : '\n'}${line}`,
    );
  } catch (error) {
    console.error(`tests/FLAKY.md was not written: ${error instanceof Error ? error.message : String(error)}`);
  }
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
const failures: string[] = [];
const sums: Sum[] = [];
if (isRest && existsSync(FIRST_PART)) {
  const first = JSON.parse(readFileSync(FIRST_PART, 'utf8')) as Part;
  sums.push(first.sum);
  failures.push(...first.failures);
}
try {
  const chromium = requireChromium();
  if (!isBuilt()) await step('Building the program', buildOnce);
  sums.push(runVitest());
  sums.push(runPlaywright(chromium));
} catch (error) {
  sums.push(sentence(error));
}
const total = (key: keyof Sum) => sums.reduce((sum, one) => sum + one[key], 0);
if (!isRest) {
  const sum: Sum = { passed: total('passed'), failed: total('failed'), skipped: total('skipped') };
  mkdirSync(local('test'), { recursive: true });
  writeFileSync(FIRST_PART, JSON.stringify({ sum, failures } satisfies Part));
}
console.log(`\nThis part of the suite took ${Math.round((performance.now() - started) / 1000)} s.`);
for (const failure of failures) console.log(`failed: ${failure}`);
console.log(`tests: ${total('passed')} passed, ${total('failed')} failed, ${total('skipped')} skipped`);
process.exitCode = total('failed') === 0 && total('passed') > 0 ? 0 : 1;
