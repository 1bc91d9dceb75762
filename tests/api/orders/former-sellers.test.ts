import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { buildDefaultList, placeOrder, refundOrder } from '#tests/factories/money.ts';
import { buildAdmin, buildUser, type BuiltUser } from '#tests/factories/people.ts';
import { buildMirrored } from '#tests/factories/products.ts';
import { buildStore, buildVendor, nextNumber, type BuiltStore, type BuiltVendor } from '#tests/factories/stores.ts';
import { api, program, startProgram } from '#tests/support/program.ts';

let store: BuiltStore;
let admin: BuiltUser;

beforeAll(async () => {
  await startProgram();
  store = await buildStore();
  await buildDefaultList(store);
  admin = await buildAdmin({ store });
});
afterAll(() => program().stop());

type Created = { vendor: { id: string; name: string; handle: string } };
const pathOf = (name: string) => `/vendors/${encodeURIComponent(name)}`;
const create = (name: string, more: object = {}) =>
  api(admin).post(pathOf(name), { identity: `new-${nextNumber()}@souk.test`, ...more });
const bodyOf = (answer: { body: unknown }) => answer.body as { code: string; message: string };

/** A vendor with an order, a balance and a product, whose account was taken away. */
async function buildFormer(): Promise<{ vendor: BuiltVendor; order: Awaited<ReturnType<typeof placeOrder>> }> {
  const vendor = await buildVendor({ store, name: `Former ${nextNumber()}` });
  await buildUser({ vendor });
  await buildMirrored(vendor, [{ title: 'Bowl', status: 'ACTIVE' }]);
  const order = await placeOrder(store, { lines: [{ vendor: vendor.name, price: '40.00', quantity: 2 }] });
  expect((await api(admin).send('DELETE', `${pathOf(vendor.name)}?confirm=true`)).status).toBe(200);
  return { vendor, order };
}

const partsOf = (vendorId: bigint) => program().owner.vendorOrder.findMany({ where: { vendorId } });
const openOf = async (vendorId: bigint) =>
  (await program().owner.vendorBalance.findFirst({ where: { vendorId } }))?.payableMinor ?? 0n;

/** Somebody of a vendor, signed in. */
const personOf = (id: string, name: string) => buildUser({ vendor: { id: BigInt(id), name, store } as BuiltVendor });

describe('creating a vendor with the name of a deleted one', () => {
  it('shows the open balance and the past orders, and does nothing before the admin said who it is', async () => {
    const { vendor } = await buildFormer();
    for (const more of [{}, { confirm: true }]) {
      const answer = await create(vendor.name, more);
      expect([answer.status, bodyOf(answer).code]).toEqual([409, 'vendor_deleted_before']);
      expect(bodyOf(answer).message).toContain('Its orders: 1, open: 72.00 USD');
    }
    expect(await program().owner.vendor.count({ where: { name: { startsWith: vendor.name } } })).toBe(1);
  });

  it('makes a new account that sees neither the old orders nor the old dues, which stay where they were', async () => {
    const { vendor, order } = await buildFormer();
    const answer = await create(vendor.name, { sameSeller: false });
    expect(answer.status, JSON.stringify(answer.body)).toBe(201);
    const made = answer.as<Created>().vendor;
    expect(made.name).toBe(vendor.name);
    expect(BigInt(made.id)).not.toBe(vendor.id);

    const person = await personOf(made.id, made.name);
    expect((await api(person).get('/orders')).body).toMatchObject({ orders: [] });
    expect((await api(person).get('/transactions')).body).toMatchObject({ transactions: [] });
    expect(JSON.stringify((await api(person).get(`/orders/${order.id}`)).body)).not.toContain('Kaai');
    expect([await openOf(vendor.id), await openOf(BigInt(made.id))]).toEqual([7200n, 0n]);

    const day = program().clock.now().toISOString().slice(0, 10);
    const former = await program().owner.vendor.findUniqueOrThrow({ where: { id: vendor.id } });
    expect([former.name, former.deletedAt === null]).toEqual([`${vendor.name} (${day})`, false]);
    expect((await api(admin).get(pathOf(former.name))).body).toMatchObject({
      vendor: { id: String(vendor.id), isDeleted: true, unpaid: [{ amount: '72.00' }] },
    });
    // What is on sale under the name is sold by whoever has it.
    const products = await program().owner.product.findMany({ where: { storeId: store.id, vendorName: vendor.name } });
    expect(products.map(({ vendorId }) => vendorId)).toEqual([BigInt(made.id)]);

    const log = await program().owner.auditEvent.findMany({
      where: { action: { in: ['vendor.created', 'vendor.renamed'] } },
      orderBy: { id: 'desc' },
      take: 2,
    });
    expect(log.map(({ action, vendorId, detail }) => ({ action, vendorId, detail }))).toEqual([
      {
        action: 'vendor.created',
        vendorId: BigInt(made.id),
        detail: { name: vendor.name, knownBefore: false, formerVendorId: String(vendor.id) },
      },
      { action: 'vendor.renamed', vendorId: vendor.id, detail: { name: [vendor.name, former.name] } },
    ]);
  });

  it('leaves what happens to an old order with the old account, and gives new orders to the new one', async () => {
    const { vendor, order } = await buildFormer();
    const made = (await create(vendor.name, { sameSeller: false })).as<Created>().vendor;
    await refundOrder(store, order, [{ index: 0, quantity: 1 }]);
    await placeOrder(store, { lines: [{ vendor: vendor.name, price: '10.00' }] });
    await program().drain();
    expect([await openOf(vendor.id), await openOf(BigInt(made.id))]).toEqual([3600n, 900n]);
    expect((await partsOf(vendor.id)).map(({ orderId }) => orderId)).toEqual([BigInt(order.id)]);
    expect(await partsOf(BigInt(made.id))).toHaveLength(1);
  });

  it('gives the same seller its account back with everything, where the admin says so', async () => {
    const { vendor } = await buildFormer();
    const answer = await create(vendor.name, { sameSeller: true });
    expect([answer.status, answer.as<Created>().vendor.id]).toEqual([201, String(vendor.id)]);
    const person = await personOf(String(vendor.id), vendor.name);
    expect((await api(person).get('/orders')).as<{ orders: object[] }>().orders).toHaveLength(1);
  });

  it('asks nothing where the deleted one has no past, and may be done again and again', async () => {
    const vendor = await buildVendor({ store, name: `Brief ${nextNumber()}` });
    const ids = new Set([String(vendor.id)]);
    for (let round = 0; round < 3; round++) {
      expect((await api(admin).delete(pathOf(vendor.name))).status).toBe(200);
      ids.add((await create(vendor.name)).as<Created>().vendor.id);
    }
    expect(ids.size).toBe(4);
  });

  it('is decided once when two admins do it at once', async () => {
    const { vendor } = await buildFormer();
    const answers = await Promise.all([
      create(vendor.name, { sameSeller: false }),
      create(vendor.name, { sameSeller: false }),
    ]);
    expect(answers.map(({ status }) => status).sort()).toEqual([201, 409]);
    expect(await program().owner.vendor.count({ where: { name: { startsWith: vendor.name } } })).toBe(2);
  });
});
