// `npm run prove -- <claim>`: the tests behind one claim with its full counts. What was proven stays in .local/prove.
import { execFileSync, spawnSync } from 'node:child_process';
import { mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { buildOnce, isBuilt } from './build-once.ts';
import { requireChromium } from './find-chromium.ts';
import { requireProjectNode } from './node-version.ts';
import { at, local } from './paths.ts';
import { step } from './progress.ts';
import { CLAIMS, type Claim } from './proof/prove-claims.ts';

type Part = { seed: number; verdict: 'holds' | 'fails'; counts: Record<string, number>; seconds: number };
type Result = { claim: string; says: string; commit: string; parts: Part[]; verdict: 'holds' | 'fails' | 'unfinished' };
type Report = { numPassedTests: number; numFailedTests: number; numPendingTests: number };

requireProjectNode();
const [name = '', ...rest] = process.argv.slice(2);
const claim = CLAIMS[name];
/** What a proof is narrowed to that knows parts of its own. */
const only = rest.includes('--only') ? (rest[rest.indexOf('--only') + 1] ?? '') : '';
if (!claim) {
  console.log('Name a claim: npm run prove -- <claim> [--anew] [--only <part>]\n');
  for (const [key, { says, parts }] of Object.entries(CLAIMS))
    console.log(`  ${key.padEnd(14)} ${says} (${parts} parts)`);
  process.exit(name === '' ? 0 : 1);
}
// Some proofs run the built program: never an older one than the sources, and none on a fresh clone without one.
if (!isBuilt()) await step('Building the program', buildOnce);
process.exitCode = prove(name, claim, rest.includes('--anew')) ? 0 : 1;

/** Runs the parts that are still missing on this commit; a proof that was interrupted goes on where it stopped. */
function prove(key: string, { says, files, parts, inBrowser }: Claim, again: boolean): boolean {
  const commit = describeCommit();
  const file = local('prove', `${key}.json`);
  const before = again ? undefined : readResult(file);
  const result: Result =
    before?.commit === commit ? before : { claim: key, says, commit, parts: [], verdict: 'unfinished' };
  const save = () => {
    mkdirSync(local('prove'), { recursive: true });
    writeFileSync(file, `${JSON.stringify(result, null, 2)}\n`);
  };
  for (let seed = result.parts.length + 1; seed <= parts; seed++) {
    console.log(`\n${key}: part ${seed} of ${parts}`);
    result.parts.push(inBrowser ? runInBrowser(files, seed) : runPart(files, seed));
    save();
    if (result.parts.at(-1)?.verdict === 'fails') break;
  }
  result.verdict = result.parts.every((part) => part.verdict === 'holds') ? 'holds' : 'fails';
  save();
  console.log(`\n${key} ${result.verdict} on ${commit}: ${says}\n${file}`);
  return result.verdict === 'holds';
}

function runPart(files: readonly string[], seed: number): Part {
  const started = performance.now();
  const report = local('prove', 'last-report.json');
  const counts = local('prove', 'last-counts.json');
  mkdirSync(local('prove'), { recursive: true });
  writeFileSync(counts, '');
  const { status } = spawnSync(
    process.execPath,
    [
      at('node_modules/vitest/vitest.mjs'),
      'run',
      ...files,
      '--reporter=default',
      '--reporter=json',
      `--outputFile.json=${report}`,
      '--testTimeout=3600000',
    ],
    {
      cwd: at(),
      stdio: 'inherit',
      env: { ...process.env, PROVE: '1', PROVE_SEED: String(seed), PROVE_COUNTS: counts, PROVE_ONLY: only },
    },
  );
  const { numPassedTests, numFailedTests, numPendingTests } = JSON.parse(readFileSync(report, 'utf8')) as Report;
  const own: Record<string, number> = {};
  for (const line of readFileSync(counts, 'utf8').split('\n').filter(Boolean)) {
    const [what, count] = JSON.parse(line) as [string, number];
    own[what] = (own[what] ?? 0) + count;
  }
  return {
    seed,
    verdict: status === 0 && numPassedTests > 0 ? 'holds' : 'fails',
    counts: { testsPassed: numPassedTests, testsFailed: numFailedTests, testsSkipped: numPendingTests, ...own },
    seconds: Math.round((performance.now() - started) / 1000),
  };
}

/** Browser tests with full counts: the program's own production build, in a browser. */
function runInBrowser(files: readonly string[], seed: number): Part {
  const started = performance.now();
  const report = local('prove', 'last-browser-report.json');
  mkdirSync(local('prove'), { recursive: true });
  rmSync(report, { force: true });
  const { status } = spawnSync(
    process.execPath,
    [at('node_modules/@playwright/test/cli.js'), 'test', ...files, '--reporter=list,json'],
    {
      cwd: at(),
      stdio: 'inherit',
      env: {
        ...process.env,
        NODE_ENV: 'test',
        PROVE: '1',
        E2E_WORKERS: '1',
        CHROMIUM: requireChromium(),
        PLAYWRIGHT_JSON_OUTPUT_NAME: report,
      },
    },
  );
  const { stats } = JSON.parse(readFileSync(report, 'utf8')) as {
    stats: { expected: number; unexpected: number; flaky: number; skipped: number };
  };
  const failed = stats.unexpected + stats.flaky;
  return {
    seed,
    verdict: status === 0 && failed === 0 && stats.expected > 0 ? 'holds' : 'fails',
    counts: { testsPassed: stats.expected, testsFailed: failed, testsSkipped: stats.skipped },
    seconds: Math.round((performance.now() - started) / 1000),
  };
}

function readResult(file: string): Result | undefined {
  try {
    return JSON.parse(readFileSync(file, 'utf8')) as Result;
  } catch {
    return undefined;
  }
}

/** The commit that is proven; with changes that are not committed the result names them, and counts for nothing later. */
function describeCommit(): string {
  const git = (...args: string[]) => execFileSync('git', args, { cwd: at(), encoding: 'utf8' }).trim();
  const dirty = git('status', '--porcelain') !== '';
  return git('rev-parse', 'HEAD') + (dirty ? `+changes-${Date.now()}` : '');
}
