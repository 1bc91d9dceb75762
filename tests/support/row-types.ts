import ts from 'typescript';
import { at } from '#scripts/paths.ts';

/** A statement of the program with the type that the program gives to its rows. */
export type TypedStatement = {
  /** File and line of the call. */
  place: string;
  /** The statement as far as the source tells it; `HOLE` stands for what only a run knows. */
  text: string | undefined;
  /** The properties of the row, with what each may be. */
  columns: ReadonlyMap<string, ReadonlySet<ColumnKind>>;
};

export type ColumnKind = 'bigint' | 'number' | 'string' | 'boolean' | 'date' | 'array' | 'buffer' | 'object' | 'any';

/** Stands in a statement for what only a run knows: a condition, an order, a limit. */
export const HOLE = '\u0000';

const METHODS = new Set(['query', 'sql']);
type Value = string | readonly Value[];
type Bound = ReadonlyMap<ts.Symbol, Value>;

/** Every call in `app/` that names the type of a statement's rows (`tx.query<Row>(…)`), read with the types of the whole program. */
export function listTypedStatements(): TypedStatement[] {
  const { config } = ts.readConfigFile(at('tsconfig.json'), (path) => ts.sys.readFile(path)) as { config: object };
  const { options } = ts.parseJsonConfigFileContent(config, ts.sys, at());
  const roots = ts.sys
    .readDirectory(at('app'), ['.ts'], ['**/*.test.ts', '**/adapters/**'])
    .filter((path) => path.endsWith('.server.ts'));
  const program = ts.createProgram({ rootNames: roots, options: { ...options, noEmit: true } });
  const reader = new StatementReader(program.getTypeChecker());
  return roots.flatMap((path) => {
    const file = program.getSourceFile(path);
    return file ? reader.read(file, path.slice(at().length + 1)) : [];
  });
}

class StatementReader {
  readonly #types: ts.TypeChecker;

  constructor(types: ts.TypeChecker) {
    this.#types = types;
  }

  read(file: ts.SourceFile, path: string): TypedStatement[] {
    const found: TypedStatement[] = [];
    const visit = (node: ts.Node): void => {
      const row = rowOf(node);
      if (row) {
        const line = file.getLineAndCharacterOfPosition(row.call.getStart()).line + 1;
        const type = this.#types.getTypeFromTypeNode(row.type);
        if (!(type.flags & ts.TypeFlags.TypeParameter)) {
          const text = this.#evaluate(row.statement, new Map());
          found.push({
            place: `${path}:${line}`,
            text: typeof text === 'string' ? text : undefined,
            columns: this.#columnsOf(type, row.call),
          });
        }
      }
      ts.forEachChild(node, visit);
    };
    visit(file);
    return found;
  }

  #columnsOf(type: ts.Type, where: ts.Node): Map<string, Set<ColumnKind>> {
    return new Map(
      type
        .getProperties()
        .filter((property) => !(property.flags & ts.SymbolFlags.Optional))
        .map((property) => [property.name, this.#kindsOf(this.#types.getTypeOfSymbolAtLocation(property, where))]),
    );
  }

  #kindsOf(type: ts.Type): Set<ColumnKind> {
    const members = type.isUnion() ? type.types : [type];
    const nothing = ts.TypeFlags.Null | ts.TypeFlags.Undefined;
    return new Set(members.filter((one) => !(one.flags & nothing)).map((one) => this.#kindOf(one)));
  }

  #kindOf(type: ts.Type): ColumnKind {
    // A branded type is its primitive and a mark.
    const parts = type.isIntersection() ? type.types : [type];
    for (const { flags } of parts) {
      if (flags & (ts.TypeFlags.Any | ts.TypeFlags.Unknown)) return 'any';
      if (flags & ts.TypeFlags.BigIntLike) return 'bigint';
      if (flags & ts.TypeFlags.NumberLike) return 'number';
      if (flags & ts.TypeFlags.StringLike) return 'string';
      if (flags & ts.TypeFlags.BooleanLike) return 'boolean';
    }
    const name = type.getSymbol()?.name;
    if (name === 'Date') return 'date';
    if (name === 'Buffer' || name === 'Uint8Array') return 'buffer';
    return this.#types.isArrayType(type) || this.#types.isTupleType(type) ? 'array' : 'object';
  }

  /** The text of an expression, as far as constants, templates and small functions tell it. */
  #evaluate(node: ts.Expression, bound: Bound): Value {
    if (ts.isStringLiteralLike(node) || ts.isNumericLiteral(node)) return node.text;
    if (ts.isTemplateExpression(node)) {
      const spans = node.templateSpans.map(
        (span) => `${textOf(this.#evaluate(span.expression, bound))}${span.literal.text}`,
      );
      return `${node.head.text}${spans.join('')}`;
    }
    if (ts.isArrayLiteralExpression(node)) return node.elements.map((element) => this.#evaluate(element, bound));
    if (ts.isParenthesizedExpression(node) || ts.isAsExpression(node) || ts.isSatisfiesExpression(node)) {
      return this.#evaluate(node.expression, bound);
    }
    if (ts.isObjectLiteralExpression(node)) return this.#textProperty(node, bound);
    if (ts.isConditionalExpression(node)) return this.#evaluate(node.whenTrue, bound);
    if (ts.isBinaryExpression(node) && node.operatorToken.kind === ts.SyntaxKind.PlusToken) {
      return `${textOf(this.#evaluate(node.left, bound))}${textOf(this.#evaluate(node.right, bound))}`;
    }
    if (ts.isCallExpression(node)) return this.#call(node, bound);
    return this.#constant(node, bound);
  }

  /** A prepared statement is an object with its text. */
  #textProperty(node: ts.ObjectLiteralExpression, bound: Bound): Value {
    const text = node.properties.find((property) => property.name?.getText() === 'text');
    return text && ts.isPropertyAssignment(text) ? this.#evaluate(text.initializer, bound) : HOLE;
  }

  #constant(node: ts.Expression, bound: Bound): Value {
    const symbol = this.#types.getSymbolAtLocation(node);
    if (!symbol) return HOLE;
    const known = bound.get(symbol);
    if (known !== undefined) return known;
    const declared = this.#declarationOf(symbol);
    const initializer =
      declared && (ts.isVariableDeclaration(declared) || ts.isPropertyAssignment(declared))
        ? declared.initializer
        : undefined;
    return initializer ? this.#evaluate(initializer, bound) : HOLE;
  }

  #call(node: ts.CallExpression, bound: Bound): Value {
    const {
      expression,
      arguments: [first],
    } = node;
    if (ts.isIdentifier(expression) && expression.text === 'prepared' && first) return this.#evaluate(first, bound);
    if (ts.isPropertyAccessExpression(expression)) {
      const { text } = expression.name;
      const list = text === 'join' || text === 'map' ? this.#evaluate(expression.expression, bound) : HOLE;
      if (typeof list === 'string') return HOLE;
      if (text === 'join') return list.map(textOf).join(first ? textOf(this.#evaluate(first, bound)) : ',');
      return list.map((one) => (first && ts.isArrowFunction(first) ? this.#apply(first, [one], bound) : HOLE));
    }
    const symbol = this.#types.getSymbolAtLocation(expression);
    const declared = symbol && this.#declarationOf(symbol);
    const made = declared && ts.isVariableDeclaration(declared) ? declared.initializer : declared;
    if (!made || !(ts.isArrowFunction(made) || ts.isFunctionDeclaration(made))) return HOLE;
    return this.#apply(
      made,
      node.arguments.map((argument) => this.#evaluate(argument, bound)),
      bound,
    );
  }

  #apply(made: ts.ArrowFunction | ts.FunctionDeclaration, given: readonly Value[], bound: Bound): Value {
    const names = made.parameters.flatMap((parameter, index): [ts.Symbol, Value][] => {
      const symbol = this.#types.getSymbolAtLocation(parameter.name);
      return symbol
        ? [[symbol, given[index] ?? (parameter.initializer ? this.#evaluate(parameter.initializer, bound) : HOLE)]]
        : [];
    });
    const body =
      made.body && ts.isBlock(made.body) ? made.body.statements.find(ts.isReturnStatement)?.expression : made.body;
    return body ? this.#evaluate(body, new Map([...bound, ...names])) : HOLE;
  }

  #declarationOf(symbol: ts.Symbol): ts.Declaration | undefined {
    const real = symbol.flags & ts.SymbolFlags.Alias ? this.#types.getAliasedSymbol(symbol) : symbol;
    return real.valueDeclaration;
  }
}

const textOf = (value: Value): string => (typeof value === 'string' ? value : HOLE);

function rowOf(node: ts.Node): { call: ts.CallExpression; type: ts.TypeNode; statement: ts.Expression } | undefined {
  if (!ts.isCallExpression(node)) return undefined;
  const name = ts.isPropertyAccessExpression(node.expression) ? node.expression.name.text : node.expression.getText();
  const type = node.typeArguments?.[0];
  const statement = node.arguments[0];
  return METHODS.has(name) && type && statement ? { call: node, type, statement } : undefined;
}
