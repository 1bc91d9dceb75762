import { Kind, OperationTypeNode, parse, TypeInfo, visit, visitWithTypeInfo } from 'graphql';
import type { DocumentNode, FieldNode } from 'graphql';
import { isAbstractType, isObjectType } from 'graphql';
import { Refusal } from '../../core/kernel.ts';
import { checkDocument, rootFields } from './checks.ts';
import type { AdminSchema } from './schema.ts';

const MAX_CONNECTIONS = 5;
const MAX_NESTED = 2;

/** A query that may run in bulk: where its connections are, as paths of response names without indexes. */
export type BulkPlan = { document: DocumentNode; root: string; connections: ReadonlySet<string> };

/** Reads a query that shall run in bulk. Throws a Refusal with what the platform would say against it. */
export function planBulk(admin: AdminSchema, query: string): BulkPlan {
  const document = readDocument(admin, query);
  const connections = new Set<string>();
  const path: string[] = [];
  const open: string[] = [];
  const types = new TypeInfo(admin.schema);
  visit(
    document,
    visitWithTypeInfo(types, {
      Field: {
        enter(node) {
          path.push(nameOf(node));
          const type = bareName(String(types.getFieldDef()?.type));
          if (!type.endsWith('Connection')) return;
          checkConnection(admin, node, { type, depth: open.length });
          open.push(path.join('.'));
          connections.add(path.join('.'));
        },
        leave() {
          if (open.at(-1) === path.join('.')) open.pop();
          path.pop();
        },
      },
    }),
  );
  const [operation] = document.definitions;
  const fields = operation?.kind === Kind.OPERATION_DEFINITION ? rootFields(operation) : [];
  const [root] = fields;
  if (!root || fields.length > 1 || !connections.has(nameOf(root)))
    throw refusal('Bulk queries must contain one connection at the top, and nothing beside it.');
  if (connections.size > MAX_CONNECTIONS)
    throw refusal(`Bulk queries cannot contain more than ${MAX_CONNECTIONS} connections.`);
  return { document, root: nameOf(root), connections };
}

function readDocument(admin: AdminSchema, query: string): DocumentNode {
  let document: DocumentNode;
  try {
    document = parse(query, { maxLexicalTokens: 20_000 });
  } catch (error) {
    throw refusal(`Invalid bulk query: ${error instanceof Error ? error.message : String(error)}`);
  }
  const [wrong] = checkDocument(admin, document);
  if (wrong) throw refusal(`Invalid bulk query: ${wrong.message}`);
  const [operation, ...others] = document.definitions;
  if (operation?.kind !== Kind.OPERATION_DEFINITION || others.length > 0)
    throw refusal('A bulk query is one operation without fragments of its own.');
  if (operation.operation !== OperationTypeNode.QUERY || (operation.variableDefinitions ?? []).length > 0)
    throw refusal('A bulk query is a query without variables.');
  return document;
}

/** Nodes need the interface Node, and an id where something hangs on them; at most two levels hang below the top. */
function checkConnection(admin: AdminSchema, node: FieldNode, at: { type: string; depth: number }): void {
  const { depth } = at;
  const type = admin.schema.getType(at.type);
  if (depth > MAX_NESTED)
    throw refusal(`Bulk queries cannot contain connections nested more than ${MAX_NESTED} levels deep.`);
  const edges = childOf(node, 'edges');
  const item = edges && childOf(edges, 'node');
  if (!item) throw refusal(`The connection '${node.name.value}' must be read by edges and node.`);
  const nodeType = isObjectType(type) ? admin.schema.getType(bareName(String(type.getFields()['nodes']?.type))) : null;
  const kinds = isAbstractType(nodeType)
    ? admin.schema.getPossibleTypes(nodeType)
    : isObjectType(nodeType)
      ? [nodeType]
      : [];
  const isNode = kinds.length > 0 && kinds.every((kind) => kind.getInterfaces().some((one) => one.name === 'Node'));
  if (!isNode) throw refusal(`The connection '${node.name.value}' does not hold nodes.`);
  if (!childOf(item, 'id')) throw refusal("The parent 'node' field of a connection must select the 'id' field.");
}

const childOf = (node: FieldNode, name: string): FieldNode | undefined =>
  node.selectionSet?.selections.find(
    (child): child is FieldNode => child.kind === Kind.FIELD && child.name.value === name,
  );

/** `[Product!]!` without its signs. */
const bareName = (type: string): string => type.replaceAll(/[[\]!]/g, '');
const nameOf = (node: FieldNode): string => node.alias?.value ?? node.name.value;
const refusal = (message: string): Refusal => new Refusal(message, ['query'], 'INVALID');
