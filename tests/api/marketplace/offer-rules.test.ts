import { afterAll, beforeAll, beforeEach, expect, it } from 'vitest';
import type { OfferRulesDto } from '#app/features/offers/automatic/offer-rules.contract.ts';
import type { OfferDetailDto } from '#app/features/offers/offers.contract.ts';
import { installDemoStore } from '#tests/factories/installation.ts';
import { buildLiveProduct } from '#tests/factories/live-products.ts';
import { buyerToken, openOffers, switchOffers } from '#tests/factories/offers.ts';
import { buildAdmin, buildUser, type BuiltUser } from '#tests/factories/people.ts';
import { buildVendor, nextNumber, type BuiltStore } from '#tests/factories/stores.ts';
import { api, program, startProgram } from '#tests/support/program.ts';

let store: BuiltStore;
let admin: BuiltUser;
let seller: BuiltUser;
let clerk: BuiltUser;
let other: BuiltUser;
let variantId: string;

beforeAll(async () => {
  await startProgram({ sandbox: true });
  store = await installDemoStore();
  const vendor = await buildVendor({ store, name: 'Kettle House' });
  admin = await buildAdmin({ store });
  seller = await buildUser({ vendor });
  clerk = await buildUser({ vendor, role: 'staff' });
  other = await buildUser({ vendor: await buildVendor({ store, name: 'Lamp House' }) });
  await openOffers(store, admin);
  const product = await buildLiveProduct(seller, admin, { title: 'Kettle', variants: [{ price: '20.00', stock: 50 }] });
  variantId = String(product.variants[0]?.id);
  await settle();
});
afterAll(() => program().stop());
beforeEach(async () => {
  await program().owner.rateBucket.deleteMany();
  await setRules({ acceptPercent: 80, declinePercent: 60 });
});

const settle = async () => {
  await program().sandbox?.control('POST', '/drain', {});
  await program().drain();
};
const readRules = async (by = seller) => (await api(by).get('/settings/offer-rules')).as<OfferRulesDto>();
const saveRules = (body: object, by = seller) => api(by).put('/settings/offer-rules', body);
async function setRules(rules: Pick<OfferRulesDto, 'acceptPercent' | 'declinePercent'>): Promise<void> {
  expect((await saveRules(rules)).status).toBe(200);
}
async function offer(amount: string): Promise<{ id: string; email: string }> {
  const email = `buyer-${nextNumber()}@buyers.test`;
  const answer = await api({ store: store.domain }).post('/public/make-an-offer', {
    email,
    amount,
    quantity: 2,
    variantId,
  });
  expect(answer.status, JSON.stringify(answer.body)).toBe(201);
  const row = await program().owner.offer.findFirstOrThrow({ where: { storeId: store.id, email } });
  return { id: String(row.id), email };
}
const read = async (id: string) => (await api(seller).get(`/offers/${id}`)).as<{ offer: OfferDetailDto }>().offer;
const mailsTo = async (to: string) =>
  (await program().sandbox?.control<{ subject: string }[]>('GET', `/mail?to=${encodeURIComponent(to)}`)) ?? [];
const act = (id: string, body: object) => api(seller).post('/offers/action', { id, ...body });
const draftsOf = async (id: string) =>
  ((await program().sandbox?.control<{ tags: string[] }[]>('GET', '/draft-orders')) ?? []).filter(({ tags }) =>
    tags.includes(`souk-offer-${id}`),
  );

it('offer rules: a price at the vendor’s share is accepted with its invoice, one below the other is rejected, both explained', async () => {
  const [high, low, middle] = [await offer('16.00'), await offer('11.99'), await offer('15.99')];
  const before = (await mailsTo(seller.email)).length;
  await settle();
  expect(await read(high.id)).toMatchObject({
    status: 'accepted',
    history: [{ event: 'accepted_automatically', percent: 80, price: { amount: '16.00' } }, { event: 'made' }],
  });
  expect((await mailsTo(high.email)).some(({ subject }) => subject.includes('accepted'))).toBe(true);
  expect(await draftsOf(high.id)).toHaveLength(1);
  expect(await read(low.id)).toMatchObject({
    status: 'rejected',
    rejectedBy: 'vendor',
    history: [{ event: 'rejected_automatically', percent: 60 }, { event: 'made' }],
  });
  expect((await mailsTo(low.email)).some(({ subject }) => subject.includes('not accepted'))).toBe(true);
  expect(await read(middle.id)).toMatchObject({ status: 'pending', history: [{ event: 'made', percent: null }] });
  // Only what waits for a decision is mailed to the seller.
  const requested = (await mailsTo(seller.email)).slice(before).map(({ subject }) => subject);
  expect(requested).toEqual(['💬 An offer for Kettle: $15.99']);
});

it('offer rules: what a buyer answers to a counter-offer is decided too', async () => {
  const { id } = await offer('14.00');
  await settle();
  expect((await act(id, { action: 'counter', counterOffer: '18.00' })).status).toBe(200);
  const { version } = await read(id);
  await api({ store: store.domain }).post('/public/offers/answer', {
    token: buyerToken(store, id),
    action: 'counter',
    counterOffer: '16.50',
    version,
  });
  await settle();
  expect((await read(id)).history.map(({ event }) => event)).toEqual([
    ...['accepted_automatically', 'countered', 'countered', 'made'],
  ]);
});

it('offer rules: an offer that a person decides at the same moment is decided once', async () => {
  const offers = await Promise.all(['16.00', '17.00', '18.00', '11.00'].map(offer));
  const [, ...answers] = await Promise.all([
    program().drain(),
    ...offers.map(({ id }) => act(id, { action: 'reject' })),
  ]);
  await settle();
  for (const [index, { id }] of offers.entries()) {
    const { history } = await read(id);
    expect(history).toHaveLength(2);
    const isByPerson = answers[index]?.status === 200;
    expect(history[0]?.event.endsWith('_automatically')).toBe(!isByPerson);
    expect(await draftsOf(id)).toHaveLength(history[0]?.event === 'accepted_automatically' ? 1 : 0);
  }
});

it('offer rules: a job that runs twice decides once, and one whose rules are off leaves the offer to its seller', async () => {
  const { id } = await offer('16.00');
  await settle();
  const again = { kind: 'offers.decide', key: { startsWith: `${id}/` } };
  await program().owner.scheduledJob.updateMany({ where: again, data: { doneAt: null, attempts: 0 } });
  await settle();
  expect((await read(id)).history).toHaveLength(2);
  expect(await draftsOf(id)).toHaveLength(1);
  const late = await offer('17.00');
  await setRules({ acceptPercent: null, declinePercent: null });
  await settle();
  expect(await read(late.id)).toMatchObject({ status: 'pending' });
  expect((await mailsTo(seller.email)).some(({ subject }) => subject === '💬 An offer for Kettle: $17.00')).toBe(true);
});

it('offer rules: nothing is accepted without the store’s access to draft orders; rejecting needs none', async () => {
  const shop = program().sandbox?.sandbox.state.shops[store.domain];
  const scopes = shop?.installation?.scopes ?? [];
  const without = scopes.filter((one) => one !== 'write_draft_orders');
  await program().sandbox?.control('POST', '/scopes', { shop: store.domain, scopes: without });
  const [high, low] = [await offer('19.00'), await offer('11.00')];
  await settle();
  expect([(await read(high.id)).status, (await read(low.id)).status]).toEqual(['pending', 'rejected']);
  await openOffers(store, admin);
});

it('offer rules: the shares lie within the store’s bounds, a stale version is refused, and managers save them', async () => {
  const issues = async (body: object) =>
    (
      (await saveRules(body)).body as { issues: { path: string; rule: string; params: { minimum?: number } }[] }
    ).issues.map(({ path, rule }) => `${path} ${rule}`);
  expect(await issues({ acceptPercent: 49, declinePercent: 101 })).toEqual(['declinePercent max_number']);
  expect(await issues({ acceptPercent: 49, declinePercent: null })).toEqual(['acceptPercent number_or_more']);
  expect(await issues({ acceptPercent: 70, declinePercent: 70 })).toEqual(['acceptPercent above_decline_percent']);
  expect(await issues({ acceptPercent: '80.5' })).toEqual(['acceptPercent whole_number']);
  const { version } = await readRules();
  expect((await saveRules({ acceptPercent: 90, declinePercent: 60, version: version - 1 })).status).toBe(409);
  expect((await saveRules({ acceptPercent: 90, declinePercent: 60 }, clerk)).status).toBe(403);
  expect((await saveRules({ acceptPercent: 90 }, admin)).body).toMatchObject({ reason: 'act_for_a_vendor' });
  expect(await readRules(other)).toMatchObject({ acceptPercent: null, declinePercent: null, version: 0 });
  await switchOffers(admin, false);
  expect((await saveRules({ acceptPercent: 90 })).status).toBe(404);
  await switchOffers(admin, true);
});
