import { afterAll, beforeAll, expect, test } from 'vitest';
import type { BuyerDto } from '#app/features/inbox/buyer/buyer.contract.ts';
import { buildConversation, switchConversations } from '#tests/factories/conversations.ts';
import { installDemoStore } from '#tests/factories/installation.ts';
import { buildOfferRow, openOffers, switchOffers } from '#tests/factories/offers.ts';
import { sellOrder } from '#tests/factories/orders/sold-orders.ts';
import { buildAdmin, buildUser, type BuiltUser } from '#tests/factories/people.ts';
import { buildStore, buildVendor, type BuiltStore, type BuiltVendor } from '#tests/factories/stores.ts';
import { api, program, startProgram } from '#tests/support/program.ts';

const EMAIL = 'ada.byron@buyers.test';
let store: BuiltStore;
let vendor: BuiltVendor;
let admin: BuiltUser;
let customerId: string;

beforeAll(async () => {
  await startProgram({ sandbox: true });
  store = await installDemoStore();
  vendor = await buildVendor({ store, name: 'North' });
  admin = await buildAdmin({ store });
  await openOffers(store, admin);
  await switchConversations(admin, true);
  const sold = await sellOrder([{ vendor: 'North', title: 'Mug', price: '20.00' }], {
    more: { email: 'Ada.Byron@buyers.test' },
  });
  const where = { storeId_orderId: { storeId: store.id, orderId: BigInt(sold.id) } };
  customerId = String((await program().owner.orderBuyer.findUniqueOrThrow({ where })).customerId);
});
afterAll(() => program().stop());

const read = (by: BuiltUser = admin, id = customerId) => api(by).get(`/buyers/${id}`);

test('a customer’s conversations and offers are found by the addresses of their orders, and nobody else’s', async () => {
  const mine = await buildConversation(vendor, { email: EMAIL, text: 'Is it glazed?' });
  const offer = await buildOfferRow(vendor, { email: EMAIL, status: 'countered' });
  await buildConversation(vendor, { text: 'Somebody else asks' });
  await buildOfferRow(vendor);
  const buyer = (await read()).as<BuyerDto>();
  expect(buyer.conversations).toMatchObject([{ id: String(mine.id), vendor: 'North', text: 'Is it glazed?' }]);
  expect(buyer.offers).toMatchObject([{ id: String(offer), vendor: 'North', quantity: 2, status: 'countered' }]);
  expect(JSON.stringify(buyer).toLowerCase()).not.toContain(EMAIL);
});

test('of each the ten newest are named', async () => {
  for (let number = 1; number <= 11; number++) {
    const at = new Date(program().clock.now().getTime() + number * 1_000);
    await buildConversation(vendor, { email: EMAIL, text: `Question ${String(number)}`, at });
  }
  const { conversations } = (await read()).as<BuyerDto>();
  expect(conversations).toHaveLength(10);
  expect(conversations?.[0]?.text).toBe('Question 11');
});

test('what is switched off is not named', async () => {
  await switchOffers(admin, false);
  expect((await read()).as<BuyerDto>().offers).toBeNull();
  await switchConversations(admin, false);
  expect((await read()).as<BuyerDto>()).toEqual({ conversations: null, offers: null });
  await switchOffers(admin, true);
  await switchConversations(admin, true);
});

test('it is for admins; a customer of another store, or one who never came, is not found', async () => {
  expect((await read(await buildUser({ vendor }))).status).toBe(403);
  expect((await read(await buildAdmin({ store: await buildStore() }))).status).toBe(404);
  expect((await read(admin, '404')).status).toBe(404);
});
