import { entryReference } from '#app/adapters/shopify/metaobjects/metaobjects.server.ts';
import { MINUTE_MS } from '#app/core/durations.ts';
import { stateRefuses, type Issue } from '#app/core/errors.ts';
import { marketplaceScope } from '#app/core/viewer.ts';
import { rule } from '#app/core/rules.ts';
import { resolveVendor } from '#app/platform/vendors/vendors.service.server.ts';
import type { Ctx } from '#app/server/context.server.ts';
import type { SqlTx } from '#app/server/db.server.ts';
import { ENTRY_METAFIELD, HIDDEN_METAFIELD } from './catalog.ts';
import { prepareStore, readCatalog } from './catalog-settings.service.server.ts';
import * as repo from './catalog.repo.server.ts';
import * as links from './offer-links.repo.server.ts';
import { showEntry } from './show-entry.service.server.ts';

/** What a save of a product says of the catalogue: the entry that a new one offers, and the texts that an entry decides. */
type Saved = { id?: bigint | undefined; entryId?: bigint | undefined; title: string; bodyHtml: string };
/** What the product of an offer gets from its entry, and what happens in the transaction that takes the product in. */
export type Offer = {
  metafields: { namespace: string; key: string; type: string; value: string }[];
  media: { source: string; alt: string; contentType: 'IMAGE' }[];
  productType: string;
  made(tx: SqlTx, productId: bigint): Promise<void>;
};

/** How long an offer that is being made keeps others away; after a crash the next one takes over. */
const CLAIM_MS = MINUTE_MS;

/**
 * A save as the catalogue lets it be: title and description of an offer are its entry's, whoever saves. Where vendors may
 * only list against entries, a new product of a vendor that names none is refused (entry_required).
 */
export async function bindToEntry<Input extends Saved>(
  ctx: Ctx,
  input: Input,
): Promise<{ input: Input; issues: Issue[]; entry: repo.EntryRow | undefined; isBound: boolean }> {
  const free = { input, issues: [], entry: undefined, isBound: false };
  return ctx.db.fast(marketplaceScope(ctx.viewer.store.id), async (tx) => {
    const { enabled, onlyEntries } = await readCatalog(tx);
    if (input.id !== undefined) {
      const linked = enabled ? await links.findLinkedEntry(tx, input.id) : undefined;
      if (!linked) return free;
      return { ...free, isBound: true, input: { ...input, title: linked.title, bodyHtml: linked.bodyHtml } };
    }
    if (input.entryId === undefined) {
      if (!enabled || !onlyEntries || ctx.viewer.isAdmin) return free;
      const message = rule('entry_required');
      return { ...free, issues: [{ path: 'entryId', rule: 'entry_required', message }] };
    }
    const entry = enabled ? await repo.findEntry(tx, input.entryId) : undefined;
    if (!entry?.active) {
      const message = rule('unknown_entry');
      return { ...free, issues: [{ path: 'entryId', rule: 'unknown_entry', message }] };
    }
    const bound = { ...input, title: entry.title, bodyHtml: entry.description };
    return { input: bound, issues: [], entry, isBound: true };
  });
}

/**
 * Makes the product of a vendor's offer, at most one for each vendor and entry. Throws invalid_state (409) when the vendor
 * offers the entry already, or is making the offer at this moment.
 */
export async function makeOffer<Made>(
  ctx: Ctx,
  o: { entry: repo.EntryRow | undefined; vendor: string },
  make: (offer: Offer | undefined) => Promise<Made>,
): Promise<Made> {
  const { entry } = o;
  if (!entry) return make(undefined);
  const scope = marketplaceScope(ctx.viewer.store.id);
  const at = ctx.clock.now();
  const claim = await ctx.db.fast(scope, async (tx) => {
    const { id: vendorId } = await resolveVendor(tx, o.vendor);
    const mine = { entryId: entry.id, vendorId, at };
    await takeClaim(tx, mine);
    return mine;
  });
  try {
    return await make({
      metafields: [
        { ...ENTRY_METAFIELD, value: entryReference(entry.metaobjectId ?? (await showNow(ctx, entry))) },
        { ...HIDDEN_METAFIELD, value: '1' },
      ],
      media: entry.pictureUrl === '' ? [] : [{ source: entry.pictureUrl, alt: entry.title, contentType: 'IMAGE' }],
      productType: entry.productType,
      made: (tx, productId) => links.linkProduct(tx, { ...claim, productId }),
    });
  } catch (error) {
    // The product may have been made all the same: the next request of this vendor for this entry finds and links it.
    await ctx.db.fast(scope, (tx) => links.dropClaim(tx, claim));
    throw error;
  }
}

async function takeClaim(tx: SqlTx, mine: { entryId: bigint; vendorId: bigint; at: Date }): Promise<void> {
  // One at a time for each entry, so that nobody claims what a product of another vendor has become meanwhile.
  await repo.findEntry(tx, mine.entryId, { lock: true });
  await links.followVendors(tx, mine.entryId);
  if (await links.insertClaim(tx, mine)) return;
  const known = await links.findClaim(tx, mine);
  if (known?.stands) throw stateRefuses('already_offered');
  const isFresh = known?.productId === null && mine.at.getTime() - known.claimedAt.getTime() < CLAIM_MS;
  if (isFresh) throw stateRefuses('offer_in_progress');
  await links.renewClaim(tx, mine);
}

/** The store's copy of an entry that is so new that the store does not have it yet. */
async function showNow(ctx: Ctx, entry: repo.EntryRow): Promise<bigint> {
  const platform = await ctx.adapters.platform(ctx.viewer.store.domain);
  await prepareStore(platform);
  return showEntry(ctx, { storeId: ctx.viewer.store.id, platform, entry });
}

/** The entry that a product of the scope offers, for its editor; null for every other product and while the catalogue is off. */
export async function getLinkedEntry(tx: SqlTx, productId: bigint): Promise<{ id: string; title: string } | null> {
  if (!(await readCatalog(tx)).enabled) return null;
  const found = await links.findLinkedEntry(tx, productId);
  return found ? { id: String(found.entryId), title: found.title } : null;
}

/** Whether new products of the viewer come from entries alone. */
export function offersOnly(ctx: Ctx): Promise<boolean> {
  return ctx.db.fast(marketplaceScope(ctx.viewer.store.id), async (tx) => {
    const { enabled, onlyEntries } = await readCatalog(tx);
    return enabled && onlyEntries && !ctx.viewer.isAdmin;
  });
}
