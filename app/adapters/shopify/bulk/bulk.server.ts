import { AppError } from '#app/core/errors.ts';
import { OperationRefused } from '#app/core/operation-refused.ts';
import { requireAnswer, type PlatformClient } from '../client.server.ts';
import type {
  CancelBulkOperationMutation,
  ReadBulkOperationQuery,
  RunBulkQueryMutation,
} from '../operations.generated.ts';

/** How far an operation is that the platform does by itself. `count` is of all objects, `rootCount` of those at the top. */
export type BulkState = {
  status: 'open' | 'completed' | 'failed' | 'expired';
  count: number;
  rootCount: number;
  /** Where the result lies; null for one without a row. */
  url: string | null;
};

const RUN = `#graphql
  mutation RunBulkQuery($query: String!) {
    bulkOperationRunQuery(query: $query, groupObjects: true) {
      bulkOperation { id }
      userErrors { field message code }
    }
  }`;
const READ = `#graphql
  query ReadBulkOperation($id: ID!) {
    bulkOperation(id: $id) { status objectCount rootObjectCount url }
  }`;
const CANCEL = `#graphql
  mutation CancelBulkOperation($id: ID!) {
    bulkOperationCancel(id: $id) {
      bulkOperation { status }
      userErrors { field message }
    }
  }`;

/** As small as a bulk query can be: it keeps the app's right to run any. */
export const BULK_KEEP_ALIVE = `{ locations { edges { node { id } } } }`;

/**
 * Lets the platform run a query over everything. Returns the operation's id; null when it will not run another one now, or
 * will not run this one. That bulk queries are not enabled for the app is reported: only a person can enable them.
 */
export async function startBulk(platform: PlatformClient, query: string): Promise<string | null> {
  const denied = async (text: string): Promise<null> => {
    await platform.report('bulk_refused', text);
    return null;
  };
  const answer = await platform.mutate<RunBulkQueryMutation>(RUN, { query }).catch((error: unknown) => {
    if (error instanceof OperationRefused && error.isAccessDenied) return error;
    throw error;
  });
  if (answer instanceof OperationRefused) return denied(answer.message);
  const { bulkOperation, userErrors } = requireAnswer(answer.bulkOperationRunQuery);
  const refusal = userErrors.find(({ message }) => ACCESS_DENIED.test(message));
  if (refusal) return denied(refusal.message);
  if (userErrors.length > 0 || !bulkOperation) return null;
  await platform.report('bulk_refused', null);
  return bulkOperation.id;
}

/** The platform documents "an access denied error" and not where it stands. */
const ACCESS_DENIED = /access denied/i;

/** How far an operation is. One that the platform no longer knows has expired. */
export async function readBulk(platform: PlatformClient, id: string): Promise<BulkState> {
  const { bulkOperation } = await platform.query<ReadBulkOperationQuery>(READ, { id });
  if (!bulkOperation) return { status: 'expired', count: 0, rootCount: 0, url: null };
  const { status, objectCount, rootObjectCount, url } = bulkOperation;
  return { status: STATUSES[status] ?? 'open', count: Number(objectCount), rootCount: Number(rootObjectCount), url };
}

const STATUSES: Readonly<Record<string, BulkState['status']>> = {
  COMPLETED: 'completed',
  EXPIRED: 'expired',
  FAILED: 'failed',
  CANCELING: 'failed',
  CANCELED: 'failed',
};

/** Ends operations that nobody needs any more; those that have ended stay as they are. Never throws a platform's refusal. */
export async function cancelBulks(platform: PlatformClient, ids: readonly string[]): Promise<void> {
  for (const id of ids) {
    try {
      await platform.mutate<CancelBulkOperationMutation>(CANCEL, { id }, { idempotent: true });
    } catch (error) {
      // What cannot be cancelled ends by itself; its result is not read.
      if (!(error instanceof AppError)) throw error;
    }
  }
}
