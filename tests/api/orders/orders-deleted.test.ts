import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { findDeletedOrders } from '#app/features/orders/ingest/reconcile.service.server.ts';
import type { OrderDetailDto } from '#app/features/orders/orders.contract.ts';
import { asStoreId } from '#app/core/ids.ts';
import { deleteProduct } from '#sandbox/platform/store/products.ts';
import { installDemoStore } from '#tests/factories/installation.ts';
import { buildAdmin, buildUser, type BuiltUser } from '#tests/factories/people.ts';
import { changeOrder, sandboxOrder, sellOrder, type SoldOrder } from '#tests/factories/orders/sold-orders.ts';
import { buildVendor, type BuiltStore } from '#tests/factories/stores.ts';
import { settle } from '#tests/support/probe-world.ts';
import { api, program, startProgram } from '#tests/support/program.ts';

let store: BuiltStore;
let north: BuiltUser;
let admin: BuiltUser;

beforeAll(async () => {
  await startProgram({ sandbox: true });
  store = await installDemoStore();
  north = await buildUser({ vendor: await buildVendor({ store, name: 'North' }) });
  admin = await buildAdmin({ store });
});
afterAll(() => program().stop());

type Exceptions = { exceptions: { id: string; kind: string; order: { id: string } | null; reference?: string }[] };

async function sellShipped(): Promise<SoldOrder> {
  const sold = await sellOrder([{ vendor: 'North', title: 'Mug', price: '20.00' }]);
  await changeOrder(sold.name, 'fulfill');
  await settle();
  return sold;
}
const readHold = async ({ id }: SoldOrder): Promise<string | null> =>
  (await api(north).get(`/orders/${id}`)).as<OrderDetailDto>().order.held;
const exceptionOf = async ({ id }: SoldOrder) =>
  program().owner.reconciliationException.findFirst({
    where: { kind: 'order_deleted', reference: `order/${id}/deleted` },
  });
describe('an order that is deleted in the store', () => {
  test('deleted order: is an exception and kept out of every payout until an admin resolves it', async () => {
    const sold = await sellShipped();
    expect(await readHold(sold)).toBeNull();
    await changeOrder(sold.name, 'delete');
    await settle();
    expect(await readHold(sold)).toBe('order_deleted');
    const exception = await exceptionOf(sold);
    expect(exception).toMatchObject({ resolvedAt: null, detail: { order: sold.name } });
    const listed = (await api(admin).get('/system/exceptions')).as<Exceptions>().exceptions;
    expect(listed.filter(({ kind }) => kind === 'order_deleted')).toHaveLength(1);
    const resolved = await api(admin).post(`/system/exceptions/${exception?.id}/resolve`, { note: '' });
    expect(resolved.status).toBe(200);
    expect(await readHold(sold)).toBeNull();
  });

  test('deleted order: one whose webhook was lost is found by asking the store', async () => {
    const [kept, gone] = [await sellShipped(), await sellShipped()];
    const { shop } = sandboxOrder(gone.id);
    Reflect.deleteProperty(shop.orders, gone.id);
    await findDeletedOrders(program().container.services, asStoreId(store.id), 0n);
    expect([await readHold(kept), await readHold(gone)]).toEqual([null, 'order_deleted']);
    expect(await exceptionOf(gone)).not.toBeNull();
  });
});

describe('what an order points to in the store', () => {
  test.each(['its product', 'its location'])('deleted order: %s is gone, and what it owes stays due', async (what) => {
    const { shop } = sandboxOrder((await sellShipped()).id);
    const product = Object.values(shop.products).find(({ vendor, variants }) => vendor !== '' && variants[0]);
    const sold = await sellOrder([{ sku: product?.variants[0]?.sku ?? '' }]);
    await changeOrder(sold.name, 'fulfill');
    await settle();
    const before = (await api(admin).get(`/orders/${sold.id}`)).as<OrderDetailDto>();
    const { sandbox } = program();
    if (what === 'its location') shop.locations = shop.locations.slice(1);
    else if (sandbox && product) deleteProduct(sandbox.sandbox, shop, product);
    await changeOrder(sold.name, 'refunds', { amount: '0.50' });
    await findDeletedOrders(program().container.services, asStoreId(store.id), 0n);
    await settle();
    const after = (await api(admin).get(`/orders/${sold.id}`)).as<OrderDetailDto>();
    expect(before.adminOrders.map(({ held }) => held)).toEqual([null]);
    expect(after.adminOrders.map(({ held, money }) => [held, money.due])).toEqual(
      before.adminOrders.map(({ held, money }) => [held, money.due]),
    );
  });
});
