import { readdirSync, readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { at } from '#scripts/paths.ts';

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

test('decision records: every link to one names a record that is there', () => {
  const known = new Set(records);
  const documents = readdirSync(at('docs'), { recursive: true, encoding: 'utf8' })
    .filter((file) => file.endsWith('.md'))
    .map((file) => `docs/${file}`);
  const dead = documents.flatMap((file) =>
    [...readFileSync(at(file), 'utf8').matchAll(/\]\([^)\s]{0,80}?(\d{3}-[a-z0-9-]{1,120}\.md)\)/g)]
      .map((found) => found[1] ?? '')
      .filter((record) => !known.has(record))
      .map((record) => `${file}: ${record}`),
  );
  expect(dead).toEqual([]);
});
