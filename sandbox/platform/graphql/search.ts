import { GraphQLError } from 'graphql';

/** One searchable field: what it compares, and whether a plain word is looked for in it. */
export type SearchField<T> = {
  read: (item: T) => string | number | readonly string[];
  kind: 'text' | 'exact' | 'time' | 'number';
};
export type SearchFields<T> = Record<string, SearchField<T>>;

type Test<T> = (item: T) => boolean;

/**
 * The platform's search syntax, as far as lists need it: `field:value`, `field:>value`, quotes, `*` at the end, AND, OR, NOT, `-`, brackets.
 * A field that the sandbox does not know is an error by name, never silently ignored.
 */
export function compileSearch<T>(
  query: string | null | undefined,
  fields: SearchFields<T>,
  freeText: (item: T) => string,
): Test<T> {
  const tokens =
    (query ?? '').match(/\(|\)|-?[\w.]+:(?:[<>]=?|=)?\s*(?:"[^"]*"|'[^']*'|[^\s()]+)|"[^"]*"|'[^']*'|[^\s()]+/g) ?? [];
  let position = 0;
  const parseOr = (): Test<T> => {
    let left = parseAnd();
    while (tokens[position] === 'OR') {
      position += 1;
      const [before, after] = [left, parseAnd()];
      left = (item) => before(item) || after(item);
    }
    return left;
  };
  const parseAnd = (): Test<T> => {
    let left: Test<T> = () => true;
    while (position < tokens.length && tokens[position] !== 'OR' && tokens[position] !== ')') {
      if (tokens[position] === 'AND') {
        position += 1;
        continue;
      }
      const [before, after] = [left, parseTerm()];
      left = (item) => before(item) && after(item);
    }
    return left;
  };
  const parseTerm = (): Test<T> => {
    const token = tokens[position] ?? '';
    position += 1;
    if (token === '(') {
      const inner = parseOr();
      if (tokens[position] === ')') position += 1;
      return inner;
    }
    if (token === 'NOT') {
      const inner = parseTerm();
      return (item) => !inner(item);
    }
    if (token.startsWith('-') && token.includes(':')) {
      const inner = compileTerm(token.slice(1), fields, freeText);
      return (item) => !inner(item);
    }
    return compileTerm(token, fields, freeText);
  };
  return parseOr();
}

function compileTerm<T>(token: string, fields: SearchFields<T>, freeText: (item: T) => string): Test<T> {
  const match = /^([\w.]+):([<>]=?|=)?\s*(.*)$/s.exec(token);
  if (!match || token.startsWith('"')) {
    const word = fold(unquote(token)).replace(/\*$/, '');
    return (item) => fold(freeText(item)).includes(word);
  }
  const [, name = '', operator = '=', rawValue = ''] = match;
  const field = fields[name];
  if (!field) throw new GraphQLError(`not implemented in the sandbox: the search field ${name}`);
  const value = unquote(rawValue);
  return (item) => {
    const read = field.read(item);
    const all = Array.isArray(read) ? (read as readonly string[]) : [read as string | number];
    return all.some((one) => compare(field.kind, one, operator, value));
  };
}

function compare(
  kind: 'text' | 'exact' | 'time' | 'number',
  actual: string | number,
  operator: string,
  wanted: string,
): boolean {
  if (kind === 'time' || kind === 'number') {
    const left = kind === 'time' ? Date.parse(String(actual)) : Number(actual);
    const right = kind === 'time' ? Date.parse(wanted) : Number(wanted);
    if (Number.isNaN(right)) throw new GraphQLError(`Invalid search value: ${wanted}`);
    return operator === '>'
      ? left > right
      : operator === '>='
        ? left >= right
        : operator === '<'
          ? left < right
          : operator === '<='
            ? left <= right
            : left === right;
  }
  const left = kind === 'text' ? fold(String(actual)) : String(actual).toLowerCase();
  const right = kind === 'text' ? fold(wanted) : wanted.toLowerCase();
  if (right === '*') return left !== '';
  if (right.endsWith('*'))
    return (
      left.startsWith(right.slice(0, -1)) ||
      (kind === 'text' && left.split(/[^\p{L}\p{N}]+/u).some((word) => word.startsWith(right.slice(0, -1))))
    );
  return kind === 'exact' ? right.split(',').includes(left) : left.includes(right);
}

/** Texts are found without their accents and case. */
function fold(text: string): string {
  return text
    .normalize('NFKD')
    .replace(/[\u0300-\u036f]/g, '')
    .toLowerCase();
}

function unquote(value: string): string {
  return /^(".*"|'.*')$/s.test(value) ? value.slice(1, -1) : value;
}
