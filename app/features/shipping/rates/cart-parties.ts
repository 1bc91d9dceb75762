import { appendTo } from '#app/core/append-to.ts';
import type { Currency } from '#app/core/money/money.ts';
import { zonesInForce, type LiveOffer } from './combine-rates.ts';
import type { VendorCart, Zone } from '../zones/zone.ts';
import { MARKETPLACE, type Party, type PartyCart } from './cart-rates.ts';
import type { RateItem } from './rate-request.ts';

type StoredZone = Zone & { currency: string };

/** Where a vendor's buyers collect, as they read it; `isForAll` whichever product, else only those that say so themselves. */
export type PickupSource = { place: string; isForAll: boolean };

/** Whose products and names are, by id and by folded name, and whose zones: the defaults stand under ''. */
type Owners = {
  ownerOfProduct: ReadonlyMap<string, string>;
  ownerOfName: ReadonlyMap<string, string>;
  zones: ReadonlyMap<string, StoredZone[]>;
};

/** One party's lines of a cart. */
export type PartyItems = { party: Party; items: RateItem[] };

/** A cart's lines by whom they belong to: by the product, because a name may have changed, else by the vendor that is named. */
export function groupByParty(items: readonly RateItem[], { ownerOfProduct, ownerOfName }: Owners): PartyItems[] {
  const groups = new Map<Party, RateItem[]>();
  for (const item of items) {
    const owner = item.productId === null ? undefined : ownerOfProduct.get(item.productId);
    const named = item.vendorKey === '' ? MARKETPLACE : (ownerOfName.get(item.vendorKey) ?? `name:${item.vendorKey}`);
    const party = owner ?? named;
    appendTo(groups, party, item);
  }
  return [...groups].map(([party, own]) => ({ party, items: own }));
}

/**
 * The parties of a cart with the zones that hold for each. The marketplace's own lines ship by the default zones, which are its
 * own, also where vendors may not use them.
 */
export function withZones(
  groups: readonly PartyItems[],
  zones: Owners['zones'],
  o: { useDefaults: boolean; currency: Currency; pickups?: Pickups; live?: ReadonlyMap<Party, LiveOffer> },
): PartyCart[] {
  const defaults = zones.get('') ?? [];
  return groups.map(({ party, items }) => {
    const own = party === MARKETPLACE ? defaults : (zones.get(party) ?? []);
    const pickup = o.pickups && findPickup({ party, items }, o.pickups);
    const zonesOf = zonesInForce(own, { ...o, defaults });
    return { party, cart: sumCart(items), zones: zonesOf, pickup, live: o.live?.get(party) };
  });
}

/** Which vendors have a place to collect at, and the variants that say so themselves. */
export type Pickups = { places: ReadonlyMap<string, PickupSource>; variants: ReadonlySet<string> };

/** Where all of a party's lines can be collected; undefined where one cannot. */
function findPickup({ party, items }: PartyItems, { places, variants }: Pickups): string | undefined {
  const found = places.get(party);
  const isOpen = items.every(({ variantId }) => found?.isForAll || (variantId !== null && variants.has(variantId)));
  return isOpen ? found?.place : undefined;
}

function sumCart(items: readonly RateItem[]): VendorCart {
  return items.reduce(
    (cart, { quantity, grams, priceMinor }) => ({
      weightGrams: cart.weightGrams + grams * BigInt(quantity),
      priceMinor: cart.priceMinor + priceMinor * BigInt(quantity),
    }),
    { weightGrams: 0n, priceMinor: 0n },
  );
}
