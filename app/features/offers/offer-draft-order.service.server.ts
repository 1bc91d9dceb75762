import {
  createDraft,
  deleteDraft,
  findDraft,
  findDraftsOrder,
  readDraft,
  type PlatformDraft,
} from '#app/adapters/shopify/orders/draft-orders.server.ts';
import type { PlatformClient } from '#app/adapters/shopify/client.server.ts';
import { AppError } from '#app/core/errors.ts';
import type { StoreId } from '#app/core/ids.ts';
import { asCurrency, formatAmount } from '#app/core/money/money.ts';
import { marketplaceScope } from '#app/core/viewer.ts';
import { queueMails } from '#app/platform/mails/mails.service.server.ts';
import { findStoreById } from '#app/platform/stores/stores.service.server.ts';
import type { Services } from '#app/server/context.server.ts';
import type { SqlTx } from '#app/server/db.server.ts';
import type { JobEnd } from '#app/server/scheduled-jobs.server.ts';
import { buyerMail, changeOffer, planInvoice, STORE_ACTOR } from './change-offer.service.server.ts';
import { recordOfferOrder } from './match-offer-orders.service.server.ts';
import { OFFER_ATTRIBUTE } from './offer.ts';
import * as repo from './offers.repo.server.ts';

/** The platform works on a new draft in the background; it is read again after these, then by a job of its own. */
const READ_AGAIN_MS = [250, 500, 1_000, 2_000];
const LATER_MS = 30_000;

/** Draft and order carry it: both are found by it where their ids got lost. */
const buildTag = (id: bigint): string => `souk-offer-${id}`;

/**
 * Makes the draft order of an accepted offer and mails its link once the platform has one. The intent is committed before the
 * call, so that whoever comes after a lost answer looks for the draft before making another.
 */
export async function makeInvoice(
  services: Services,
  storeId: StoreId,
  { offerId, step }: { offerId: bigint; step: number },
): Promise<JobEnd | undefined> {
  const started = await startInvoice(services, storeId, offerId);
  if (!started) return undefined;
  const { offer, platform, isRepeat } = started;
  let draft: PlatformDraft | undefined;
  try {
    draft = await obtainDraft(platform, offer, isRepeat);
  } catch (error) {
    if (!(error instanceof AppError) || error.code !== 'platform_refused') throw error;
  }
  // What the store does not sell any more cannot be sold at the agreed price either.
  if (!draft) return (tx) => withdraw(services, tx, offerId);
  const { id } = draft;
  const isPendingDraft = await services.db.fast(marketplaceScope(storeId), (tx) => repo.saveDraft(tx, offerId, id));
  if (!isPendingDraft) {
    // It ended while its draft was made: what nobody is told of is not left in the store.
    if (draft.order === null) await deleteDraft(platform, id);
    return undefined;
  }
  const ready = await waitForLink(services, platform, draft);
  const at = services.clock.now();
  if (ready?.invoiceUrl == null) {
    const later = new Date(at.getTime() + LATER_MS);
    return (tx) => planInvoice(services, tx, offerId, step + 1, later);
  }
  const { invoiceUrl } = ready;
  return async (tx) => {
    const now = await repo.findOffer(tx, offerId, { lock: true });
    if (now?.status !== 'accepted' || now.invoiceUrl !== null) return;
    await repo.updateOffer(tx, offerId, { invoiceUrl });
    await queueMails(tx, services, buyerMail('offer-received', { ...now, version: now.version + 1 }, at));
  };
}

/** Ends an offer whose time is over: its draft is deleted, so that its link dies. An order that came meanwhile counts. */
export async function expireOffer(services: Services, storeId: StoreId, offerId: bigint): Promise<JobEnd | undefined> {
  const scope = marketplaceScope(storeId);
  const now = services.clock.now();
  const offer = await services.db.fast(scope, (tx) => repo.markEndRequested(tx, offerId, now));
  if (!offer) return undefined;
  const order = await endDraft(services, storeId, offer);
  return async (tx) => {
    const current = await repo.findOffer(tx, offerId, { lock: true });
    if (!current || !isOver(current, now)) return;
    if (order) await recordOfferOrder(services, tx, current, order);
    else await changeOffer(services, tx, current, { by: 'store', action: 'expire' }, STORE_ACTOR);
  };
}

/** Looks at the draft of an offer that the platform told of: its order completes it, and without one somebody took the draft away. */
export async function refreshDraft(services: Services, storeId: StoreId, offerId: bigint): Promise<JobEnd | undefined> {
  const scope = marketplaceScope(storeId);
  const offer = await services.db.fast(scope, (tx) => repo.findOffer(tx, offerId));
  if (offer?.draftId == null || offer.status === 'completed') return undefined;
  const platform = await openPlatform(services, storeId);
  const draft = await readDraft(platform, offer.draftId);
  const order = draft?.order ?? (await findDraftsOrder(platform, buildTag(offerId)));
  if (draft && !order) return undefined;
  return async (tx) => {
    const now = await repo.findOffer(tx, offerId, { lock: true });
    if (!now) return;
    if (order) await recordOfferOrder(services, tx, now, order);
    else await withdraw(services, tx, offerId);
  };
}

const ENDS: ReadonlySet<string> = new Set(['pending', 'countered', 'accepted']);

const isOver = (offer: repo.OfferRow, now: Date): boolean =>
  ENDS.has(offer.status) && offer.orderId === null && offer.expiresAt <= now;

type StartedDraft = { offer: repo.OfferRow & { email: string }; platform: PlatformClient; isRepeat: boolean };

async function startInvoice(services: Services, storeId: StoreId, offerId: bigint): Promise<StartedDraft | undefined> {
  const marked = await services.db.fast(marketplaceScope(storeId), (tx) =>
    repo.markInvoicing(tx, offerId, services.clock.now()),
  );
  if (!marked || marked.offer.email === null) return undefined;
  const { offer, wasSent } = marked;
  return {
    offer: { ...offer, email: marked.offer.email },
    isRepeat: wasSent,
    platform: await openPlatform(services, storeId),
  };
}

/** The draft of an offer: the one that there is, or a new one. Undefined where it was taken away. */
async function obtainDraft(
  platform: PlatformClient,
  offer: StartedDraft['offer'],
  isRepeat: boolean,
): Promise<PlatformDraft | undefined> {
  if (offer.draftId !== null) return readDraft(platform, offer.draftId);
  const known = isRepeat ? await findDraft(platform, buildTag(offer.id)) : undefined;
  return (
    known ??
    createDraft(platform, {
      variantId: offer.variantId,
      quantity: offer.quantity,
      price: formatAmount(offer.priceMinor, asCurrency(offer.currency)),
      currency: offer.currency,
      email: offer.email,
      tag: buildTag(offer.id),
      attribute: { key: OFFER_ATTRIBUTE, value: offer.draftKey },
    })
  );
}

async function waitForLink(
  { clock }: Services,
  platform: PlatformClient,
  first: PlatformDraft,
): Promise<PlatformDraft | undefined> {
  let draft: PlatformDraft | undefined = first;
  for (const ms of READ_AGAIN_MS) {
    if (!draft || draft.invoiceUrl !== null) return draft;
    await clock.sleep(ms);
    draft = await readDraft(platform, draft.id);
  }
  return draft;
}

/** Deletes the draft of an offer, also one whose id got lost, unless its buyer checked out; the order then. */
async function endDraft(
  services: Services,
  storeId: StoreId,
  { id, draftId, draftSentAt }: Pick<repo.OfferRow, 'id' | 'draftId' | 'draftSentAt'>,
): Promise<PlatformDraft['order']> {
  if (draftId === null && draftSentAt === null) return null;
  const platform = await openPlatform(services, storeId);
  const tag = buildTag(id);
  const draft = draftId === null ? await findDraft(platform, tag) : await readDraft(platform, draftId);
  if (draft?.order) return draft.order;
  if (draft) await deleteDraft(platform, draft.id);
  return findDraftsOrder(platform, tag);
}

/** The store took away what was agreed. */
async function withdraw(services: Services, tx: SqlTx, offerId: bigint): Promise<void> {
  const offer = await repo.findOffer(tx, offerId, { lock: true });
  if (offer?.status !== 'accepted') return;
  await changeOffer(services, tx, offer, { by: 'store', action: 'withdraw' }, STORE_ACTOR);
}

async function openPlatform(services: Services, storeId: StoreId): Promise<PlatformClient> {
  const store = await findStoreById(services, storeId);
  if (!store) throw new AppError('store_unknown');
  return services.adapters.platform(store.domain);
}
