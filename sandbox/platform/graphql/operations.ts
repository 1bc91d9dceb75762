import { toGid } from '../../core/gid.ts';
import { nextId, Refusal } from '../../core/kernel.ts';
import type { Sandbox } from '../../core/kernel.ts';
import type { Context, UserError, View } from './context.ts';
import { productView } from './views/views-product.ts';

type Operation = { productId: number | null; userErrors: UserError[]; asked: number };

/** The operations that were begun; in memory only, as they live for minutes. */
const running = new WeakMap<Sandbox, Map<string, Operation>>();

/**
 * `productSet` with `synchronous: false`: the answer names an operation, and who asks for it learns first that it runs and
 * then how it ended. The work itself is done at once, so that nothing of it can be seen half done.
 */
export function startOperation(context: Context, work: () => number): View {
  const { sandbox } = context;
  const id = toGid('ProductSetOperation', nextId(sandbox));
  const operation: Operation = { productId: null, userErrors: [], asked: 0 };
  try {
    operation.productId = work();
  } catch (error) {
    if (!(error instanceof Refusal)) throw error;
    const field = error.field.length > 0 ? error.field : null;
    operation.userErrors = [{ __typename: 'ProductSetUserError', field, message: error.message, code: error.code }];
  }
  const operations = running.get(sandbox) ?? new Map<string, Operation>();
  running.set(sandbox, operations);
  operations.set(id, operation);
  return { __typename: 'ProductSetOperation', id, status: 'CREATED', product: null, userErrors: [] };
}

/** An operation as it stands: it runs when it is asked for the first time, and is complete from then on. */
export function operationView(context: Context, id: string): View | null {
  const operation = running.get(context.sandbox)?.get(id);
  if (!operation) return null;
  operation.asked += 1;
  const done = operation.asked > 1;
  const product = operation.productId === null ? undefined : context.shop.products[String(operation.productId)];
  return {
    __typename: 'ProductSetOperation',
    id,
    status: done ? 'COMPLETE' : 'ACTIVE',
    product: done && product ? productView(context, product) : null,
    userErrors: done ? operation.userErrors : [],
  };
}
