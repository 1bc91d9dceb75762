import { buildSchema } from 'graphql';
import { describe, expect, it } from 'vitest';
import { adminSchema } from '#sandbox/platform/graphql/schema.ts';
import { at } from '#scripts/paths.ts';
import { buildOperationTypes, nameType, parseOperation, TYPES_FILE } from './operation-types.ts';
import { readOperations, readPlatformCalls, type PlatformCall, type PlatformOperation } from './platform-operations.ts';

/** Calls whose answer has another type than that of the operation which they send, or none. */
function findMistypedCalls(calls: readonly PlatformCall[], operations: readonly PlatformOperation[]): string[] {
  return calls.flatMap(({ where, files, type = 'nothing', constant }) => {
    // A constant of the file itself comes before one of the same name in what it imports.
    const [sent] = files.flatMap((file) => operations.filter((one) => one.path === file && one.constant === constant));
    const expected = sent && nameType(parseOperation(sent.text));
    return type === expected ? [] : [`${where}: ${constant} answers ${expected ?? 'nobody knows what'}, not ${type}`];
  });
}

describe('the types of what the platform answers', () => {
  const operations = readOperations('app/adapters/shopify');
  const calls = readPlatformCalls('app/adapters/shopify');

  it('are those of the published schema for the operations of today (renew them with vitest -u)', async () => {
    const texts = operations.map(({ text }) => text);
    await expect(await buildOperationTypes(adminSchema().schema, texts)).toMatchFileSnapshot(at(TYPES_FILE));
  });

  it('have a name of their own for each operation', () => {
    const names = operations.map(({ text }) => nameType(parseOperation(text)));
    expect(names.filter((name, index) => names.indexOf(name) !== index)).toEqual([]);
  });

  it('are named by each call of the platform, which sends the operation of that type', () => {
    expect(calls.length).toBeGreaterThan(0);
    expect(findMistypedCalls(calls, operations)).toEqual([]);
  });

  it('are missed where a call names another type, none, or sends what is no operation', () => {
    const call = calls.find(({ constant }) => constant === 'LIST_RETURNABLE')!;
    const made = [
      { ...call, type: 'ReturnReasonsQuery' },
      { ...call, type: undefined },
      { ...call, constant: 'text' },
    ];
    expect(findMistypedCalls([call], operations)).toEqual([]);
    expect(findMistypedCalls(made, operations)).toEqual([
      expect.stringContaining('LIST_RETURNABLE answers ReturnableUnitsQuery, not ReturnReasonsQuery'),
      expect.stringContaining('not nothing'),
      expect.stringContaining('text answers nobody knows what'),
    ]);
  });

  describe('of a made-up schema', () => {
    const schema = buildSchema(`
      scalar DateTime
      scalar Riddle
      enum Status { OPEN CLOSED }
      interface Node { id: ID! }
      type Order implements Node { id: ID! name: String status: Status! tags: [String!]! closedAt: DateTime }
      type Refund implements Node { id: ID! order: Order! }
      type Location implements Node { id: ID! }
      type Query { order(id: ID!): Order node(id: ID!): Node nodes: [Node]! riddle: Riddle }
    `);
    const build = async (text: string): Promise<string> => {
      const source = await buildOperationTypes(schema, [text]);
      return source.slice(source.indexOf('export type')).replace(/\s+/g, ' ').trim();
    };

    it('are null where the schema says so, unions of texts for enums, and merge what is selected twice', async () => {
      expect(await build('query Read { first: order(id: 1) { id name } first: order(id: 1) { status tags } }')).toBe(
        "export type ReadQuery = { first: { id: string; name: string | null; status: Status; tags: string[] } | null }; type Status = 'OPEN' | 'CLOSED';",
      );
    });

    it('are one shape for each way in which the types of an interface answer, without the fields of others', async () => {
      expect(await build('query Find { node(id: 1) { __typename id ... on Order { name } } }')).toBe(
        "export type FindQuery = { node: | ( | { __typename: 'Order'; id: string; name: string | null } | { __typename: 'Refund' | 'Location'; id: string; name?: undefined } ) | null; };",
      );
    });

    it('are refused for an unknown scalar, a field that may be left out, a named fragment and a nameless operation', async () => {
      await expect(build('query Ask { riddle }')).rejects.toThrow('The scalar Riddle has no type');
      await expect(build('query Ask { order(id: 1) { id name @skip(if: true) } }')).rejects.toThrow('may be left out');
      await expect(build('query Ask { order(id: 1) { ...Parts } }')).rejects.toThrow('named fragment');
      await expect(build('{ order(id: 1) { id } }')).rejects.toThrow('Not one operation with a name');
    });
  });
});
