import { createHash } from 'node:crypto';
import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { HOUR_MS } from '#app/core/durations.ts';
import { checkName, findChecks, type Check } from '#scripts/proof/ownership-checks.ts';
import { at, local } from '#scripts/paths.ts';
import { listFiles } from '#tests/architecture/source-files.ts';
import type { Answer } from '#tests/support/api.ts';
import { program } from '#tests/support/program.ts';
import { noteCount } from '#tests/support/scale.ts';
import {
  answered,
  describeWrong,
  dropRowLevelSecurity,
  isExpected,
  keepAwake,
  startSuite,
  type AccessSuite,
  type Question,
} from './access-suite.ts';
import { REDUNDANT } from './redundant-checks.ts';
import { forgetTouched, listTouched, pairedQuestion } from './paired-fixtures.ts';

/** The features whose checks are taken away: those of orders. */
const FEATURES = ['orders', 'order-screens', 'batches', 'documents', 'finance/transactions'];
/** Some paths, or pieces of them, separated by commas. */
const ONLY = (process.env.PROVE_ONLY ?? '').split(',');

type Fate = 'killed' | 'survived' | 'fixed' | 'covered';
type Verdict = { path: string; line: number; kind: string; inside: string; text: string; fate: Fate; by: string };
type Mutant = Check & { name: string; path: string; key: string };

const RESULT = local('prove', 'removed-checks.json');
const known: Record<string, Verdict> = readKnown();
let suite: AccessSuite;
let questions: Question[];
let arePaired = false;
/** What noticed the absence of checks of a file: it is asked first for the others there. */
const noticedBy = new Map<string, Set<Question>>();

beforeAll(async () => {
  suite = await startSuite();
  questions = await suite.open();
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

/** How a check is named in the list of those that others cover: its file, what it belongs to there, and its text. */
const nameOf = ({ path, inside, text }: Mutant): string =>
  `${path.replace('app/features/', '').replace('.server.ts', '')} ${inside} ${text}`;

/** Asks until an answer differs from what it is with every check in place. */
async function tryWithout(mutant: Mutant): Promise<{ fate: Fate; by: string }> {
  if (mutant.isFixed) return { fate: 'fixed', by: '' };
  const covered = REDUNDANT[nameOf(mutant)];
  if (covered) return { fate: 'covered', by: covered };
  await keepAwake();
  // What changed a twin may have been noticed otherwise.
  if (arePaired) await forgetTouched();
  const first = noticedBy.get(mutant.path) ?? new Set();
  noticedBy.set(mutant.path, first);
  for (const question of [...first, ...questions.filter((one) => !first.has(one))]) {
    const by = await noticing(mutant, question);
    if (!by) continue;
    first.add(question);
    return { fate: 'killed', by: `${question.what}: ${by}` };
  }
  return { fate: 'survived', by: '' };
}

/**
 * What a question notices while a check is gone, and not with every check in place; nothing is undefined. What differs with
 * every check in place was changed for good while one was gone: it is expected from then on, and asked about once more.
 */
async function noticing(mutant: Mutant, question: Question): Promise<string | undefined> {
  for (let attempt = 1; ; attempt++) {
    const answer = await askWithout(mutant.name, question);
    const touched = arePaired ? await listTouched() : [];
    if (isExpected(question, answer) && touched.length === 0) return undefined;
    if (arePaired) await forgetTouched();
    // What was let through has changed its order: the next check meets a fresh one.
    if (answer.status < 400) await question.renew?.();
    const whole = await question.ask();
    const by = touched.length > 0 ? `a twin, ${touched.join(', ')}` : String(answer.status);
    if (isExpected(question, whole)) return by;
    if (attempt === 2) throw new Error(`With every check in place: ${describeWrong(question, whole)}`);
    console.log(`expected anew after ${mutant.name}: ${describeWrong(question, whole)}`);
    for (const { expected } of await answered([question])) question.expected = expected;
  }
}

async function askWithout(name: string, question: Question): Promise<Answer> {
  const mutants = globalThis as { soukWithout?: string | undefined };
  mutants.soukWithout = name;
  try {
    return await question.ask();
  } finally {
    mutants.soukWithout = undefined;
  }
}

async function tryAll(mutants: readonly Mutant[]): Promise<void> {
  mkdirSync(local('prove'), { recursive: true });
  for (const mutant of mutants) {
    const before = known[mutant.key];
    if (before && (before.fate !== 'covered' || REDUNDANT[nameOf(mutant)])) continue;
    const { path, line, kind, inside, text } = mutant;
    const verdict = { path, line, kind, inside, text, ...(await tryWithout(mutant)) };
    known[mutant.key] = verdict;
    writeFileSync(RESULT, `${JSON.stringify(known, null, 1)}\n`);
    console.log(`${verdict.fate.padEnd(8)} ${kind.padEnd(10)} ${path}:${line} ${inside}  ${text}  ${verdict.by}`);
  }
}

const withoutDatabase = (kind: string) => kind === 'filter' || kind === 'condition';

async function wrongAnswers(): Promise<string[]> {
  const wrong: string[] = [];
  for (const question of questions) {
    const answer = await question.ask();
    if (!isExpected(question, answer)) wrong.push(describeWrong(question, answer));
  }
  return wrong;
}

it(
  'ownership suite: answers every question as expected while all checks stand',
  async () => {
    expect(await wrongAnswers()).toEqual([]);
    expect(questions.length).toBeGreaterThan(100);
  },
  HOUR_MS,
);

it(
  'notices every ownership check that is taken away, but those that another one covers',
  async () => {
    const mutants = listMutants();
    const wanted = mutants.filter(({ path }) => ONLY.some((one) => path.includes(one)));
    await tryAll(wanted.filter(({ kind }) => !withoutDatabase(kind)));
    // What filters rows is tried without the database's own rules, which hide the same rows.
    if (wanted.some(({ kind, key }) => withoutDatabase(kind) && !known[key])) {
      await dropRowLevelSecurity();
      noticedBy.clear();
      questions = await suite.open();
      await suite.makePairedFixtures();
      arePaired = true;
      questions.push(...(await answered([pairedQuestion])));
      expect(await wrongAnswers(), 'without row-level security, beside twins').toEqual([]);
      await tryAll(wanted.filter(({ kind }) => withoutDatabase(kind)));
    }
    const names = new Set(mutants.map(nameOf));
    expect(
      Object.keys(REDUNDANT).filter((name) => !names.has(name)),
      'these name no check',
    ).toEqual([]);
    const verdicts = wanted.map(({ key }) => known[key]).filter((one) => one !== undefined);
    for (const fate of ['killed', 'survived', 'fixed', 'covered'] as const)
      noteCount(fate, verdicts.filter((one) => one.fate === fate).length);
    const open = verdicts.filter(({ fate }) => fate !== 'killed' && fate !== 'covered');
    expect(open.map(({ fate, path, line, text }) => `${fate} ${path}:${line} ${text}`)).toEqual([]);
  },
  HOUR_MS,
);
