import { expect } from 'vitest';
import { invariant } from '#app/core/invariant.ts';
import type { DiscountDetailDto, DiscountDto } from '#app/features/discounts/discounts.contract.ts';
import type { OrderDetailDto } from '#app/features/orders/orders.contract.ts';
import { placeOrder, type OrderInput } from '#sandbox/platform/store/orders.ts';
import { discountsOf } from '#sandbox/platform/store/store-discounts.ts';
import type { Caller } from '#tests/support/api.ts';
import { api, program } from '#tests/support/program.ts';
import { discountBody, openDiscounts } from './discounts.ts';
import { installDemoStore } from './installation.ts';
import { buildLiveProduct } from './live-products.ts';
import { nextNumber } from './numbers.ts';
import { buildAdmin, buildUser, type BuiltUser } from './people.ts';
import { buildVendor, type BuiltStore, type BuiltVendor } from './stores.ts';

/** A vendor with one product on sale. */
export type Shopkeeper = { vendor: BuiltVendor; seller: BuiltUser; variantId: number };

/** A store of the sandbox with discounts switched on, in which two vendors sell one product each. */
export type DiscountShop = { store: BuiltStore; admin: BuiltUser; kettles: Shopkeeper; lamps: Shopkeeper };

/** Opens the store and its two vendors: kettles cost 20.00, lamps what is named. */
export async function openDiscountShop(lampPrice: string): Promise<DiscountShop> {
  const store = await installDemoStore();
  const admin = await buildAdmin({ store });
  await openDiscounts(store, admin);
  const kettles = await openShopkeeper({ store, admin }, 'Kettle Works', '20.00');
  const lamps = await openShopkeeper({ store, admin }, 'Lamp Works', lampPrice);
  await settleStore();
  return { store, admin, kettles, lamps };
}

/** A new vendor with a product on sale for a price. */
export async function openShopkeeper(
  { store, admin }: Pick<DiscountShop, 'store' | 'admin'>,
  name: string,
  price: string,
): Promise<Shopkeeper> {
  const vendor = await buildVendor({ store, name });
  const seller = await buildUser({ vendor });
  const product = await buildLiveProduct(seller, admin, { title: `${name} item`, variants: [{ price, stock: 500 }] });
  return { vendor, seller, variantId: Number(product.variants[0]?.id) };
}

/** Waits until the platform has sent everything and the program has done what is due. */
export async function settleStore(): Promise<void> {
  await program().sandbox?.control('POST', '/drain', {});
  await program().drain();
}

/** The sandbox's own state of a store, as its staff and its buyers have it before them. */
export function openSandboxShop(store: BuiltStore) {
  const { sandbox } = program();
  const shop = sandbox?.sandbox.state.shops[store.domain];
  invariant(sandbox && shop, 'the program was started with the sandbox');
  return { sandbox: sandbox.sandbox, shop };
}

/** The discounts that a store has by a name: the code, or the title of an automatic one. */
export const listStoreDiscounts = (store: BuiltStore, name: string) =>
  discountsOf(openSandboxShop(store).shop).filter((one) => (one.code ?? one.title) === name);

/** Asks for a discount; see `discountBody` for what stands where nothing is named. */
export const askForDiscount = (by: Caller, body: object, headers: Record<string, string> = {}) =>
  api(by).post('/discounts', discountBody({ ...body }), { headers });

/** Makes a discount, which is not refused. */
export async function makeDiscount(by: Caller, body: object): Promise<DiscountDto> {
  const answer = await askForDiscount(by, body);
  expect(answer.status, JSON.stringify(answer.body)).toBe(201);
  return answer.as<{ discount: DiscountDto }>().discount;
}

/** A discount with its history. */
export const readDiscount = async (by: Caller, id: string): Promise<DiscountDetailDto> =>
  (await api(by).get(`/discounts/${id}`)).as<DiscountDetailDto>();

/** The rules that a refusal names, each as "path: rule"; undefined where it names none. */
export const listIssues = (answer: { body: unknown }): string[] | undefined =>
  (answer.body as { issues?: { path: string; rule: string }[] }).issues?.map((one) => `${one.path}: ${one.rule}`);

/** A buyer's order of two kettles and a lamp, as the platform discounts it. */
export async function buyWithCodes(
  { store, kettles, lamps }: DiscountShop,
  codes: string[],
  o: Partial<OrderInput> = {},
) {
  const { sandbox, shop } = openSandboxShop(store);
  const order = placeOrder(sandbox, shop, {
    email: `buyer-${nextNumber()}@buyers.test`,
    lines: [
      { variantId: kettles.variantId, quantity: 2 },
      { variantId: lamps.variantId, quantity: 1 },
    ],
    discountCodes: codes,
    ...o,
  });
  await settleStore();
  return order;
}

/** A vendor's part of an order, as an admin reads it. */
export async function readPart(admin: BuiltUser, orderId: number, { vendor }: Shopkeeper) {
  const { adminOrders } = (await api(admin).get(`/orders/${orderId}`)).as<OrderDetailDto>();
  const part = adminOrders.find((one) => one.vendor.name === vendor.name);
  invariant(part, `${vendor.name} has a part of the order`);
  return part;
}
