import { createFulfilment } from '#app/adapters/shopify/fulfilments.server.ts';
import { AppError, type Issue, stateRefuses, fillText, REASONS } from '#app/core/errors.ts';
import { marketplaceScope, scopeOf } from '#app/core/viewer.ts';
import { recordAudit } from '#app/features/audit/audit.service.server.ts';
import { findStoreById } from '#app/features/stores/stores.service.server.ts';
import type { Ctx } from '#app/server/context.server.ts';
import { parseFulfilment, type FulfilmentFacts } from './fulfilment.ts';
import { learnOrders } from './ingest.service.server.ts';
import { statusesOf } from './order-view.ts';
import type { FulfillInput } from './orders.contract.ts';
import * as repo from './orders.repo.server.ts';

/** Where the newest order of a list begins: a place before every row. */
const BEFORE_ALL = { at: new Date('9999-01-01T00:00:00Z'), id: 0n };

type OwnUnits = { lineId: string; quantity: number };

/**
 * Ships units of own lines of an order: in the store first, then at once in our own rows, without waiting for the webhook.
 * Answers the next order to ship. A line of somebody else anywhere in the request is not_found (404) and nothing happens;
 * more than what is left is state_refuses (409).
 */
export async function fulfillOrder(
  ctx: Ctx,
  orderId: bigint,
  input: FulfillInput,
): Promise<{ nextOrder: { id: string; name: string } | null }> {
  const chosen = await chooseOwnUnits(ctx, orderId, input);
  const platform = await ctx.adapters.platform(ctx.viewer.store.domain);
  const { parcels, failure } = await createFulfilment(platform, {
    orderId,
    lines: chosen.units,
    carrier: input.carrier,
    tracking: input.tracking,
    url: input.url,
    notify: input.notify,
  });
  const facts = parcels.flatMap((parcel) => parseFulfilment(parcel) ?? []);
  await learnParcels(ctx, orderId, chosen.vendorId, facts);
  // Lines at a second location may have failed; what was shipped is kept and shown, and the rest can be tried again.
  if (failure) throw failure;
  return { nextOrder: await findNextOrder(ctx, orderId) };
}

async function chooseOwnUnits(
  ctx: Ctx,
  orderId: bigint,
  input: FulfillInput,
): Promise<{ vendorId: bigint; units: OwnUnits[] }> {
  const lines = await ctx.db.fast(scopeOf(ctx.viewer), (tx) => repo.listLines(tx, orderId));
  const byId = new Map(lines.map((line) => [line.id, line]));
  const named = input.lineItems.map(({ id, quantity }) => ({ line: byId.get(id), quantity }));
  const vendorIds = new Set<bigint>();
  const issues: Issue[] = [];
  const units = named.flatMap(({ line, quantity }, index): OwnUnits[] => {
    if (!line) throw new AppError('not_found');
    if (quantity === 0) return [];
    if (line.vendorId === null) {
      throw stateRefuses('line_of_store', { title: line.title });
    }
    vendorIds.add(line.vendorId);
    const left = Math.max(0, line.remaining - line.fulfilled);
    if (quantity > left) {
      const message = fillText(REASONS.more_than_left, { left });
      issues.push({ path: `lineItems.${index}.quantity`, rule: 'above_left', message, params: { left } });
    }
    return [{ lineId: String(line.id), quantity }];
  });
  const [first] = issues;
  if (first) throw stateRefuses('more_than_left', first.params, issues);
  const [vendorId] = vendorIds;
  if (vendorId === undefined || vendorIds.size > 1) {
    throw stateRefuses('one_vendor_at_a_time');
  }
  return { vendorId, units };
}

/** Writes parcels that the store just made, with who made them. Their webhooks change nothing any more. */
async function learnParcels(
  ctx: Ctx,
  orderId: bigint,
  vendorId: bigint,
  facts: readonly FulfilmentFacts[],
): Promise<void> {
  const { store, actor } = ctx.viewer;
  const installed = await findStoreById(ctx, store.id);
  if (!installed) throw new AppError('store_unknown');
  await ctx.db.fast(marketplaceScope(store.id), async (tx) => {
    await learnOrders(
      ctx,
      tx,
      installed,
      facts.map((fulfilment) => ({
        kind: 'fulfilment' as const,
        orderId: String(orderId),
        fulfilment,
        source: { type: 'webhook' as const, id: `fulfilment/${fulfilment.id}` },
      })),
    );
    await recordAudit(tx, [
      {
        subject: 'order',
        subjectId: String(orderId),
        vendorId,
        action: 'fulfilled',
        actor,
        detail: {
          parcels: facts.map((one) => one.id),
          lines: facts.flatMap((one) => one.lines),
        },
        at: ctx.clock.now(),
      },
    ]);
  });
}

/** The next order to ship: the nearest older one, else the newest of all. */
async function findNextOrder(ctx: Ctx, orderId: bigint): Promise<{ id: string; name: string } | null> {
  const query: repo.OrderQuery = { q: '', range: {}, statuses: statusesOf('unfulfilled') };
  return ctx.db.fast(scopeOf(ctx.viewer), async (tx) => {
    const [part] = await repo.findParts(tx, orderId);
    const from = part ? { at: part.orderedAt, id: part.id } : BEFORE_ALL;
    const found =
      (await repo.findNeighbour(tx, query, { orderId, at: from, direction: 'older' })) ??
      (await repo.findNeighbour(tx, query, { orderId, at: BEFORE_ALL, direction: 'older' }));
    return found ? { id: String(found.id), name: found.name } : null;
  });
}
