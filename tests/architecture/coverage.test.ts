import { existsSync, readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { at } from '#scripts/paths.ts';
import { listFiles } from './source-files.ts';

/** A test that a document names: its file, and its title where it is given. */
type Named = { where: string; path: string; title: string | undefined };

const documents = ['docs/COVERAGE.md', ...(existsSync(at('docs/coverage')) ? listFiles('docs/coverage', /\.md$/) : [])];
const named: Named[] = documents.flatMap((where) =>
  [
    ...readFileSync(at(where), 'utf8').matchAll(
      /\b((?:tests|app|sandbox|scripts)\/[\w./-]+\.(?:test|spec)\.tsx?)`?(?: "((?:[^"]|"(?=\w))+)")?/g,
    ),
  ].map(([, path = '', title]) => ({ where, path, title })),
);

/** The sources of tests as they read: with their escapes taken back, and one kind of apostrophe. */
const textOf = (path: string) => readFileSync(at(path), 'utf8').replaceAll("\\'", "'").replaceAll('’', "'");

/** Whether a title stands there; `…` stands for whatever is left out of it. */
const hasTitle = (text: string, title: string) =>
  title
    .replaceAll('’', "'")
    .split('…')
    .every((part) => text.includes(part));

describe('the tables of proof', () => {
  it('name many tests', () => {
    expect(named.length).toBeGreaterThan(100);
  });

  it('name files that are there', () => {
    expect(named.filter(({ path }) => !existsSync(at(path)))).toEqual([]);
  });

  it('name titles that stand in those files', () => {
    const gone = named.filter(({ path, title }) => title && existsSync(at(path)) && !hasTitle(textOf(path), title));
    expect(gone).toEqual([]);
  });
});
