import {
  getNamedType,
  isAbstractType,
  isEnumType,
  isListType,
  isNonNullType,
  isObjectType,
  isScalarType,
  Kind,
  OperationTypeNode,
  parse,
  TypeNameMetaFieldDef,
  typeFromAST,
  type FieldNode,
  type GraphQLEnumType,
  type GraphQLObjectType,
  type GraphQLOutputType,
  type GraphQLSchema,
  type OperationDefinitionNode,
  type SelectionSetNode,
} from 'graphql';
import { format, resolveConfig } from 'prettier';
import { at } from '#scripts/paths.ts';

/** The file that holds the types of what the platform answers. */
export const TYPES_FILE = 'app/adapters/shopify/operations.generated.ts';

const HEADER = `/**
 * The types of what the platform answers to each operation of the adapters, made from its published schema. Never edited by hand:
 * \`npx vitest run tests/contracts/operation-types.test.ts -u\` writes them again after an operation was changed.
 */
`;

/** How JSON carries the scalars of the platform. One that is missing here stops the generation. */
const SCALARS: Readonly<Record<string, string>> = {
  ID: 'string',
  String: 'string',
  Decimal: 'string',
  Money: 'string',
  DateTime: 'string',
  URL: 'string',
  HTML: 'string',
  UnsignedInt64: 'string',
  Int: 'number',
  Float: 'number',
  Boolean: 'boolean',
  JSON: 'unknown',
};

/** The one operation of a text, which must have a name. */
export function parseOperation(text: string): OperationDefinitionNode & { name: { value: string } } {
  const [operation, ...others] = parse(text).definitions;
  if (operation?.kind !== Kind.OPERATION_DEFINITION || others.length > 0 || !operation.name)
    throw new Error(`Not one operation with a name: ${text.slice(0, 80)}`);
  return { ...operation, name: operation.name };
}

/** The name of the type of an operation's answer: `query ReturnableUnits` → `ReturnableUnitsQuery`. */
export function nameType({ name, operation }: ReturnType<typeof parseOperation>): string {
  return `${name.value}${operation === OperationTypeNode.QUERY ? 'Query' : 'Mutation'}`;
}

/** The TypeScript source of the types of all operations, in the order of their names, as the formatter leaves it. */
export async function buildOperationTypes(schema: GraphQLSchema, texts: readonly string[]): Promise<string> {
  const enums = new Map<string, GraphQLEnumType>();
  const writer = createWriter(schema, enums);
  const types = texts.map(parseOperation).map((operation) => {
    const root = schema.getRootType(operation.operation);
    if (!root) throw new Error(`The schema has no ${operation.operation}`);
    return `export type ${nameType(operation)} = ${writer.writeObject(root, [operation.selectionSet])};\n`;
  });
  const unions = [...enums.values()].map(
    (type) =>
      `type ${type.name} = ${type
        .getValues()
        .map(({ name }) => `'${name}'`)
        .join(' | ')};\n`,
  );
  const source = [HEADER, ...types.sort(), ...unions.sort()].join('\n');
  return format(source, { ...(await resolveConfig(at(TYPES_FILE))), parser: 'typescript' });
}

type Fields = ReadonlyMap<string, readonly FieldNode[]>;

function createWriter(schema: GraphQLSchema, enums: Map<string, GraphQLEnumType>) {
  /** The fields that are selected of a concrete type, by the names that they have in the answer. */
  function collectFields(type: GraphQLObjectType, sets: readonly SelectionSetNode[]): Fields {
    const fields = new Map<string, FieldNode[]>();
    const collect = ({ selections }: SelectionSetNode): void => {
      for (const selection of selections) {
        // Neither is used here: a field that may be left out, or a fragment of its own, would need a type that says so.
        const isOptional = selection.directives?.some(({ name }) => ['include', 'skip'].includes(name.value));
        if (isOptional || selection.kind === Kind.FRAGMENT_SPREAD)
          throw new Error(`A field that may be left out, or a named fragment, at ${type.name} has no type here`);
        if (selection.kind === Kind.INLINE_FRAGMENT) {
          const wanted = selection.typeCondition ? typeFromAST(schema, selection.typeCondition) : type;
          const isMeant = wanted === type || (isAbstractType(wanted) && schema.isSubType(wanted, type));
          if (isMeant) collect(selection.selectionSet);
          continue;
        }
        const name = (selection.alias ?? selection.name).value;
        fields.set(name, [...(fields.get(name) ?? []), selection]);
      }
    };
    sets.forEach(collect);
    return fields;
  }

  function writeField(type: GraphQLObjectType, nodes: readonly FieldNode[]): string {
    const name = nodes[0]?.name.value ?? '';
    if (name === TypeNameMetaFieldDef.name) return `'${type.name}'`;
    const field = type.getFields()[name];
    if (!field) throw new Error(`${type.name} has no field ${name}`);
    return writeType(
      field.type,
      nodes.flatMap(({ selectionSet }) => selectionSet ?? []),
    );
  }

  function writeType(type: GraphQLOutputType, sets: readonly SelectionSetNode[]): string {
    if (!isNonNullType(type)) return `${writeNonNull(type, sets)} | null`;
    return writeNonNull(type.ofType, sets);
  }

  function writeNonNull(type: GraphQLOutputType, sets: readonly SelectionSetNode[]): string {
    if (isListType(type)) return `(${writeType(type.ofType, sets)})[]`;
    const named = getNamedType(type);
    if (isEnumType(named)) {
      enums.set(named.name, named);
      return named.name;
    }
    if (isScalarType(named)) {
      const written = SCALARS[named.name];
      if (!written) throw new Error(`The scalar ${named.name} has no type here`);
      return written;
    }
    if (isObjectType(named)) return writeObject(named, sets);
    return `(${writeUnion(schema.getPossibleTypes(named), sets)})`;
  }

  function writeObject(type: GraphQLObjectType, sets: readonly SelectionSetNode[]): string {
    const fields = [...collectFields(type, sets)];
    return `{ ${fields.map(([name, nodes]) => `${name}: ${writeField(type, nodes)}`).join('; ')} }`;
  }

  /**
   * One shape for the types that answer alike. Fields that only others have are there as undefined, so that they can be asked
   * for without knowing the type first.
   */
  function writeUnion(types: readonly GraphQLObjectType[], sets: readonly SelectionSetNode[]): string {
    const shapes = new Map<string, { own: Set<string>; typenames: string[] }>();
    for (const type of types) {
      const fields = [...collectFields(type, sets)].filter(([name]) => name !== TypeNameMetaFieldDef.name);
      const shape = fields.map(([name, nodes]) => `${name}: ${writeField(type, nodes)}`).join('; ');
      const same = shapes.get(shape) ?? { own: new Set(fields.map(([name]) => name)), typenames: [] };
      same.typenames.push(`'${type.name}'`);
      shapes.set(shape, same);
    }
    const all = new Set([...shapes.values()].flatMap(({ own }) => [...own]));
    const hasTypename = types.some((type) => collectFields(type, sets).has(TypeNameMetaFieldDef.name));
    return [...shapes]
      .map(([shape, { own, typenames }]) => {
        const absent = [...all].filter((name) => !own.has(name)).map((name) => `${name}?: undefined`);
        const typename = hasTypename ? [`${TypeNameMetaFieldDef.name}: ${typenames.join(' | ')}`] : [];
        return `{ ${[...typename, ...(shape === '' ? [] : [shape]), ...absent].join('; ')} }`;
      })
      .join(' | ');
  }

  return { writeObject };
}
