import { readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { readMoneyRules } from '#scripts/money-rules.ts';
import { listTestFiles, listTests, readTestTitles, type TestTitle } from '#scripts/test-titles.ts';

/** Files whose tests are made from the table of calls when they run. */
const GENERATED = [
  'tests/api/generated/every-call-four.test.ts',
  'tests/api/generated/every-call-three.test.ts',
  'tests/api/generated/every-call-two.test.ts',
  'tests/api/generated/fuzz-one.test.ts',
  'tests/api/generated/fuzz-two.test.ts',
  'tests/api/generated/jobs-twice-goods.test.ts',
  'tests/api/generated/jobs-twice-sales.test.ts',
];

/** Words that a title does not use; the field's term stands in the glossary of names (names.test.ts) or is the plain word. */
const OLD_WORDS =
  /\b(told|tells|news|parcels?|lessons?|learn(s|t|ed)?|heard|ripe|strangers?|whereabouts|steer\w*|askers?|anew|meanwhile|for good|tickets?|handed in|put away|seal(s|ed)?|gather(s|ed)?|begun|doors?|desks?|wish(es)?|silent)\b/i;
/** A title that begins so needs a subject: that of the `describe` around it, or its own before a colon. */
const VERBS =
  /^(is|are|was|does|has|have|says|shows|keeps|refuses|takes|goes|finds|reads|leaves|counts|sorts|lists|answers|lets|makes|sends|stays|writes|ends|gives|waits|holds|begins|starts|never|drops|cuts|adds|needs|knows|puts|runs|splits|understands|opens|comes|fills|moves|saves)\b/;

describe('money rules', () => {
  const rules = readMoneyRules();

  it('docs/MONEY.md lists each once, in the order of their numbers', () => {
    const numbers = rules.map(({ number }) => number);
    expect(numbers.length).toBeGreaterThan(40);
    expect(numbers).toEqual([...new Set(numbers)].sort());
  });

  it('each has a test whose title begins with its number', () => {
    const untested = rules.filter(({ tests }) => tests.length === 0).map(({ number }) => number);
    expect(untested).toEqual([]);
  });

  it('no title of a test begins with the number of a rule that docs/MONEY.md does not list', () => {
    const known = new Set(rules.map(({ number }) => number));
    const titles = listTestFiles().flatMap((file) => listTests(readTestTitles(file)));
    const numbers = titles.map((title) => /^M\d\d\b/.exec(title)?.[0]).filter((number) => number !== undefined);
    expect(numbers.filter((number) => !known.has(number))).toEqual([]);
  });
});

describe('titles of tests', () => {
  it('are found in every file of tests but the generated ones', () => {
    const empty = listTestFiles().filter((file) => listTests(readTestTitles(file)).length === 0);
    expect(empty).toEqual(GENERATED);
  });

  it('use no old word of the glossary', () => {
    const all = (titles: readonly TestTitle[]): string[] =>
      titles.flatMap(({ title, inside }) => [title, ...all(inside)]);
    const found = listTestFiles().flatMap((file) =>
      all(readTestTitles(file))
        .filter((title) => OLD_WORDS.test(title))
        .map((title) => `${file}: ${title}`),
    );
    expect(found).toEqual([]);
  });

  it('of a test outside of a describe begin with their subject', () => {
    const found = listTestFiles().flatMap((file) =>
      readTestTitles(file)
        .filter(({ title, isTest }) => isTest && VERBS.test(title))
        .map(({ title }) => `${file}: ${title}`),
    );
    expect(found).toEqual([]);
  });
});

it('the files over which the calls are dealt out try every part of them, each once', () => {
  const read = (path: string) => readFileSync(path, 'utf8');
  const parts = Number(/^const PARTS = (\d+);$/m.exec(read('tests/support/every-call.ts'))?.[1]);
  const tried = ['tests/api/access/every-call.test.ts', ...GENERATED.filter((file) => file.includes('/every-call'))]
    .flatMap((file) => [...read(file).matchAll(/describeEveryCall\((\d+)\)/g)].map(([, part]) => Number(part)))
    .sort();
  expect(tried).toEqual(Array.from({ length: parts }, (_, part) => part));
});
