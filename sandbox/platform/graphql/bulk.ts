import { appendFileSync, existsSync, mkdirSync, statSync, writeFileSync } from 'node:fs';
import { randomUUID } from 'node:crypto';
import { join } from 'node:path';
import { execute, getNamedType, GraphQLError } from 'graphql';
import type { GraphQLFieldResolver } from 'graphql';
import { DAY_MS } from '#sandbox/core/durations.ts';
import { realMs } from '../../core/clock.ts';
import { toGid } from '../../core/gid.ts';
import { nextId, Refusal } from '../../core/kernel.ts';
import type { Sandbox } from '../../core/kernel.ts';
import { answerErrors } from './context.ts';
import type { Context, View } from './context.ts';
import { planBulk } from './bulk-plan.ts';
import type { BulkPlan } from './bulk-plan.ts';
import { checkScopes } from './checks.ts';
import { queryRoot } from './queries.ts';
import { resolveField } from './resolve.ts';
import { adminSchema } from './schema.ts';

export type BulkStatus = 'CREATED' | 'RUNNING' | 'COMPLETED' | 'FAILED' | 'CANCELING' | 'CANCELED';
type Bulk = {
  id: string;
  shop: string;
  query: string;
  grouped: boolean;
  status: BulkStatus;
  errorCode: 'ACCESS_DENIED' | 'INTERNAL_SERVER_ERROR' | null;
  createdAt: string;
  completedAt: string | null;
  objectCount: number;
  rootObjectCount: number;
  /** The name of the result among the files; nobody can guess it. */
  token: string;
};

/** The host and folder where the platform keeps results. */
const RESULTS = 'https://storage.googleapis.com/souk-sandbox-bulk';
const MAX_RUNNING = 5;
const ROOTS_A_TURN = 50;
const KEPT_MS = 7 * DAY_MS;
const HOLD_STEP_MS = 20;

/** The operations that were begun; in memory only: after a restart of the sandbox nobody knows them. */
const runningOperations = new WeakMap<Sandbox, Map<string, Bulk>>();

const bulksOf = (sandbox: Sandbox): Map<string, Bulk> => {
  const bulks = runningOperations.get(sandbox) ?? new Map<string, Bulk>();
  runningOperations.set(sandbox, bulks);
  return bulks;
};

/** The file of a result that may still be read; undefined for an unknown one and for one that has expired. */
export function findBulkFile(sandbox: Sandbox, token: string): string | undefined {
  const bulk = [...bulksOf(sandbox).values()].find((one) => one.token === token);
  if (!bulk || isExpired(sandbox, bulk)) return undefined;
  const path = pathOf(sandbox, bulk);
  return existsSync(path) ? path : undefined;
}

export function bulkMutations(context: Context): View {
  const { sandbox, shop } = context;
  return {
    bulkOperationRunQuery: (args: { query: string; groupObjects: boolean }) =>
      answerErrors(() => {
        refuseUnlessEnabled(sandbox);
        const plan = planBulk(adminSchema(), args.query);
        const running = [...bulksOf(sandbox).values()].filter((bulk) => bulk.shop === shop.domain && isOpen(bulk));
        if (running.length >= MAX_RUNNING)
          throw new Refusal('Bulk operations limit reached. Please try again later.', [], 'LIMIT_REACHED');
        const bulk: Bulk = {
          id: toGid('BulkOperation', nextId(sandbox)),
          shop: shop.domain,
          query: args.query,
          grouped: args.groupObjects,
          status: 'CREATED',
          errorCode: null,
          createdAt: sandbox.clock.iso(),
          completedAt: null,
          objectCount: 0,
          rootObjectCount: 0,
          token: randomUUID(),
        };
        bulksOf(sandbox).set(bulk.id, bulk);
        const view = bulkView(sandbox, bulk);
        void run(context, bulk, plan).catch(() => {
          // The folder went with the sandbox while this ran.
          bulk.status = 'FAILED';
        });
        return { bulkOperation: view };
      }, 'BulkOperationUserError'),
    bulkOperationCancel: (args: { id: string }) =>
      answerErrors(() => {
        const bulk = bulksOf(sandbox).get(args.id);
        if (bulk?.shop !== shop.domain) throw new Refusal('Bulk operation does not exist', ['id'], 'NOT_FOUND');
        if (!isOpen(bulk))
          throw new Refusal(
            `A bulk operation cannot be canceled when it is ${bulk.status.toLowerCase()}`,
            ['id'],
            'INVALID',
          );
        bulk.status = 'CANCELING';
        return { bulkOperation: bulkView(sandbox, bulk) };
      }, 'UserError'),
  };
}

/** An app for which nobody enabled bulk queries, or that let the right lapse, gets an access denied error in every version. */
function refuseUnlessEnabled(sandbox: Sandbox): void {
  if (!sandbox.faults.take('bulk', ['start'], ['error'])) return;
  throw new GraphQLError('Access denied for bulkOperationRunQuery field.', {
    path: ['bulkOperationRunQuery'],
    extensions: { code: 'ACCESS_DENIED' },
  });
}

export function bulkQueries(context: Context): View {
  const { sandbox, shop } = context;
  return {
    bulkOperation: (args: { id: string }) => {
      const bulk = bulksOf(sandbox).get(args.id);
      return bulk?.shop === shop.domain ? bulkView(sandbox, bulk) : null;
    },
  };
}

const isOpen = (bulk: Bulk): boolean => ['CREATED', 'RUNNING', 'CANCELING'].includes(bulk.status);
const isExpired = (sandbox: Sandbox, bulk: Bulk): boolean =>
  bulk.completedAt !== null && sandbox.clock.now().getTime() - Date.parse(bulk.completedAt) > KEPT_MS;
const pathOf = (sandbox: Sandbox, bulk: Bulk): string => join(sandbox.config.dataDir, 'bulk', `${bulk.token}.jsonl`);

function bulkView(sandbox: Sandbox, bulk: Bulk): View {
  const expired = isExpired(sandbox, bulk);
  const hasFile = bulk.objectCount > 0 && !expired;
  const isWhole = bulk.status === 'COMPLETED';
  const isPart = bulk.status === 'FAILED' || bulk.status === 'CANCELED';
  const url = `${RESULTS}/${bulk.token}`;
  return {
    __typename: 'BulkOperation',
    id: bulk.id,
    type: 'QUERY',
    query: bulk.query,
    status: isWhole && expired ? 'EXPIRED' : bulk.status,
    errorCode: bulk.errorCode,
    createdAt: bulk.createdAt,
    completedAt: isWhole ? bulk.completedAt : null,
    objectCount: String(bulk.objectCount),
    rootObjectCount: String(bulk.rootObjectCount),
    fileSize: isWhole && hasFile ? String(statSync(pathOf(sandbox, bulk)).size) : null,
    url: isWhole && hasFile ? url : null,
    partialDataUrl: isPart && hasFile ? url : null,
  };
}

/** Reads the whole result, some rows of the top a turn, so that who asks meanwhile sees how far it came. */
async function run(context: Context, bulk: Bulk, plan: BulkPlan): Promise<void> {
  const { sandbox, token } = context;
  mkdirSync(join(sandbox.config.dataDir, 'bulk'), { recursive: true });
  writeFileSync(pathOf(sandbox, bulk), '');
  await turn(sandbox, bulk);
  if (bulk.status === 'CREATED') bulk.status = 'RUNNING';
  const lacks = checkScopes(adminSchema(), plan.document, token.scopes).length > 0;
  const errorCode = lacks ? 'ACCESS_DENIED' : await readAll(context, bulk, plan);
  // A reset of the sandbox may have taken the store away; then nobody hears of it.
  if (errorCode !== 'GONE') end(context, bulk, errorCode);
}

async function readAll(context: Context, bulk: Bulk, plan: BulkPlan): Promise<Bulk['errorCode'] | 'GONE'> {
  const { sandbox, shop } = context;
  let after: string | null = null;
  do {
    if (sandbox.state.shops[shop.domain] !== shop) return 'GONE';
    if (isStopping(bulk)) return null;
    const read = await readTurn(context, plan, after);
    if (read.failed) return 'INTERNAL_SERVER_ERROR';
    const lines = bulk.grouped ? read.roots.flat() : ungrouped(read.roots);
    const text = lines.map((line) => `${JSON.stringify(line)}\n`).join('');
    appendFileSync(pathOf(sandbox, bulk), text);
    bulk.objectCount += lines.length;
    bulk.rootObjectCount += read.roots.length;
    after = read.next;
    await turn(sandbox, bulk);
    if (sandbox.faults.take('bulk', ['run'], ['error'])) return 'INTERNAL_SERVER_ERROR';
  } while (after !== null);
  return null;
}

/** Read anew: it is another call that says stop. */
const isStopping = (bulk: Bulk): boolean => bulk.status === 'CANCELING';

/** Lets others have a turn; the fault "delay" holds the operation until it is switched off or its time is over. */
async function turn(sandbox: Sandbox, bulk: Bulk): Promise<void> {
  const fault = sandbox.faults.take('bulk', ['run'], ['delay']);
  await new Promise((resolve) => setImmediate(resolve));
  if (!fault) return;
  const until = realMs() + fault.delayMs;
  while (realMs() < until && !isStopping(bulk) && sandbox.faults.list().some((one) => one.id === fault.id))
    await new Promise((resolve) => setTimeout(resolve, HOLD_STEP_MS).unref());
}

function end({ sandbox, shop }: Context, bulk: Bulk, errorCode: Bulk['errorCode']): void {
  bulk.errorCode = errorCode;
  bulk.status = errorCode ? 'FAILED' : isStopping(bulk) ? 'CANCELED' : 'COMPLETED';
  bulk.completedAt = sandbox.clock.iso();
  sandbox.webhooks.emit(shop, 'bulk_operations/finish', {
    admin_graphql_api_id: bulk.id,
    completed_at: bulk.completedAt,
    created_at: bulk.createdAt,
    error_code: errorCode?.toLowerCase() ?? null,
    status: bulk.status.toLowerCase(),
    type: 'query',
  });
}

type Line = Record<string, unknown>;
/** The lines of each row of the top: its own first, then what hangs on it. */
type Turn = { roots: Line[][]; next: string | null; failed: boolean };

async function readTurn(context: Context, plan: BulkPlan, after: string | null): Promise<Turn> {
  let next: string | null = null;
  const fieldResolver: GraphQLFieldResolver<unknown, unknown, Record<string, unknown>> = (
    source,
    args,
    unused,
    info,
  ) => {
    const isTop = info.path.prev === undefined;
    const isList = getNamedType(info.returnType).name.endsWith('Connection');
    const requested = isTop ? { ...args, first: ROOTS_A_TURN, after } : isList ? { ...args, whole: true } : args;
    const value: unknown = resolveField(source, requested, unused, info);
    if (isTop) {
      const page = (value as View)['pageInfo'] as { hasNextPage: boolean; endCursor: string | null };
      next = page.hasNextPage ? page.endCursor : null;
    }
    return value;
  };
  const { schema } = adminSchema();
  const result = await execute({ schema, document: plan.document, rootValue: queryRoot(context), fieldResolver });
  if (result.errors || !result.data) {
    console.error('sandbox: a bulk operation failed:', result.errors?.[0]?.message);
    return { roots: [], next: null, failed: true };
  }
  return {
    roots: nodesOf(result.data[plan.root]).map((node) => linesOf(node, plan.root, plan, null)),
    next,
    failed: false,
  };
}

const nodesOf = (connection: unknown): Line[] =>
  (connection as { edges: { node: Line }[] }).edges.map((edge) => edge.node);

function linesOf(node: Line, path: string, plan: BulkPlan, parentId: unknown): Line[] {
  const nested: { path: string; nodes: Line[] }[] = [];
  const own = strip(node, `${path}.edges.node`, plan, nested) as Line;
  const line = parentId === null ? own : { ...own, __parentId: parentId };
  return [line, ...nested.flatMap((one) => one.nodes.flatMap((child) => linesOf(child, one.path, plan, node['id'])))];
}

/** A value without the connections in it, which become lines of their own. */
function strip(value: unknown, path: string, plan: BulkPlan, nested: { path: string; nodes: Line[] }[]): unknown {
  if (Array.isArray(value)) return value.map((item) => strip(item, path, plan, nested));
  if (typeof value !== 'object' || value === null) return value;
  const kept: [string, unknown][] = [];
  for (const [key, item] of Object.entries(value)) {
    const at = `${path}.${key}`;
    if (plan.connections.has(at)) nested.push({ path: at, nodes: nodesOf(item) });
    else kept.push([key, strip(item, at, plan, nested)]);
  }
  return Object.fromEntries(kept);
}

/** Without grouping only this holds: a line comes after the one that it hangs on. */
function ungrouped(roots: Line[][]): Line[] {
  const lines = roots.flat();
  return [...lines.filter((line) => !('__parentId' in line)), ...lines.filter((line) => '__parentId' in line)];
}
