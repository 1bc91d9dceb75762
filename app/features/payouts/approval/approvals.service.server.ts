import { randomUUID } from 'node:crypto';
import { AppError, stateRefuses } from '#app/core/errors.ts';
import { countPages, PAGE_SIZE } from '#app/core/paging.ts';
import { marketplaceScope, type Actor } from '#app/core/viewer.ts';
import { recordAudit } from '#app/platform/audit/audit.service.server.ts';
import { findPayingKeys } from '#app/features/payment-providers/provider-access.service.server.ts';
import { countOthers, isPayer, isRequester, type Payer } from '#app/platform/payout-rights/payer.ts';
import {
  assertMayDecide,
  assertMayPayOut,
  findBlockedUntil,
  findVoidingChange,
  listPayers,
} from '#app/platform/payout-rights/payout-rights.service.server.ts';
import type { Ctx } from '#app/server/context.server.ts';
import type { SqlTx } from '#app/server/db.server.ts';
import { listRequestActions, stateAt, type RequestState } from './approval.ts';
import type { RequestDetailDto, RequestDto } from './approvals.contract.ts';
import * as repo from './approvals.repo.server.ts';
import { payIn, refusingTaken, type Chosen } from '../prepare/pay.service.server.ts';
import type { PayOutcome } from '../payouts.contract.ts';
import { lockRun } from '../payouts.repo.server.ts';
import { voidChangedRequests } from './voiding.service.server.ts';

/** A page of the store's requests: those that wait first, then the newest. */
export function listRequests(ctx: Ctx, page: number) {
  return ctx.db.fast(marketplaceScope(ctx.viewer.store.id), async (tx) => {
    const now = ctx.clock.now();
    await voidChangedRequests(tx, now);
    const reader = await openReader(ctx, tx, now);
    const found = await repo.listRequests(tx, { limit: PAGE_SIZE, offset: (page - 1) * PAGE_SIZE, now });
    const count = await repo.countRequests(tx);
    return {
      requests: found.map((request): RequestDto => ({ ...toDto(reader, request), parts: request.shown.parts })),
      count,
      pageCount: countPages(count),
    };
  });
}

/** One request with its orders. Anything else is not_found (404). */
export function readRequest(ctx: Ctx, id: bigint): Promise<RequestDetailDto> {
  return ctx.db.fast(marketplaceScope(ctx.viewer.store.id), async (tx) => {
    const now = ctx.clock.now();
    await voidChangedRequests(tx, now);
    const request = await repo.findRequest(tx, id);
    if (!request) throw new AppError('not_found');
    const { shown, outcome } = request;
    return {
      ...toDto(await openReader(ctx, tx, now), request),
      parts: shown.parts,
      outcome: outcome as PayOutcome | null,
    };
  });
}

/** How many requests wait, and how many of them the viewer could decide. */
export async function countWaiting(ctx: Ctx, tx: SqlTx): Promise<{ waiting: number; toDecide: number }> {
  const { actor } = ctx.viewer;
  const now = ctx.clock.now();
  const { waiting, payers } = await voidChangedRequests(tx, now);
  if (waiting.length === 0) return { waiting: 0, toDecide: 0 };
  const others = waiting.filter(({ askedBy, requester }) => !isRequester(payers, actor, { by: askedBy, requester }));
  const mayDecide = isPayer(payers, actor) && (await findBlockedUntil(tx, payers, actor, now)) === null;
  return { waiting: waiting.length, toDecide: mayDecide ? others.length : 0 };
}

/** The same in a transaction of its own. */
export function readWaiting(ctx: Ctx): Promise<{ waiting: number; toDecide: number }> {
  return ctx.db.fast(marketplaceScope(ctx.viewer.store.id), (tx) => countWaiting(ctx, tx));
}

/**
 * Pays what somebody else asked for, exactly: an amount that changed meanwhile pays nothing, ends the request as stale and is
 * amount_changed (409). Once it is approved it answers the same again. Throws not_found (404), invalid_state (409) for one's
 * own request and for one that was decided or has ended.
 */
export async function approveRequest(ctx: Ctx, id: bigint): Promise<RequestDetailDto> {
  await assertMayPayOut(ctx);
  const { store, actor } = ctx.viewer;
  const keys = await findPayingKeys(ctx, store.id);
  const state = await refusingTaken(() =>
    ctx.db.fast(marketplaceScope(store.id), async (tx): Promise<RequestState> => {
      const { request, payers, now } = await take(ctx, tx, id);
      if (request.state === 'approved' || request.state === 'stale') return request.state;
      assertOpen(request, now);
      if (isOwn(payers, actor, request)) throw stateRefuses('own_request');
      await assertUnchanged(tx, payers, request, now);
      await assertMayDecide(tx, payers, actor, now);
      if (!isPayer(payers, request.askedBy)) throw stateRefuses('requester_removed');
      const runId = randomUUID();
      const outcome = await payIn(ctx, tx, { ...buildChosen(ctx, request), runId }, keys);
      if (outcome === 'amount_changed') return decide(tx, request, { state: 'stale', by: actor, at: now });
      return decide(tx, request, { state: 'approved', by: actor, at: now, runId, outcome });
    }),
  );
  if (state === 'stale') throw new AppError('amount_changed');
  return readRequest(ctx, id);
}

/** Declines what somebody else asked for. Throws not_found (404), invalid_state (409) as approving does. */
export async function declineRequest(ctx: Ctx, id: bigint, note: string): Promise<RequestDetailDto> {
  await assertMayPayOut(ctx);
  const { store, actor } = ctx.viewer;
  await ctx.db.fast(marketplaceScope(store.id), async (tx) => {
    const { request, payers, now } = await take(ctx, tx, id);
    if (isOwn(payers, actor, request)) throw stateRefuses('own_request');
    if (request.state === 'declined') return;
    assertOpen(request, now);
    await assertUnchanged(tx, payers, request, now);
    await assertMayDecide(tx, payers, actor, now);
    await decide(tx, request, { state: 'declined', by: actor, at: now, note });
  });
  return readRequest(ctx, id);
}

/** Takes one's own request back. Throws not_found (404), invalid_state (409) for one of somebody else. */
export async function withdrawRequest(ctx: Ctx, id: bigint): Promise<RequestDetailDto> {
  const { store, actor } = ctx.viewer;
  await ctx.db.fast(marketplaceScope(store.id), async (tx) => {
    const { request, payers, now } = await take(ctx, tx, id);
    if (!isOwn(payers, actor, request)) throw stateRefuses('not_own_request');
    if (request.state === 'withdrawn') return;
    assertOpen(request, now);
    await decide(tx, request, { state: 'withdrawn', by: actor, at: now });
  });
  return readRequest(ctx, id);
}

/**
 * A request held until the transaction ends. The lock of its call comes first, as it does where the same call is made again, so
 * that the two cannot wait for one another.
 */
async function take(
  ctx: Ctx,
  tx: SqlTx,
  id: bigint,
): Promise<{ request: repo.RequestRow; payers: Payer[]; now: Date }> {
  const found = await repo.findRequest(tx, id);
  if (!found) throw new AppError('not_found');
  await lockRun(tx, found.fingerprint);
  const request = await repo.takeRequest(tx, id);
  if (!request) throw new AppError('not_found');
  return { request, payers: await listPayers(tx), now: ctx.clock.now() };
}

function assertOpen(request: repo.RequestRow, now: Date): void {
  const state = stateAt(request, now);
  if (state === 'voided') throw stateRefuses('request_voided');
  if (state !== 'waiting') throw stateRefuses(state === 'expired' ? 'request_expired' : 'change_decided');
}

const isOwn = (payers: readonly Payer[], actor: Actor, { askedBy, requester }: repo.RequestSummary): boolean =>
  isRequester(payers, actor, { by: askedBy, requester });

/** Throws invalid_state (409) where whoever asked changed since: looking at the request next notes that it ended. */
async function assertUnchanged(
  tx: SqlTx,
  payers: readonly Payer[],
  { askedBy, requester }: repo.RequestRow,
  now: Date,
): Promise<void> {
  if (await findVoidingChange(tx, payers, { by: askedBy, requester, now })) throw stateRefuses('request_voided');
}

/** The call as it was made, with the token of what was shown, for whoever asked. */
function buildChosen(ctx: Ctx, { asked: requested, askedBy, fingerprint }: repo.RequestRow): Chosen {
  const { byHand: manual } = requested;
  return {
    storeId: ctx.viewer.store.id,
    actor: askedBy,
    run: 'manual',
    ids: new Set(requested.ids.map(BigInt)),
    methods: new Map(requested.methods),
    manual: manual ? { paidAt: new Date(manual.paidAt), details: manual.details } : undefined,
    token: requested.token,
    fingerprint,
    limitedIn: null,
  };
}

async function decide(
  tx: SqlTx,
  { id, shown }: repo.RequestRow,
  decision: Parameters<typeof repo.decideRequest>[2],
): Promise<RequestState> {
  await repo.decideRequest(tx, id, decision);
  await recordAudit(tx, [
    {
      subject: 'payout_request',
      subjectId: String(id),
      vendorId: null,
      action: `payout_request.${decision.state}`,
      actor: decision.by,
      detail: { totals: shown.totals, vendors: shown.parts.length },
      note: decision.note ?? null,
      at: decision.at,
    },
  ]);
  return decision.state;
}

/** Who looks at requests: what they may do depends on it. */
type RequestReader = { actor: Actor; payers: readonly Payer[]; blockedUntil: Date | null; now: Date };

async function openReader(ctx: Ctx, tx: SqlTx, now: Date): Promise<RequestReader> {
  const { actor } = ctx.viewer;
  const payers = await listPayers(tx);
  return { actor, payers, now, blockedUntil: await findBlockedUntil(tx, payers, actor, now) };
}

function toDto(
  { actor, payers, blockedUntil, now }: RequestReader,
  request: repo.RequestSummary,
): Omit<RequestDto, 'parts'> {
  const { shown, askedBy } = request;
  const state = stateAt(request, now);
  const mayDecide = isPayer(payers, actor) && blockedUntil === null;
  return {
    id: String(request.id),
    state,
    why: shown.why,
    limit: shown.limit,
    totals: shown.totals,
    byHand: shown.byHand,
    askedBy: askedBy.name,
    askedAt: request.askedAt.toISOString(),
    endsAt: request.expiresAt.toISOString(),
    decidedBy: request.decidedBy?.name ?? null,
    decidedAt: request.decidedAt?.toISOString() ?? null,
    note: request.note,
    voidReason: request.voidReason,
    blockedUntil: blockedUntil?.toISOString() ?? null,
    allowedActions: listRequestActions(
      state,
      isOwn(payers, actor, request) ? 'requester' : mayDecide ? 'payer' : 'reader',
    ),
    others: countOthers(payers, askedBy),
  };
}
