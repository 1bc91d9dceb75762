import { z } from 'zod';
import { AppError, invalidInput, stateRefuses } from '#app/core/errors.ts';
import { amountIssue, asCurrency, money, readAmount, toDto as toMoneyDto } from '#app/core/money/money.ts';
import { countPages, cutPage, decodeCursor } from '#app/core/paging.ts';
import { can, scopeOf, type Locale } from '#app/core/viewer.ts';
import { moneyDto } from '#app/core/dto.ts';
import { readUnitEarnings } from '#app/features/products/review/read-review.service.server.ts';
import { readTimeline, type AuditEvent } from '#app/platform/audit/audit.service.server.ts';
import type { Ctx } from '#app/server/context.server.ts';
import type { SqlTx } from '#app/server/db.server.ts';
import { changeOffer } from './change-offer.service.server.ts';
import { toOfferDto } from './offer-dto.server.ts';
import { areOffersOn, requireDraftGranted, requireOffers } from './offer-settings.service.server.ts';
import { atListPrice, type OfferAction, type OfferCommand, type OfferParty } from './offer.ts';
import type { OfferActionInput, OfferDetailDto, OfferDto, OfferPageDto, OffersQuery } from './offers.contract.ts';
import * as repo from './offers.repo.server.ts';

/** A page of the viewer's offers, newest first, with the counts of the statuses. Throws feature_disabled (404). */
export async function listOffers(ctx: Ctx, query: OffersQuery) {
  const after = query.cursor === undefined ? undefined : decodeCursor(query.cursor);
  return ctx.db.fast(scopeOf(ctx.viewer), async (tx) => {
    await requireOffers(tx);
    const filter = { status: query.status, q: query.q, byEmail: seesAddress(ctx) };
    const found = await repo.listOffers(tx, filter, { page: query.page, after });
    const { rows, cursor } = cutPage(found, (row) => row.createdAt);
    const counts = await repo.countOffers(tx, filter);
    return {
      offers: rows.map((row) => toDto(ctx, row)),
      counts,
      count: counts[query.status],
      pageCount: countPages(counts[query.status]),
      cursor,
    };
  });
}

/** One offer with its history; another vendor's is not_found (404). */
export function getOffer(ctx: Ctx, id: bigint): Promise<OfferPageDto> {
  return ctx.db.fast(scopeOf(ctx.viewer), async (tx) => {
    await requireOffers(tx);
    const row = await requireOffer(tx, id);
    return {
      ...(await toDetail(ctx, tx, row)),
      earns: await readEarnings(ctx, tx, row),
      isOwn: ctx.viewer.vendorScope !== '*',
    };
  });
}

/** The offer of the viewer's that an order was placed for; null where there is none, or offers are off. */
export async function findOfferOfOrder(ctx: Ctx, orderId: bigint): Promise<string | null> {
  const id = await ctx.db.fast(scopeOf(ctx.viewer), async (tx) =>
    (await areOffersOn(tx)) ? repo.findIdByOrder(tx, orderId) : undefined,
  );
  return id === undefined ? null : String(id);
}

/**
 * Accepts, rejects or counters an offer for its seller. Throws not_found (404) for another's, conflict (409) where it is not the
 * version that was shown, invalid_state (409) for what its status does not take, for a product that is no longer on sale and
 * where the store granted no draft orders, invalid_input (422) for a price outside of the bounds.
 */
export async function runOfferAction(ctx: Ctx, input: OfferActionInput): Promise<OfferDetailDto> {
  const { id, action, version } = input;
  const isDeal = action !== 'reject';
  // What the store granted is asked for before the offer is locked; whose offer it is, before that.
  await ctx.db.fast(scopeOf(ctx.viewer), async (tx) => {
    await requireOffers(tx);
    await requireOffer(tx, id);
  });
  if (isDeal) await requireDraftGranted(ctx);
  return ctx.db.fast(scopeOf(ctx.viewer), async (tx) => {
    const offer = await repo.findOffer(tx, id, { lock: true });
    if (!offer) throw new AppError('not_found');
    if (version !== undefined && version !== offer.version) throw new AppError('conflict');
    const command = readCommand('vendor', action, input.counterOffer, offer.currency, ctx.viewer.locale);
    const priced = isDeal ? atListPrice(offer, await requireOnSale(tx, offer)) : offer;
    const next = await changeOffer(ctx, tx, priced, command, ctx.viewer.actor);
    return toDetail(ctx, tx, next);
  });
}

/** How many offers wait for the seller; none while offers are off. */
export async function countPendingOffers(tx: SqlTx): Promise<number> {
  return repo.countPending(tx);
}

/** What a party wants as a command; an amount that is none is invalid_input (422). */
export function readCommand(
  by: OfferParty,
  action: OfferAction,
  counterOffer: string | null,
  currency: string,
  locale: Locale,
): OfferCommand {
  if (action !== 'counter') return { by, action };
  const amount = readAmount(counterOffer ?? '', asCurrency(currency), locale);
  if (!amount.ok) throw invalidInput([amountIssue('counterOffer', amount.refusal)]);
  return { by, action, priceMinor: amount.value };
}

/** A deal needs something to sell: its list price of now, minor units of a unit. Throws invalid_state (409). */
export async function requireOnSale(tx: SqlTx, offer: Pick<repo.OfferRow, 'variantId' | 'vendorId'>): Promise<bigint> {
  const variant = await repo.findOfferable(tx, offer.variantId);
  if (variant?.vendorId !== offer.vendorId) throw stateRefuses('offer_product_gone');
  return variant.priceMinor;
}

async function requireOffer(tx: SqlTx, id: bigint): Promise<repo.OfferRow> {
  const offer = await repo.findOffer(tx, id);
  if (!offer) throw new AppError('not_found');
  return offer;
}

const seesAddress = ({ viewer }: Ctx): boolean => viewer.vendorScope === '*';

function toDto(ctx: Ctx, row: repo.OfferRow): OfferDto {
  return toOfferDto(row, { by: 'vendor', mayAct: can(ctx.viewer, 'write_orders'), seesAddress: seesAddress(ctx) });
}

/** What the vendor would earn of an open offer by the commission of now; null for who may not see money. */
async function readEarnings(ctx: Ctx, tx: SqlTx, offer: repo.OfferRow): Promise<OfferPageDto['earns']> {
  const { status, quantity } = offer;
  if ((status !== 'pending' && status !== 'countered') || !can(ctx.viewer, 'read_finance')) return null;
  const earnsMinor = await readUnitEarnings(tx, offer);
  return toMoneyDto(money(earnsMinor * BigInt(quantity), asCurrency(offer.currency)));
}

async function toDetail(ctx: Ctx, tx: SqlTx, row: repo.OfferRow): Promise<OfferDetailDto> {
  const events = await readTimeline(tx, 'offer', String(row.id));
  return {
    ...toDto(ctx, row),
    history: events.map(toHistory),
  };
}

const detailSchema = z.object({ price: moneyDto, percent: z.number().int().optional() });

function toHistory({ at, action, actor, detail }: AuditEvent): OfferDetailDto['history'][number] {
  const known = detailSchema.safeParse(detail);
  return {
    at: at.toISOString(),
    event: action.replace(/^offer\./, ''),
    by: actor.name,
    price: known.success ? known.data.price : null,
    percent: known.data?.percent ?? null,
  };
}
