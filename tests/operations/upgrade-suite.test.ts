import { execFileSync, spawn } from 'node:child_process';
import { once } from 'node:events';
import { readFileSync } from 'node:fs';
import { join, relative } from 'node:path';
import { expect, test } from 'vitest';
import { at } from '#scripts/paths.ts';
import { noteCount } from '#tests/support/scale.ts';
import { RELEASE_BEFORE } from './release-before.ts';
import { buildReleaseTree } from './release-tree.ts';

type Report = {
  numPassedTests: number;
  testResults: { name: string; status: string; assertionResults: { status: string; fullName: string }[] }[];
};

/** Tests of the release before that look at the schema itself, its tables, columns and policies, and find it as it is meant to be: larger. */
const LOOK_AT_THE_SCHEMA: readonly string[] = [
  'tests/api/access/database-rules.test.ts: row-level security is on for every table but those without tenant data',
  // It writes an empty row to every table, also to those whose columns it does not know.
  'tests/api/access/database-rules.test.ts: row-level security shows and takes no row without a scope',
  'tests/api/access/redaction.test.ts: redaction every column that can hold words of people is named as erased, or with the reason why it stays',
  'tests/api/access/redaction.test.ts: redaction a column that somebody adds is found unnamed',
  'tests/api/access/row-level-security.test.ts: row-level security: the policies of the migrated database are those that docs/row-level-security.txt shows',
  'tests/api/platform/upgrade.test.ts: upgrade: the schema after it is that of the baseline',
];

const head = execFileSync('git', ['rev-parse', 'HEAD'], { cwd: at(), encoding: 'utf8' }).trim();
const PREPARED = 'await prepareDatabase({ ownerUrl: templateUrl, appUrl: appUrlOf(templateUrl) });';

/** Runs test files of a tree and reads what they came to; what they print goes to this run's output. */
async function runSuite(dir: string, files: readonly string[], env: Record<string, string>): Promise<Report> {
  const report = join(dir, '.local', 'suite.json');
  const args = ['run', ...files, '--reporter=dot', '--reporter=json', `--outputFile.json=${report}`];
  const child = spawn(process.execPath, [join(dir, 'node_modules/vitest/vitest.mjs'), ...args], {
    cwd: dir,
    // The suite as it was checked then, and not the proofs in full that this one belongs to.
    env: { ...process.env, PROVE: '', ...env },
    stdio: ['ignore', 'ignore', 'inherit'],
  });
  await once(child, 'exit');
  return JSON.parse(readFileSync(report, 'utf8')) as Report;
}

/** The tests that failed, by their files in the tree; of a file that does not load, that. */
function listFailed({ testResults }: Report, dir: string): { file: string; title: string }[] {
  return testResults.flatMap(({ name, status, assertionResults }) => {
    const file = relative(dir, name);
    const failed = assertionResults.filter((one) => one.status === 'failed').map(({ fullName }) => fullName);
    const named = failed.length === 0 && status === 'failed' ? ['does not load'] : failed;
    return named.map((title) => ({ file, title: `${file}: ${title}` }));
  });
}

test('upgrade: the suite of the release before passes on the schema of this one', async () => {
  const current = buildReleaseTree({ name: 'current', commit: head });
  const before = buildReleaseTree({
    name: `${RELEASE_BEFORE.name}-on-this-schema`,
    commit: RELEASE_BEFORE.commit,
    changes: [
      {
        path: 'tests/support/database/cluster.ts',
        from: PREPARED,
        to: `${PREPARED}
  const { execFileSync } = await import('node:child_process');
  const env = { ...process.env, MIGRATION_DATABASE_URL: templateUrl, DATABASE_URL: appUrlOf(templateUrl) };
  execFileSync(process.execPath, ['scripts/migrate.ts'], { cwd: process.env.LATER_RELEASE ?? '', env, stdio: 'inherit' });`,
      },
    ],
  });
  const suite = { NODE_ENV: 'test', SUITE: 'first', LATER_RELEASE: current.dir };
  const report = await runSuite(before.dir, ['tests/api', 'tests/chaos'], suite);
  noteCount('tests of the release before that passed', report.numPassedTests);
  const failed = listFailed(report, before.dir).filter(({ title }) => !LOOK_AT_THE_SCHEMA.includes(title));
  // What fails on the schema of its own release too (a fault that was mended since, a day of the calendar) says nothing of this one.
  const own = buildReleaseTree(RELEASE_BEFORE);
  const files = [...new Set(failed.map(({ file }) => file))];
  const ownReport = files.length === 0 ? undefined : await runSuite(own.dir, files, suite);
  const ownFaults = new Set(ownReport ? listFailed(ownReport, own.dir).map(({ title }) => title) : []);
  noteCount('tests of the release before that fail on its own schema too', ownFaults.size);
  expect(failed.map(({ title }) => title).filter((title) => !ownFaults.has(title))).toEqual([]);
  expect(report.numPassedTests).toBeGreaterThan(1000);
}, 3_600_000);
