import type { Currency } from '#app/core/money.ts';
import { zonesInForce } from '../zones/combine.ts';
import type { Zone } from '../zones/zone.ts';
import { groupByParty, MARKETPLACE, namedParty, type Party, type PartyCart } from './cart-rates.ts';
import type { RateItem } from './rate-request.ts';

type StoredZone = Zone & { currency: string };

/** Whose products and names are, by id and by folded name, and whose zones: the defaults stand under ''. */
export type Owners = {
  ownerOfProduct: ReadonlyMap<string, string>;
  ownerOfName: ReadonlyMap<string, string>;
  zones: ReadonlyMap<string, StoredZone[]>;
};

/** Whose a line is: by its product, because a name may have changed, else by the vendor that the platform names. */
function partyOf({ productId, vendorKey }: RateItem, { ownerOfProduct, ownerOfName }: Owners): Party {
  const owner = productId === null ? undefined : ownerOfProduct.get(productId);
  if (owner !== undefined) return owner;
  if (vendorKey === '') return MARKETPLACE;
  return ownerOfName.get(vendorKey) ?? namedParty(vendorKey);
}

/**
 * A cart by whom its lines belong to, with the zones that hold for each. The marketplace's own lines ship by the default zones,
 * which are its own, also where vendors may not use them.
 */
export function listParties(
  items: readonly RateItem[],
  owners: Owners,
  o: { useDefaults: boolean; currency: Currency },
): PartyCart[] {
  const defaults = owners.zones.get('') ?? [];
  return groupByParty(items, (item) => partyOf(item, owners)).map(({ party, cart }) => {
    const own = party === MARKETPLACE ? defaults : (owners.zones.get(party) ?? []);
    return { party, cart, zones: zonesInForce(own, { ...o, defaults }) };
  });
}
