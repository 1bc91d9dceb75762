import ts from 'typescript';
import { describe, expect, it } from 'vitest';
import { listFiles, readSource } from './source-files.ts';

const files = [...listFiles('app', /\.(ts|tsx)$/), ...listFiles('sandbox', /\.ts$/)]
  .filter((path) => !/\.test\.tsx?$/.test(path))
  .map(readSource);

/** What ends a list of sort terms, outside of brackets. */
const END = /^(LIMIT|OFFSET|FOR|ROWS|RANGE|WHERE|FROM|UNION|RETURNING|SELECT|UPDATE|WINDOW|ON)\b/;
/** Columns that name one row of what is sorted, alone or with those before them. */
const UNIQUE =
  /(^|[._"])(id|ids|\w+_id|\w+Id|position|place|turn|version|key|currency|reference|serial|ordinality|month|day|kind|provider|domain|rank|name|vendor|handle|source)"?$/;
/** Where an order needs no tie-break, and why. */
const TOTAL_ALREADY: Readonly<Record<string, string>> = {
  'app/platform/payout-rights/payers.repo.server.ts: ORDER BY kind, subject_id, email':
    'the primary key within a store',
  'app/features/finance/statements/statements.repo.server.ts: ORDER BY 1':
    'its rows are distinct moments and nothing else',
};
/** `DESC` (or what a function of the database puts in its place), a language's order and where nulls stand say nothing about which columns are sorted by. */
const SUFFIX = /(\s+(ASC|DESC|%\d\$s|NULLS (FIRST|LAST)|COLLATE "\w+")|::text)\s*$/i;

/** The sort terms of each ORDER BY in a text, with the offset of each. */
function listSorts(text: string): { at: number; terms: string[] }[] {
  return [...text.matchAll(/\bORDER BY\s+/g)].map((match) => {
    const from = match.index + match[0].length;
    const terms = [''];
    let depth = 0;
    for (let place = from; place < text.length; place++) {
      const sign = text[place] ?? '';
      if (depth === 0 && (/[`;'"]/.test(sign) ? sign !== '"' : false)) break;
      if (depth === 0 && /\s/.test(text[place - 1] ?? ' ') && END.test(text.slice(place, place + 12))) break;
      if (/[({]/.test(sign)) depth++;
      if (/[)}]/.test(sign) && --depth < 0) break;
      if (sign === ',' && depth === 0) terms.push('');
      else terms.push(`${terms.pop() ?? ''}${sign}`);
    }
    return { at: match.index, terms: terms.map((term) => term.trim()) };
  });
}

function stripSuffix(term: string): string {
  const shorter = term.replace(SUFFIX, '');
  return shorter === term ? term : stripSuffix(shorter);
}

describe('total order', () => {
  it('SQL: the last term of every ORDER BY names one row', () => {
    const found = files.flatMap(({ path, text }) =>
      listSorts(text).flatMap(({ at, terms }) => {
        const last = stripSuffix(terms.at(-1) ?? '').replaceAll(/\s*\$\{[^}]*\}\s*$/g, '');
        const line = text.slice(0, at).split('\n').length;
        return UNIQUE.test(last) || `${path}: ORDER BY ${terms.join(', ')}` in TOTAL_ALREADY
          ? []
          : [`${path}:${line}: ORDER BY ${terms.join(', ')}`];
      }),
    );
    expect(found).toEqual([]);
  });

  it('code: a comparison of times alone decides no order', () => {
    const found = files.flatMap(({ path, text }) => {
      const source = ts.createSourceFile(path, text, ts.ScriptTarget.Latest, true);
      const strays: string[] = [];
      const visit = (node: ts.Node): void => {
        if (ts.isCallExpression(node) && ts.isPropertyAccessExpression(node.expression)) {
          const [compare] = node.arguments;
          const isSort = ['sort', 'toSorted'].includes(node.expression.name.text);
          if (isSort && compare && (ts.isArrowFunction(compare) || ts.isFunctionExpression(compare))) {
            const body = compare.body.getText(source);
            const readsTime = /\.(at|\w+At|since|day|getTime\(\))\b|Date\.parse/.test(body);
            const { line } = source.getLineAndCharacterOfPosition(node.getStart(source));
            if (readsTime && !/\|\||[iI]d\b|index|position|sequence/.test(body))
              strays.push(`${path}:${line + 1}: ${body}`);
          }
        }
        ts.forEachChild(node, visit);
      };
      visit(source);
      return strays;
    });
    expect(found).toEqual([]);
  });
});
