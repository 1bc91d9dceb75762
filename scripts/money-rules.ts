import { readFileSync } from 'node:fs';
import { at } from './paths.ts';
import { listTestFiles, listTests, readTestTitles } from './test-titles.ts';

/** A rule of docs/MONEY.md with the titles of its tests by file. */
export type MoneyRule = { number: string; settles: string; tests: { file: string; titles: string[] }[] };

/** The rules of docs/MONEY.md in its order, each with the tests whose titles begin with its number. */
export function readMoneyRules(): MoneyRule[] {
  const rules = [...readFileSync(at('docs/MONEY.md'), 'utf8').matchAll(/^- \*\*(M\d\d)\*\* (.+)$/gm)];
  const files = listTestFiles().map((file) => ({ file, titles: listTests(readTestTitles(file)) }));
  return rules.map(([, number = '', settles = '']) => {
    const isOfRule = (title: string) => title.startsWith(number);
    const tests = files.map(({ file, titles }) => ({ file, titles: titles.filter(isOfRule) }));
    return { number, settles, tests: tests.filter(({ titles }) => titles.length > 0) };
  });
}
