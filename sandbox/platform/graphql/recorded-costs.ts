import { createHash } from 'node:crypto';
import { getOperationAST, parse } from 'graphql';
import type { Sandbox } from '../../core/kernel.ts';
import { requestedCost } from './cost.ts';
import { adminSchema } from './schema.ts';

/** What the platform said that an operation asks for, in points. */
export type RecordedCost = { operation: string; variables: Record<string, unknown>; requested: number };

/** Costs that were recorded from the platform, by operation and sizes: they come before the sandbox's own formula. */
const known = new WeakMap<Sandbox, Map<string, number>>();

/** An operation costs by its text and by how many entries its variables ask for. */
function keyOf(operation: string, variables: Readonly<Record<string, unknown>>): string {
  const sizes = Object.entries(variables).filter(([, value]) => typeof value === 'number');
  return createHash('sha256')
    .update(JSON.stringify([operation, sizes.sort(([a], [b]) => a.localeCompare(b))]))
    .digest('hex');
}

/** The recorded cost of an operation; undefined where none was recorded. */
export function findRecordedCost(
  sandbox: Sandbox,
  operation: string,
  variables: Readonly<Record<string, unknown>>,
): number | undefined {
  return known.get(sandbox)?.get(keyOf(operation, variables));
}

/** Takes recorded costs over, and answers those that the formula had wrong, each operation by its first words. */
export function recordCosts(
  sandbox: Sandbox,
  recorded: readonly RecordedCost[],
): { operation: string; recorded: number; computed: number }[] {
  const costs = known.get(sandbox) ?? new Map<string, number>();
  known.set(sandbox, costs);
  const wrong = new Map<string, { operation: string; recorded: number; computed: number }>();
  for (const { operation, variables, requested } of recorded) {
    const document = parse(operation, { maxLexicalTokens: 20_000 });
    const definition = getOperationAST(document);
    if (!definition) continue;
    const computed = requestedCost(adminSchema().schema, document, definition, variables);
    const key = keyOf(operation, variables);
    costs.set(key, requested);
    if (computed !== requested)
      wrong.set(key, { operation: operation.replace(/\s+/g, ' ').trim().slice(0, 80), recorded: requested, computed });
  }
  return [...wrong.values()];
}
