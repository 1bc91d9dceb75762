import { readdirSync, readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { at } from '#scripts/paths.ts';
import { listFiles } from './source-files.ts';

const FOLDER = 'docs/decisions';
const HEADINGS = ['Status', 'Context', 'Decision', 'Consequences'];
const records = readdirSync(at(FOLDER))
  .filter((file) => file.endsWith('.md'))
  .sort();

test('decision records: numbered from 001 without gaps, the number in the title', () => {
  const numbers = records.map((file) => file.slice(0, 3));
  expect(numbers).toEqual(records.map((_, index) => String(index + 1).padStart(3, '0')));
  const titles = records.map((file) => readFileSync(at(FOLDER, file), 'utf8').split('\n')[0] ?? '');
  expect(titles.filter((title, index) => !title.startsWith(`# ${numbers[index] ?? ''} `))).toEqual([]);
});

test.each(records)('decision record %s: has Status, Context, Decision and Consequences, each with text', (file) => {
  const [, ...sections] = readFileSync(at(FOLDER, file), 'utf8').split(/^## /m);
  expect(sections.map((section) => section.split('\n')[0])).toEqual(HEADINGS);
  for (const section of sections) expect(section.split('\n').slice(1).join('').trim()).not.toBe('');
});

test('decision records: every link to one names a record that is there, by its own number', () => {
  const known = new Set(records);
  const documents = [
    ...listFiles('docs', /\.md$/),
    ...listFiles('app', /\.md$/),
    ...listFiles('sandbox', /\.md$/),
    ...['CHANGELOG.md', 'README.md', 'CONTRIBUTING.md', 'AGENTS.md'],
  ];
  const wrong = documents.flatMap((file) =>
    [...readFileSync(at(file), 'utf8').matchAll(/\[([^\]]{1,80})\]\([^)\s]{0,80}?(\d{3}-[a-z0-9-]{1,120}\.md)\)/g)]
      .filter(([, text = '', record = '']) => {
        const number = /^decision (\d+)$/i.exec(text)?.[1];
        return !known.has(record) || (number !== undefined && Number(number) !== Number(record.slice(0, 3)));
      })
      .map(([link]) => `${file}: ${link}`),
  );
  expect(wrong).toEqual([]);
});

test('decision records: a number in a comment is that of a record', () => {
  const sources = ['app', 'scripts', 'sandbox', 'tests'].flatMap((folder) => listFiles(folder, /\.(tsx?|mjs)$/));
  const gone = sources.flatMap((file) =>
    [...readFileSync(at(file), 'utf8').matchAll(/\(decision (\d{1,3})\)/g)]
      .filter(([, number]) => Number(number) > records.length)
      .map(([mention]) => `${file}: ${mention}`),
  );
  expect(gone).toEqual([]);
});
