import type { Sandbox } from '../core/kernel.ts';
import type { CarrierService, Shop } from '../core/state.ts';
import { askCarrier } from './carrier-calls.ts';
import type { CarrierAnswer, CarrierCart, DeliveryDates } from './carrier-calls.ts';
import { carriersOf, zoneFor } from './store/carriers.ts';
import { chooseLocation } from './store/inventory.ts';
import { findVariantById } from './store/lookup.ts';

export type ShippingMethod = {
  code: string;
  title: string;
  description?: string;
  priceMinor: number;
  dates?: DeliveryDates;
};

/** What is offered where a carrier does not answer. */
const BACKUP: ShippingMethod = { code: 'backup', title: 'Backup rate', priceMinor: 1500 };

/** What a checkout offers: the zone's flat rates, and the rows of the carrier that it asks. Nothing where nothing is shipped. */
export async function listShippingMethods(sandbox: Sandbox, shop: Shop, cart: CarrierCart): Promise<ShippingMethod[]> {
  const shipped = cart.lines.filter(
    ({ variantId }) => findVariantById(shop, variantId)?.variant.inventory.requiresShipping ?? false,
  );
  const zone = zoneFor(sandbox, shop, cart.destination.country);
  if (!zone || shipped.length === 0) return [];
  const carrier = carriersOf(shop).find(({ id, active }) => id === zone.carrierId && active);
  const rows = carrier ? await askLocations(sandbox, shop, carrier, { ...cart, lines: shipped }) : [];
  return [...(rows ?? [BACKUP]), ...(zone.hasFlatRates ? shop.shippingMethods : [])];
}

/** The later of both ends of all windows; no dates where a row states none. */
function mergeDates(rows: readonly (ShippingMethod | undefined)[]): { dates?: DeliveryDates } {
  const dates = rows.flatMap((row) => row?.dates ?? []);
  if (dates.length < rows.length) return {};
  const latest = (end: 'min' | 'max') => dates.map((one) => one[end]).reduce((a, b) => (a > b ? a : b));
  return { dates: { min: latest('min'), max: latest('max') } };
}

/**
 * One request for each location that lines ship from. Rows of one name are added up; where the locations offer other names there
 * is one row that is called "Shipping", of each one's cheapest.
 */
async function askLocations(
  sandbox: Sandbox,
  shop: Shop,
  carrier: CarrierService,
  cart: CarrierCart,
): Promise<CarrierAnswer> {
  const byLocation = new Map<number, CarrierCart['lines'][number][]>();
  for (const line of cart.lines) {
    const owned = findVariantById(shop, line.variantId);
    const location = chooseLocation(shop, owned?.variant ?? null, line.quantity);
    byLocation.set(location, [...(byLocation.get(location) ?? []), line]);
  }
  const answers: CarrierAnswer[] = [];
  for (const lines of byLocation.values()) answers.push(await askCarrier(sandbox, shop, carrier, { ...cart, lines }));
  if (answers.some((answer) => answer === null)) return null;
  const offered = answers.map((answer) => answer ?? []);
  const [first = [], ...others] = offered;
  if (offered.some((rows) => rows.length === 0)) return [];
  const shared = first.flatMap((row) => {
    const same = others.map((rows) => rows.find(({ title }) => title === row.title));
    const isInAll = same.every((one) => one !== undefined);
    const sum = same.reduce((total, one) => total + (one?.priceMinor ?? 0), row.priceMinor);
    return isInAll ? [{ ...row, priceMinor: sum, ...mergeDates([row, ...same]) }] : [];
  });
  if (shared.length > 0) return shared;
  const cheapest = offered.map((rows) => Math.min(...rows.map(({ priceMinor }) => priceMinor)));
  return [{ title: 'Shipping', code: 'Shipping', description: '', priceMinor: cheapest.reduce((a, b) => a + b, 0) }];
}
