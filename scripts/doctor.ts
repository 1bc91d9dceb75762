// `npm run doctor [-- --mail <address>]`: asks everything that Souk leans on, one line each, and says what to do. Ends with 1 where something failed.
import { readFileSync } from 'node:fs';
import type { Checked } from '#app/features/system/doctor/check.ts';
import { loadBundle } from './build-loader.ts';
import { listDatabaseChecks } from './doctor/database-checks.ts';
import { listMachineChecks } from './doctor/machine-checks.ts';
import type { OperatorCheck } from './doctor/operator-check.ts';
import { listOutsideChecks } from './doctor/outside-checks.ts';
import { requireProjectNode } from './node-version.ts';
import { at } from './paths.ts';

/** Longer than any single question waits for its answer. */
const LIMIT_MS = 30_000;
const WIDTH = 26;

requireProjectNode();
const { runtime } = await loadBundle();
const { argv } = process;
const mailTo = argv.includes('--mail') ? argv[argv.indexOf('--mail') + 1] : undefined;
process.exitCode = (await examine()) ? 0 : 1;

/** Prints each check. False where one failed. */
async function examine(): Promise<boolean> {
  let opened: ReturnType<typeof runtime.openForChecks>;
  try {
    opened = runtime.openForChecks(process.env);
  } catch (error) {
    if (!(error instanceof runtime.EnvError)) throw error;
    print({ id: 'environment', status: 'fail', detail: '' }, error.message);
    return false;
  }
  const { services } = opened;
  try {
    const checks: OperatorCheck[] = [
      ...listMachineChecks(services, opened.weaknesses),
      ...listDatabaseChecks({ appUrl: services.env.DATABASE_URL, now: () => services.clock.now() }),
      ...listOutsideChecks(services, { mailTo }),
    ];
    print({ id: 'environment', status: 'ok', detail: '' }, '');
    const remedies = new Map(checks.map(({ id, remedy }) => [id, remedy]));
    const found = await runtime.runChecks(checks, { limitMs: LIMIT_MS });
    for (const one of found) print(one, remedies.get(one.id) ?? '');
    return [...found, ...(await examineStores(opened))].every(({ status }) => status !== 'fail');
  } finally {
    await opened.close();
  }
}

async function examineStores(opened: ReturnType<typeof runtime.openForChecks>): Promise<Checked<string>[]> {
  const stores = await opened.stores().catch(() => undefined);
  if (stores === undefined) return []; // The checks of the database have said why.
  if (stores.length === 0) {
    print({ id: 'stores', status: 'warn', detail: '' }, 'Open the app in the admin of a store: that installs it.');
    return [];
  }
  const { checks: words } = JSON.parse(readFileSync(at('app/locales/en/system.json'), 'utf8')) as {
    checks: Record<string, { remedy?: string }>;
  };
  const all: Checked<string>[] = [];
  for (const store of stores) {
    console.log(`\n${store.domain}`);
    const found = await opened.examine(store);
    for (const one of found) print(one, words[one.id]?.remedy ?? '');
    all.push(...found);
  }
  return all;
}

function print({ id, status, detail }: Checked<string>, remedy: string): void {
  console.log([status.padEnd(5), id.padEnd(WIDTH), detail].join(' ').trimEnd());
  if (status !== 'ok' && remedy !== '') console.log(`      ${remedy}`);
}
