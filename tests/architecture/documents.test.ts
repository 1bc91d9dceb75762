import { existsSync, readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { at } from '#scripts/paths.ts';

/** Documents for readers of the code, each with the folder that its links begin from. */
const DOCUMENTS = [
  { file: 'AGENTS.md', folder: '.' },
  { file: 'CONTRIBUTING.md', folder: '.' },
  { file: 'README.md', folder: '.' },
  { file: 'docs/ARCHITECTURE.md', folder: 'docs' },
  { file: 'docs/MONEY.md', folder: 'docs' },
  { file: 'docs/OPERATIONS.md', folder: 'docs' },
  { file: 'docs/FIRST-STORE.md', folder: 'docs' },
  { file: 'docs/DEMO.md', folder: 'docs' },
];
/** Documents whose links have to lead somewhere, and which may name what is no more. */
const LINKING = [
  ...DOCUMENTS,
  { file: 'CHANGELOG.md', folder: '.' },
  { file: 'docs/BENCHMARKS.md', folder: 'docs' },
  { file: 'docs/SANDBOX.md', folder: 'docs' },
  { file: 'sandbox/README.md', folder: 'sandbox' },
];
/** A file or folder of the project in backticks, or a file anywhere, also in a command. */
const IN_BACKTICKS = /`((?:app|docs|extensions|prisma|sandbox|scripts|tests)\/[\w./-]*)`/g;
const FILE_ANYWHERE = /(?<![\w/.-])((?:app|docs|prisma|sandbox|scripts|tests)\/[\w./-]+\.(?:tsx?|md|txt|prisma))\b/g;

const read = (file: string): string => readFileSync(at(file), 'utf8');

test.each(LINKING)('$file: every link leads to a file or folder that exists', ({ file, folder }) => {
  const links = [...read(file).matchAll(/\]\(([^)#\s]+)(?:#[^)]*)?\)/g)].map(([, link = '']) => link);
  const ours = links.filter((link) => !/^[a-z]+:/.test(link));
  expect(ours.filter((link) => !existsSync(at(folder, link)))).toEqual([]);
});

test.each(DOCUMENTS)('$file: every file and folder of the project that it names exists', ({ file }) => {
  const text = read(file);
  const paths = [...text.matchAll(IN_BACKTICKS), ...text.matchAll(FILE_ANYWHERE)].map(([, path = '']) => path);
  expect(paths.length).toBeGreaterThan(0);
  expect(paths.filter((path) => !existsSync(at(path)))).toEqual([]);
});

test('AGENTS.md: each example is what stands in its file, line by line and in order; … leaves lines out', () => {
  const examples = [...read('AGENTS.md').matchAll(/^```tsx?\n\/\/ (\S+)\n([\s\S]*?)^```$/gm)];
  expect(examples.length).toBeGreaterThan(8);
  const gone = examples.flatMap(([, file = '', code = '']) => {
    if (!existsSync(at(file))) return [file];
    const source = read(file);
    let from = 0;
    for (const excerpt of code.trimEnd().split('\n…\n')) {
      const found = source.indexOf(excerpt, from);
      if (found < 0) return [`${file}: ${excerpt.split('\n')[0] ?? ''}`];
      from = found + excerpt.length;
    }
    return [];
  });
  expect(gone).toEqual([]);
});
