import { describe, expect, it } from 'vitest';
import { readMoneyRules } from '#scripts/money-rules.ts';
import { listTestFiles, listTests, readTestTitles } from '#scripts/test-titles.ts';

/** Files whose tests are made from the table of calls when they run. */
const GENERATED = [
  'tests/api/generated/fuzz-one.test.ts',
  'tests/api/generated/fuzz-two.test.ts',
  'tests/api/generated/jobs-twice-goods.test.ts',
  'tests/api/generated/jobs-twice-sales.test.ts',
];

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
});
