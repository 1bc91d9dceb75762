import { getNamedType, isLeafType, Kind, OperationTypeNode } from 'graphql';
import type {
  DocumentNode,
  FragmentDefinitionNode,
  GraphQLNamedType,
  GraphQLSchema,
  OperationDefinitionNode,
  SelectionSetNode,
  ValueNode,
} from 'graphql';
import { isInterfaceType, isObjectType } from 'graphql';
import { realMs } from '../../core/clock.ts';

/** No single operation may ask for more than this. */
export const SINGLE_LIMIT = 1_000;
const MUTATION_COST = 10;

/**
 * What an operation may cost at most: objects 1, leaves 0, mutations 10, connections grow with the logarithm of their size.
 * The platform's exact formula is not published; this one is an imitation of its order of magnitude.
 */
export function requestedCost(
  schema: GraphQLSchema,
  document: DocumentNode,
  operation: OperationDefinitionNode,
  variables: Readonly<Record<string, unknown>>,
): number {
  const fragments = new Map(
    document.definitions
      .filter((node): node is FragmentDefinitionNode => node.kind === Kind.FRAGMENT_DEFINITION)
      .map((node) => [node.name.value, node]),
  );
  const root = operation.operation === OperationTypeNode.MUTATION ? schema.getMutationType() : schema.getQueryType();
  const size = (node: ValueNode | undefined): number | null => {
    const value =
      node?.kind === Kind.VARIABLE ? variables[node.name.value] : node?.kind === Kind.INT ? Number(node.value) : null;
    return typeof value === 'number' ? value : null;
  };
  const costOf = (set: SelectionSetNode, type: GraphQLNamedType | null | undefined): number => {
    let cost = 0;
    for (const selection of set.selections) {
      if (selection.kind !== Kind.FIELD) {
        const fragment = selection.kind === Kind.INLINE_FRAGMENT ? selection : fragments.get(selection.name.value);
        const narrowed = fragment?.typeCondition ? schema.getType(fragment.typeCondition.name.value) : type;
        if (fragment) cost += costOf(fragment.selectionSet, narrowed);
        continue;
      }
      const field = isObjectType(type) || isInterfaceType(type) ? type.getFields()[selection.name.value] : undefined;
      if (!field) continue;
      const named = getNamedType(field.type);
      if (isLeafType(named)) continue;
      const own =
        type === root && operation.operation === OperationTypeNode.MUTATION
          ? MUTATION_COST
          : /^(nodes|edges|node|pageInfo|userErrors)$/.test(selection.name.value)
            ? 0
            : 1;
      const inner = selection.selectionSet ? costOf(selection.selectionSet, named) : 0;
      const argument = selection.arguments?.find(
        (candidate) => candidate.name.value === 'first' || candidate.name.value === 'last',
      );
      const count = argument ? size(argument.value) : null;
      cost += count === null ? own + inner : Math.ceil(own + (1 + inner) * Math.log2(1 + Math.max(1, count)));
    }
    return cost;
  };
  return Math.max(1, costOf(operation.selectionSet, root));
}

export type ThrottleStatus = { maximumAvailable: number; currentlyAvailable: number; restoreRate: number };

/** A leaky bucket for one app in one shop, on real time: a moved clock must not fill it. */
export type Bucket = { take: (cost: number) => boolean; refund: (cost: number) => void; status: () => ThrottleStatus };

export function openBucket(maximumAvailable: number, restoreRate: number): Bucket {
  let available = maximumAvailable;
  let at = realMs();
  const refill = (): void => {
    const now = realMs();
    available = Math.min(maximumAvailable, available + ((now - at) / 1000) * restoreRate);
    at = now;
  };
  return {
    take: (cost) => {
      refill();
      if (cost > available) return false;
      available -= cost;
      return true;
    },
    refund: (cost) => {
      available = Math.min(maximumAvailable, available + cost);
    },
    status: () => {
      refill();
      return { maximumAvailable, currentlyAvailable: Math.floor(available), restoreRate };
    },
  };
}
