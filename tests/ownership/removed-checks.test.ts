import { createHash } from 'node:crypto';
import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { checkName, findChecks, type Check } from '#scripts/ownership-checks.ts';
import { at, local } from '#scripts/paths.ts';
import { listFiles } from '#tests/architecture/source-files.ts';
import { program } from '#tests/support/program.ts';
import { noteCount } from '#tests/support/scale.ts';
import { dropRowLevelSecurity, isExpected, keepAwake, startBattery, type Question } from './battery.ts';
import { REDUNDANT } from './redundant-checks.ts';

/** The features whose checks are taken away: those of orders. */
const FEATURES = ['orders', 'batches', 'aftersales', 'documents', 'order-comments', 'past-orders', 'transactions'];
const HOUR_MS = 3_600_000;
const ONLY = process.env.PROVE_ONLY ?? '';

type Fate = 'killed' | 'survived' | 'fixed';
type Verdict = { path: string; line: number; kind: string; text: string; fate: Fate; by: string };
type Mutant = Check & { name: string; path: string; key: string };

const RESULT = local('prove', 'removed-checks.json');
const known: Record<string, Verdict> = readKnown();
let renewQuestions: () => Promise<Question[]>;
let questions: Question[];

beforeAll(async () => {
  renewQuestions = await startBattery();
  questions = await renewQuestions();
}, HOUR_MS);
afterAll(() => program().stop());

function readKnown(): Record<string, Verdict> {
  try {
    return JSON.parse(readFileSync(RESULT, 'utf8')) as Record<string, Verdict>;
  } catch {
    return {};
  }
}

/** Every check of the features; its key changes with its file, so that a verdict is kept for what was looked at. */
function listMutants(): Mutant[] {
  return FEATURES.flatMap((feature) => listFiles(`app/features/${feature}`, /\.server\.ts$/)).flatMap((path) => {
    const source = readFileSync(at(path), 'utf8');
    const hash = createHash('sha256').update(source).digest('hex').slice(0, 12);
    return findChecks(source, path).map((check, index) => {
      const name = checkName(path, index);
      return { ...check, path, name, key: `${name} ${hash}` };
    });
  });
}

/** Asks until an answer differs from what it is with every check in place. */
async function tryWithout(mutant: Mutant): Promise<{ fate: Fate; by: string }> {
  if (mutant.isFixed) return { fate: 'fixed', by: '' };
  await keepAwake();
  for (const question of questions) {
    (globalThis as { soukWithout?: string | undefined }).soukWithout = mutant.name;
    const answer = await question.ask();
    (globalThis as { soukWithout?: string | undefined }).soukWithout = undefined;
    if (isExpected(question, answer)) continue;
    // What was let through has changed its order: the next check meets a fresh one.
    if (answer.status < 400) await question.renew?.();
    const whole = await question.ask();
    if (!isExpected(question, whole)) throw new Error(`With every check in place: ${question.what}: ${whole.status}`);
    return { fate: 'killed', by: `${question.what}: ${answer.status}` };
  }
  return { fate: 'survived', by: '' };
}

async function tryAll(mutants: readonly Mutant[]): Promise<void> {
  mkdirSync(local('prove'), { recursive: true });
  for (const mutant of mutants) {
    if (known[mutant.key]) continue;
    const { path, line, kind, text } = mutant;
    const verdict = { path, line, kind, text, ...(await tryWithout(mutant)) };
    known[mutant.key] = verdict;
    writeFileSync(RESULT, `${JSON.stringify(known, null, 1)}\n`);
    console.log(`${verdict.fate.padEnd(8)} ${kind.padEnd(10)} ${path}:${line}  ${text}  ${verdict.by}`);
  }
}

const withoutDatabase = (kind: string) => kind === 'filter' || kind === 'condition';

it(
  'answers every question as expected while all checks stand',
  async () => {
    const wrong: string[] = [];
    for (const question of questions) {
      const answer = await question.ask();
      if (!isExpected(question, answer)) wrong.push(`${question.what}: ${answer.status}`);
    }
    expect(wrong).toEqual([]);
    expect(questions.length).toBeGreaterThan(100);
  },
  HOUR_MS,
);

it(
  'notices every ownership check that is taken away, but those that another one covers',
  async () => {
    const mutants = listMutants();
    const wanted = mutants.filter(({ path }) => path.includes(ONLY));
    await tryAll(wanted.filter(({ kind }) => !withoutDatabase(kind)));
    // What filters rows is tried without the database's own rules, which hide the same rows.
    if (wanted.some(({ kind, key }) => withoutDatabase(kind) && !known[key])) {
      await dropRowLevelSecurity();
      questions = await renewQuestions();
      await tryAll(wanted.filter(({ kind }) => withoutDatabase(kind)));
    }
    const verdicts = wanted.map(({ key }) => known[key]).filter((one) => one !== undefined);
    for (const fate of ['killed', 'survived', 'fixed'] as const)
      noteCount(fate, verdicts.filter((one) => one.fate === fate).length);
    const open = verdicts.filter(({ fate, path, text }) => fate !== 'killed' && !REDUNDANT[`${path} ${text}`]);
    expect(open.map(({ fate, path, line, text }) => `${fate} ${path}:${line} ${text}`)).toEqual([]);
  },
  HOUR_MS,
);
