import { nextId, Refusal } from '../../core/kernel.ts';
import type { Sandbox } from '../../core/kernel.ts';
import type { CarrierService, Shop, ShippingZone } from '../../core/state.ts';
import { shopPayload } from '../payloads/shop.ts';

/** Plans on which apps may add rates to the checkout; a development store may, too. */
const PLANS_WITH_CARRIERS = ['Advanced', 'Plus'];
export const PLANS = ['Development', 'Basic', 'Grow', ...PLANS_WITH_CARRIERS] as const;

export function carriersOf(shop: Shop): CarrierService[] {
  return shop.carrierServices ?? [];
}

function mayUseCarriers(shop: Shop): boolean {
  return shop.plan === undefined || PLANS_WITH_CARRIERS.includes(shop.plan);
}

function refusePlan(shop: Shop): void {
  if (!mayUseCarriers(shop))
    throw new Refusal('Carrier Calculated Shipping must be enabled for your store.', ['input'], 'INVALID');
}

/** An app registers where it is asked for rates. No zone asks it yet: the merchant adds it to zones. */
export function createCarrier(sandbox: Sandbox, shop: Shop, input: Omit<CarrierService, 'id'>): CarrierService {
  refusePlan(shop);
  if (carriersOf(shop).some((carrier) => carrier.name === input.name))
    throw new Refusal(`${input.name} is already configured`, ['input', 'name']);
  const carrier = { id: nextId(sandbox), ...input };
  shop.carrierServices = [...carriersOf(shop), carrier];
  sandbox.save();
  return carrier;
}

export function updateCarrier(
  sandbox: Sandbox,
  shop: Shop,
  id: number,
  changes: Partial<Omit<CarrierService, 'id'>>,
): CarrierService {
  const carrier = findCarrier(shop, id);
  if (changes.active === true) refusePlan(shop);
  Object.assign(carrier, changes);
  sandbox.save();
  return carrier;
}

/** Removes a carrier service; one that a zone asks stays. */
export function deleteCarrier(sandbox: Sandbox, shop: Shop, id: number): void {
  findCarrier(shop, id);
  if (zonesOf(sandbox, shop).some((zone) => zone.carrierId === id))
    throw new Refusal('The carrier service is used by a shipping zone.', ['id']);
  shop.carrierServices = carriersOf(shop).filter((carrier) => carrier.id !== id);
  sandbox.save();
}

function findCarrier(shop: Shop, id: number): CarrierService {
  const carrier = carriersOf(shop).find((candidate) => candidate.id === id);
  if (!carrier) throw new Refusal('The carrier or app could not be found.', ['id'], 'NOT_FOUND');
  return carrier;
}

/** The zones of the shop's one profile: its own country, and everywhere else. */
export function zonesOf(sandbox: Sandbox, shop: Shop): ShippingZone[] {
  shop.shippingZones ??= [
    { name: 'Domestic', countries: [shop.countryCode] },
    { name: 'International', countries: [] },
  ].map((zone) => ({ id: nextId(sandbox), ...zone, hasFlatRates: true, carrierId: null }));
  return shop.shippingZones;
}

export function zoneFor(sandbox: Sandbox, shop: Shop, country: string): ShippingZone | undefined {
  const zones = zonesOf(sandbox, shop);
  return zones.find((zone) => zone.countries.includes(country)) ?? zones.find((zone) => zone.countries.length === 0);
}

/** The merchant chooses what a zone offers: the shop's flat rates, an app's rates, or both. */
export function changeZone(
  sandbox: Sandbox,
  shop: Shop,
  name: string,
  changes: Partial<Pick<ShippingZone, 'hasFlatRates' | 'carrierId'>>,
): void {
  const zone = zonesOf(sandbox, shop).find((candidate) => candidate.name === name);
  if (!zone) throw new Refusal(`There is no zone ${name}.`, ['zone'], 'NOT_FOUND');
  if (changes.carrierId) findCarrier(shop, changes.carrierId);
  Object.assign(zone, changes);
  sandbox.save();
}

/** The merchant changes the plan: without carrier rates in it, the platform turns carrier services off. The app is told of the shop. */
export function changePlan(sandbox: Sandbox, shop: Shop, plan: string): void {
  if (plan === 'Development') delete shop.plan;
  else shop.plan = plan;
  if (!mayUseCarriers(shop)) for (const carrier of carriersOf(shop)) carrier.active = false;
  shop.updatedAt = sandbox.clock.iso();
  sandbox.webhooks.emit(shop, 'shop/update', shopPayload(shop));
  sandbox.save();
}
