// `npm run coverage:rules`: prints which tests hold which rule, from the titles of the tests: the money rules of docs/MONEY.md
// first, then everything by area. A money rule without a test stands at the end and fails the command.
import { appendTo } from '#app/core/append-to.ts';
import { readMoneyRules } from './money-rules.ts';
import { listTestFiles, readTestTitles, type TestTitle } from './test-titles.ts';

const rules = readMoneyRules();
console.log('Money rules (docs/MONEY.md)\n');
for (const { number, settles, tests } of rules) {
  if (tests.length === 0) continue;
  console.log(`${number} ${settles}`);
  for (const { file, titles } of tests) {
    console.log(`  ${file}`);
    for (const title of titles) console.log(`    ${title}`);
  }
}

const areas = new Map<string, string[]>();
for (const file of listTestFiles()) appendTo(areas, findArea(file), file);
for (const [area, files] of [...areas].sort(([one], [two]) => (one < two ? -1 : 1))) {
  console.log(`\n${area}\n`);
  for (const file of files) {
    console.log(`  ${file}`);
    printTitles(readTestTitles(file), '    ');
  }
}

const untested = rules.filter(({ tests }) => tests.length === 0);
if (untested.length > 0) {
  console.log('\nWithout a test\n');
  for (const { number, settles } of untested) console.log(`${number} ${settles}`);
  process.exitCode = 1;
}

/** The folder that a file of tests belongs to: app/features/orders, tests/api/money, tests/chaos, sandbox. */
function findArea(file: string): string {
  const folders = file.split('/').slice(0, -1);
  const depth =
    file.startsWith('app/features/') || file.startsWith('tests/api/') ? 3 : file.startsWith('sandbox/') ? 1 : 2;
  return folders.slice(0, depth).join('/');
}

function printTitles(titles: readonly TestTitle[], indent: string): void {
  for (const { title, inside } of titles) {
    console.log(`${indent}${title}`);
    printTitles(inside, `${indent}  `);
  }
}
