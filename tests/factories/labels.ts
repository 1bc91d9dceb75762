import { expect } from 'vitest';
import type { ShippoState as SandboxShippo } from '#sandbox/core/state-shippo.ts';
import { SHIPPO_LIVE_KEY, SHIPPO_TEST_KEY } from '#sandbox/providers/shippo/store.ts';
import type { LabelDto, QuoteDto } from '#app/features/labels/labels.contract.ts';
import type { ShippoState } from '#app/features/labels/shippo-key.contract.ts';
import { api, program } from '#tests/support/program.ts';
import type { BuiltUser } from './people.ts';
import { setShipping, SHIP_FROM } from './shipping.ts';
import { sellOrder, type SoldLine, type SoldOrder } from './orders/sold-orders.ts';

export { SHIPPO_LIVE_KEY, SHIPPO_TEST_KEY };

/** A package of half a kilogram. */
export const PACKAGE = { grams: 500, length: 20, width: 15, height: 10, distanceUnit: 'cm' };

/** What a call to the sandbox's control answers. */
export function controlShippo<T = unknown>(method: 'GET' | 'POST' | 'DELETE', path: string, body?: object): Promise<T> {
  const { sandbox } = program();
  if (!sandbox) throw new Error('the sandbox was not started');
  return sandbox.control<T>(method, path, body);
}

/** What Shippo knows: its labels are its transactions. */
export const readShippo = (): Promise<SandboxShippo> => controlShippo<SandboxShippo>('GET', '/shippo');

/** Makes the next call of an operation of Shippo fail in a way. */
export const strikeShippo = (operation: string, kind: string, more: object = {}): Promise<unknown> =>
  controlShippo('POST', '/faults', { target: 'shippo', operation, kind, times: 1, ...more });

/** Sets shipping up for labels: the switch, the key, who bears the cost, and where vendors ship from. */
export async function openLabels(
  admin: BuiltUser,
  vendors: readonly BuiltUser[],
  o: { apiKey?: string; chargeVendor?: boolean } = {},
): Promise<void> {
  await setShipping(admin);
  const saved = await api(admin).put('/shippo/api-key', { apiKey: o.apiKey ?? SHIPPO_TEST_KEY });
  expect(saved.status, JSON.stringify(saved.body)).toBe(200);
  await setCharge(admin, o.chargeVendor ?? false);
  for (const vendor of vendors) {
    const answer = await api(vendor).put('/settings/ship-from-address', SHIP_FROM);
    expect(answer.status, JSON.stringify(answer.body)).toBe(200);
  }
}

/** Says whether vendors bear what labels cost from now on. */
export async function setCharge(admin: BuiltUser, chargeVendor: boolean): Promise<void> {
  const { version } = (await api(admin).get('/shippo/api-key')).as<ShippoState>();
  const answer = await api(admin).put('/shippo/settings', { chargeVendor, version });
  expect(answer.status, JSON.stringify(answer.body)).toBe(200);
}

const HOME = {
  firstName: 'Mara',
  lastName: 'Buyer',
  address1: 'Hoofdstraat 1',
  city: 'Amsterdam',
  zip: '1011AB',
  countryCode: 'NL',
  country: 'Netherlands',
  phone: '+31201234567',
};

/** An order that is sent somewhere. */
export const sellToHome = (lines: readonly SoldLine[], address: object = {}): Promise<SoldOrder> =>
  sellOrder(lines, { more: { shippingAddress: { ...HOME, ...address } } });

/** The rates of an order, cheapest first. */
export async function quoteLabel(by: BuiltUser, orderId: string, more: object = {}): Promise<QuoteDto> {
  const answer = await api(by).post('/shippo/rates', { orderId, parcels: [PACKAGE], ...more });
  expect(answer.status, JSON.stringify(answer.body)).toBe(200);
  return answer.as<QuoteDto>();
}

/** Asks for a label of the cheapest rate, and answers it. */
export async function buyLabel(by: BuiltUser, orderId: string): Promise<LabelDto> {
  const { rates } = await quoteLabel(by, orderId);
  const answer = await api(by).post('/shippo/label', { rateId: rates[0]?.id, orderId });
  expect(answer.status, JSON.stringify(answer.body)).toBe(200);
  return answer.as<LabelDto>();
}
