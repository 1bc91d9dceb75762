import ts from 'typescript';

export const CHECK_KINDS = [
  'scope',
  'filter',
  'condition',
  'refusal',
  'demand',
  'permission',
  'view',
  'match',
] as const;
/**
 * How a piece of source binds a query or an answer to who asks: `scope` scopeOf(), `filter` scopedSql() and scoped(),
 * `condition` store_id or vendor_id in a statement, `refusal` an if that throws not_found, `demand` a requireSomething() that
 * stands alone, `permission` can(), `view` a comparison with the marketplace's wildcard, `match` a comparison of owners.
 */
export type CheckKind = (typeof CHECK_KINDS)[number];

/** A check in a source: where it stands, how it reads, and what it becomes when it is taken away. */
export type Check = {
  kind: CheckKind;
  line: number;
  start: number;
  end: number;
  text: string;
  /** What it belongs to in its file: the name of a function, or of what holds it. */
  inside: string;
  without: string;
  /** The check is a piece of the text of a statement, not an expression. */
  inText: boolean;
  /** It is computed when the program starts, so that it cannot be taken away while it runs. */
  isFixed: boolean;
};

/** Finds every ownership check of a source, in the order of their places. */
export function findChecks(source: string, path: string): Check[] {
  const file = ts.createSourceFile(path, source, ts.ScriptTarget.Latest, true);
  const checks: Check[] = [];
  const add = (
    kind: CheckKind,
    node: { start: number; end: number; isFixed: boolean },
    without: string,
    inText = false,
  ) =>
    checks.push({
      kind,
      inside: nameAt(file, node.start),
      line: file.getLineAndCharacterOfPosition(node.start).line + 1,
      ...node,
      text: source.slice(node.start, node.end),
      without,
      inText,
    });
  const visit = (node: ts.Node): void => {
    const place = { start: node.getStart(file), end: node.end, isFixed: !isInFunction(node) };
    const found = checkOf(node, file);
    if (found) add(found.kind, place, found.without);
    if (isStatement(node)) for (const one of conditionsIn(node, file)) add('condition', one, one.without, true);
    if (ts.isIfStatement(node) && throwsNotFound(node.thenStatement, file)) {
      const at = node.expression;
      add('refusal', { ...place, start: at.getStart(file), end: at.end }, 'false');
    }
    ts.forEachChild(node, visit);
  };
  visit(file);
  return checks.sort((a, b) => a.start - b.start || b.end - a.end);
}

/** The name of the declaration of a file that stands at a place. */
function nameAt(file: ts.SourceFile, place: number): string {
  const statement = file.statements.find((one) => one.getStart(file) <= place && place < one.end);
  if (!statement) return '';
  if (ts.isVariableStatement(statement)) return statement.declarationList.declarations[0]?.name.getText(file) ?? '';
  return ts.isFunctionDeclaration(statement) ? (statement.name?.text ?? '') : '';
}

/** Demands of what the store granted or what stands already, whoever asks. */
const OF_STATE: ReadonlySet<string> = new Set(['requireGranted', 'requireLost', 'requireReadable']);

function checkOf(node: ts.Node, file: ts.SourceFile): { kind: CheckKind; without: string } | undefined {
  const argumentsOf = (call: ts.CallExpression) => call.arguments.map((one) => one.getText(file));
  if (ts.isExpressionStatement(node)) {
    const call = ts.isAwaitExpression(node.expression) ? node.expression.expression : node.expression;
    const name = ts.isCallExpression(call) ? call.expression.getText(file) : '';
    const isDemand = /^require[A-Z]/.test(name) && !OF_STATE.has(name);
    return isDemand ? { kind: 'demand', without: 'undefined' } : undefined;
  }
  if (ts.isCallExpression(node)) {
    const [first = '', second = '', third] = argumentsOf(node);
    switch (node.expression.getText(file)) {
      case 'scopeOf':
        return { kind: 'scope', without: `({ storeId: (${first}).store.id, vendor: '*' as const })` };
      case 'scoped':
        return { kind: 'filter', without: '({})' };
      case 'scopedSql':
        return { kind: 'filter', without: unfiltered(first, third ?? '1') };
      case 'can':
        return second === '' ? undefined : { kind: 'permission', without: 'true' };
    }
    return undefined;
  }
  if (ts.isBinaryExpression(node)) return comparisonOf(node, file);
  return undefined;
}

/** The filter's own text and values, letting everything through. */
function unfiltered(scope: string, from: string): string {
  const given = (offset: number) => `\`$\${(${from}) + ${offset}}::bigint IS NOT NULL\``;
  return (
    `((${scope}).vendor === '*' ? { text: ${given(0)}, values: [(${scope}).storeId] } : ` +
    `{ text: ${given(0)} + ' AND ' + ${given(1)}, values: [(${scope}).storeId, (${scope}).vendor] })`
  );
}

const EQUAL: ReadonlyMap<ts.SyntaxKind, string> = new Map([
  [ts.SyntaxKind.EqualsEqualsEqualsToken, 'true'],
  [ts.SyntaxKind.ExclamationEqualsEqualsToken, 'false'],
]);
const OWNER = /\bvendorId$/;
const VIEW = /\b(?:vendorScope|scope\.vendor)$/;

function comparisonOf(node: ts.BinaryExpression, file: ts.SourceFile) {
  const same = EQUAL.get(node.operatorToken.kind);
  if (same === undefined) return undefined;
  const [left, right] = [node.left.getText(file), node.right.getText(file)];
  if (right === "'*'" && VIEW.test(left)) return { kind: 'view' as const, without: same };
  const isOwner = (text: string) => OWNER.test(text) || /^(?:String|BigInt)\([\w.]*vendorId\)$/.test(text);
  const isNothing = (text: string) => text === 'undefined' || text === 'null';
  if (isNothing(left) || isNothing(right)) return undefined;
  return isOwner(left) || isOwner(right) ? { kind: 'match' as const, without: same } : undefined;
}

/** Whether a statement (or its block) throws that something is not there. */
function throwsNotFound(statement: ts.Statement, file: ts.SourceFile): boolean {
  const only = ts.isBlock(statement) ? statement.statements.at(-1) : statement;
  return only !== undefined && ts.isThrowStatement(only) && only.getText(file).includes("AppError('not_found')");
}

function isInFunction(node: ts.Node): boolean {
  return ts.findAncestor(node.parent, ts.isFunctionLike) !== undefined;
}

type Literal = ts.StringLiteral | ts.NoSubstitutionTemplateLiteral | ts.TemplateExpression;
const isStatement = (node: ts.Node): node is Literal =>
  ts.isStringLiteral(node) || ts.isNoSubstitutionTemplateLiteral(node) || ts.isTemplateExpression(node);

const CONDITION = /(?:\b\w+\.)?\b(?:store_id|vendor_id) = (\$\d+|\$\$\{[^}]+\})|\b\w+\.vendor_id = \w+\.vendor_id\b/g;

/** The conditions on the owner in the text of a statement; not what a statement writes. */
function conditionsIn(node: Literal, file: ts.SourceFile) {
  const start = node.getStart(file);
  const text = node.getText(file);
  const isFixed = !isInFunction(node);
  const holes = ts.isTemplateExpression(node)
    ? node.templateSpans.map(({ expression }) => [expression.getStart(file) - start, expression.end - start] as const)
    : [];
  return [...text.matchAll(CONDITION)].flatMap((match) => {
    const at = match.index;
    if (holes.some(([from, to]) => at >= from && at < to)) return [];
    const before = text
      .slice(0, at)
      .match(/\b(?:SET|WHERE|ON|AND|OR|HAVING|NOT)\b/g)
      ?.at(-1);
    if (before === 'SET') return [];
    const [whole, value] = match;
    return [
      {
        start: start + at,
        end: start + at + whole.length,
        isFixed,
        without: value === undefined ? 'true' : `${value}::bigint IS NOT NULL`,
      },
    ];
  });
}

/** How a check is named wherever it is spoken of: its file and its place among the checks of it. */
export const checkName = (path: string, index: number): string => `${path}#${index}`;

/**
 * The source with a switch at every check that is not fixed: a check stands as it is written unless
 * `globalThis.soukWithout` is its name.
 */
export function withSwitches(source: string, path: string): string {
  const file = ts.createSourceFile(path, source, ts.ScriptTarget.Latest, true);
  const checks = findChecks(source, path).map((check, index) => ({ ...check, name: checkName(path, index) }));
  const literals = plainLiterals(file).filter(({ start, end }) =>
    checks.some((check) => check.inText && !check.isFixed && check.start >= start && check.end <= end),
  );
  type Edit = { start: number; end: number; write: (inner: string) => string };
  const edits: Edit[] = [
    ...checks
      .filter(({ isFixed }) => !isFixed)
      .map(({ start, end, name, without, kind, inText }) => ({
        start,
        end,
        write: (inner: string) => switched({ name, without, kind, inText }, inner),
      })),
    // A text in quotes becomes a template, in which a switch can stand.
    ...literals.map(({ start, end }) => ({
      start,
      end,
      write: (inner: string) => `\`${inner.slice(1, -1)}\``,
    })),
  ].sort((a, b) => a.start - b.start || b.end - a.end);
  const render = (from: number, to: number, own: readonly Edit[]): string => {
    let text = '';
    let at = from;
    for (let index = 0; index < own.length;) {
      const edit = own[index] as Edit;
      let next = index + 1;
      while (next < own.length && (own[next] as Edit).start < edit.end) next++;
      text += source.slice(at, edit.start) + edit.write(render(edit.start, edit.end, own.slice(index + 1, next)));
      at = edit.end;
      index = next;
    }
    return text + source.slice(at, to);
  };
  return render(0, source.length, edits);
}

function switched(check: { name: string; without: string; kind: CheckKind; inText: boolean }, inner: string): string {
  const isOut = `(globalThis as { soukWithout?: string }).soukWithout === ${JSON.stringify(check.name)}`;
  if (check.inText) return `\${${isOut} ? \`${check.without}\` : \`${inner}\`}`;
  if (check.kind === 'demand') return `if (!(${isOut})) { ${inner} }`;
  return `(${isOut} ? ${check.without} : (${inner}))`;
}

/** The texts in plain quotes, of which none holds what a template would read otherwise. */
function plainLiterals(file: ts.SourceFile): { start: number; end: number }[] {
  const found: { start: number; end: number }[] = [];
  const visit = (node: ts.Node): void => {
    if (ts.isStringLiteral(node) && !ts.isImportDeclaration(node.parent))
      found.push({ start: node.getStart(file), end: node.end });
    ts.forEachChild(node, visit);
  };
  visit(file);
  return found;
}
