import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { invariant } from '#app/core/invariant.ts';
import type { SharedDiscountDto, DiscountDto } from '#app/features/discounts/discounts.contract.ts';
import { createStoreDiscount, deleteStoreDiscount } from '#sandbox/platform/store/store-discounts.ts';
import {
  askForDiscount,
  buyWithCodes,
  listIssues,
  listStoreDiscounts,
  makeDiscount,
  openDiscountShop,
  openSandboxShop,
  readDiscount,
  readPart,
  settleStore,
  type DiscountShop,
  type Shopkeeper,
} from '#tests/factories/discount-shops.ts';
import { buildDiscountRow } from '#tests/factories/discounts.ts';
import { buildAdmin, buildStaff, buildUser, type BuiltUser } from '#tests/factories/people.ts';
import { buildVendor, type BuiltStore, type BuiltVendor } from '#tests/factories/stores.ts';
import type { Caller } from '#tests/support/api.ts';
import { rerunJobs } from '#tests/support/database/rerun-jobs.ts';
import { api, program, startProgram } from '#tests/support/program.ts';

let world: DiscountShop;
let store: BuiltStore;
let admin: BuiltUser;
let helper: Awaited<ReturnType<typeof buildStaff>>;
let kettles: Shopkeeper;
let lamps: Shopkeeper;

beforeAll(async () => {
  await startProgram({ sandbox: true });
  world = await openDiscountShop('10.00');
  ({ store, admin, kettles, lamps } = world);
  helper = await buildStaff({ store, mayPayOut: false });
});
afterAll(() => program().stop());
beforeEach(async () => {
  await program().owner.rateBucket.deleteMany();
  await program().sandbox?.control('DELETE', '/faults', {});
});

const openShop = () => openSandboxShop(store);
const inStore = (name: string) => listStoreDiscounts(store, name);
const make = (body: object, by: Caller) => askForDiscount(by, body);
const made = (body: object, by = kettles.seller) => makeDiscount(by, body);
const buy = (codes: string[]) => buyWithCodes(world, codes);
const partOf = (orderId: number, keeper: Shopkeeper) => readPart(admin, orderId, keeper);
const read = (id: string, by = kettles.seller) => readDiscount(by, id);
const refusalOf = (answer: { status: number; body: unknown }) => {
  const { code, reason } = answer.body as { code?: string; reason?: string };
  return [answer.status, reason ?? code];
};
const noticesOf = async (by: BuiltUser) =>
  (await api(by).get('/notices')).as<{ notices: { kind: string }[] }>().notices.map(({ kind }) => kind);
async function saveRules(change: object, by: Caller = admin) {
  const before = (await api(by).get('/settings/discounts')).as<{ version: number }>();
  return api(by).put('/settings/discounts', { ...before, ...change });
}
const NEW_CODE = {
  collectionIds: null,
  minimum: null,
  startsAt: '2026-01-01T00:00:00Z',
  endsAt: null,
  usageLimit: null,
  oncePerCustomer: false,
  tags: [],
};

describe('names that are used again', () => {
  it('a code of the store with the name of a vendor’s ended code is not charged to the vendor', async () => {
    const { id } = await made({ name: 'AGAIN10' });
    const before = await buy(['AGAIN10']);
    expect((await partOf(before.id, kettles)).money.discountCharged.amount).toBe('-4.00');
    await api(kettles.seller).send('DELETE', '/discounts', { id });
    await settleStore();
    program().clock.advance({ seconds: 5 });
    const { sandbox, shop } = openShop();
    const [old] = inStore('AGAIN10');
    invariant(old, 'the store has the code');
    deleteStoreDiscount(sandbox, shop, old);
    await settleStore();
    createStoreDiscount(sandbox, shop, {
      ...NEW_CODE,
      title: 'AGAIN10',
      code: 'AGAIN10',
      value: { kind: 'percentage', share: 0.1 },
    });
    const after = await buy(['AGAIN10']);
    const part = await partOf(after.id, kettles);
    expect(part.money.explain.filter((step) => step.key === 'discount_share')).toEqual([]);
  });

  it('an automatic discount of the store with the title of a vendor’s that is over is not charged to the vendor', async () => {
    const day = program().clock.now().toISOString().slice(0, 10);
    const { id } = await made({ method: 'automatic', name: 'Week of kettles', active: { from: day } });
    await api(kettles.seller).send('DELETE', '/discounts', { id });
    await settleStore();
    program().clock.advance({ seconds: 5 });
    const { sandbox, shop } = openShop();
    const own = createStoreDiscount(sandbox, shop, {
      ...NEW_CODE,
      title: 'Week of kettles',
      code: null,
      value: { kind: 'percentage', share: 0.1 },
    });
    const order = await buy([]);
    expect((await partOf(order.id, kettles)).money.explain.filter((step) => step.key === 'discount_share')).toEqual([]);
    deleteStoreDiscount(sandbox, shop, own);
    await settleStore();
  });
});

describe('calls to the store', () => {
  it('a creation whose end was not recorded makes nothing once the discount was ended', async () => {
    const { id } = await made({ method: 'automatic', name: 'Ended at once' });
    await api(kettles.seller).send('DELETE', '/discounts', { id });
    await settleStore();
    program().clock.advance({ minutes: 2 });
    await rerunJobs('discounts.finish', `${id}/`);
    await rerunJobs('discounts.finish', `${id}/`);
    expect(inStore('Ended at once')).toHaveLength(1);
    expect(await program().owner.discount.findUnique({ where: { id: BigInt(id) } })).toMatchObject({ state: 'ended' });
  });

  it('nothing is sent while another call may be under way', async () => {
    const id = await buildDiscountRow(store, { vendor: kettles.vendor, state: 'creating', name: 'BUSY' });
    const now = program().clock.now();
    await program().owner.discount.update({
      where: { id },
      data: { sentAt: now, sendingUntil: new Date(now.getTime() + 60_000) },
    });
    await program().owner.scheduledJob.create({
      data: {
        storeId: store.id,
        kind: 'discounts.finish',
        key: `${id}/create`,
        payload: { discountId: String(id) },
        dueAt: now,
      },
    });
    await settleStore();
    expect(inStore('BUSY')).toEqual([]);
    program().clock.advance({ minutes: 30 });
    await settleStore();
    expect(inStore('BUSY')).toHaveLength(1);
    admin = await buildAdmin({ store });
    helper = await buildStaff({ store, mayPayOut: false });
    for (const keeper of [kettles, lamps]) keeper.seller = await buildUser({ vendor: keeper.vendor });
  });
});

describe('the marketplace’s own rules', () => {
  it('one vendor has three automatic discounts, and some places stay for the marketplace', async () => {
    const rows: bigint[] = [];
    const hold = async (vendor: BuiltVendor, count: number) => {
      for (let at = 0; at < count; at += 1) rows.push(await buildDiscountRow(store, { vendor, method: 'automatic' }));
    };
    await hold(lamps.vendor, 3);
    const refused = await make({ method: 'automatic' }, lamps.seller);
    expect(refusalOf(refused)).toEqual([409, 'discounts_of_vendor_full']);
    const list = (await api(lamps.seller).get('/discounts')).as<{ automatic: object }>();
    expect(list.automatic).toEqual({ used: 3, maximum: 3 });
    expect((await saveRules({ vendorQuota: 5 })).status).toBe(200);
    await hold(await buildVendor({ store, name: 'Many sales' }), 12);
    expect(refusalOf(await make({ method: 'automatic' }, kettles.seller))).toEqual([409, 'discounts_full']);
    const ofStore = await make({ method: 'automatic', liableParty: 'marketplace' }, admin);
    expect(ofStore.status, JSON.stringify(ofStore.body)).toBe(201);
    const { id } = ofStore.as<{ discount: DiscountDto }>().discount;
    expect((await api(admin).send('DELETE', '/discounts', { id })).status).toBe(200);
    const [first] = rows;
    const ended = await api(admin).send('DELETE', '/discounts', { id: String(first) });
    expect(ended.status).toBe(200);
    await program().owner.discount.deleteMany({ where: { id: { in: rows } } });
    expect((await saveRules({ vendorQuota: 3 })).status).toBe(200);
  });

  it('a reserved code is refused to vendors whatever its case, and taken by the marketplace', async () => {
    expect((await saveRules({ reservedNames: ['HELLO2026', ' Black Friday '] })).status).toBe(200);
    expect(listIssues(await make({ name: 'hello2026' }, kettles.seller))).toEqual(['name: discount_name_reserved']);
    expect((await made({ name: 'HELLO2026', liableParty: 'marketplace' }, admin)).name).toBe('HELLO2026');
    expect(listIssues(await saveRules({ reservedNames: Array.from({ length: 201 }, (_, at) => `R${at}`) }))).toEqual([
      'reservedNames: max_at_once',
    ]);
    expect((await saveRules({ reservedNames: [] })).status).toBe(200);
  });

  it('who bears a discount is not changed by an edit, which says so', async () => {
    const { id, version } = await made({});
    const edit = { version, value: { type: 'percentage', percentage: '7' }, active: { from: '2026-01-01' } };
    for (const more of [{ liableParty: 'marketplace' }, { vendorPercent: '0' }, { vendorIds: ['1'] }]) {
      const answer = await api(kettles.seller).put(`/discounts/${id}`, { ...edit, ...more });
      expect(listIssues(answer)).toEqual([`${Object.keys(more)[0]}: discount_party_stays`]);
    }
    expect((await api(kettles.seller).put(`/discounts/${id}`, edit)).status).toBe(200);
  });
});

describe('discounts that vendors bear', () => {
  it('are made and changed by admins with the right to pay out alone', async () => {
    const hundred = { name: 'FREE100', value: { type: 'percentage', percentage: '100' } };
    expect(refusalOf(await make(hundred, helper))).toEqual([403, 'missing_permission']);
    expect(inStore('FREE100')).toEqual([]);
    const { id, version } = await made(hundred, admin);
    const edit = { version, value: { type: 'percentage', percentage: '5' }, active: { from: '2026-01-01' } };
    expect(refusalOf(await api(helper).put(`/discounts/${id}`, edit))).toEqual([403, 'missing_permission']);
    expect(refusalOf(await saveRules({ vendorsMayRefuse: true }, helper))).toEqual([403, 'missing_permission']);
    expect((await saveRules({ vendorQuota: 4 }, helper)).status).toBe(200);
    expect((await api(helper).send('DELETE', '/discounts', { id })).status).toBe(200);
    await settleStore();
  });

  it('are reported to their vendors with share and dates, again when they change, and not to others', async () => {
    const vendorIds = [String(kettles.vendor.id)];
    const { id, version } = await made(
      { name: 'SHARED20', vendorIds, liableParty: 'shared', vendorPercent: '50' },
      admin,
    );
    await settleStore();
    expect(await noticesOf(kettles.seller)).toContain('discountToBear');
    const about = { kind: 'discountToBear', subjectId: BigInt(id) };
    const reported = () => program().owner.notice.count({ where: about });
    expect(await program().owner.notice.count({ where: { ...about, vendorId: { not: kettles.vendor.id } } })).toBe(0);
    expect(await reported()).toBe(1);
    const edit = { version, value: { type: 'percentage', percentage: '30' }, active: { from: '2026-01-01' } };
    const current = (await read(id, admin)).discount.version;
    expect((await api(admin).put(`/discounts/${id}`, { ...edit, version: current })).status).toBe(200);
    await settleStore();
    expect(await reported()).toBe(2);
    const shared = (await api(kettles.seller).get('/borne-discounts')).as<{ discounts: SharedDiscountDto[] }>()
      .discounts;
    expect(shared.find((one) => one.id === id)).toMatchObject({ vendorPercent: '50', allowedActions: [] });
    expect(refusalOf(await api(kettles.seller).post(`/borne-discounts/${id}/refuse`))).toEqual([
      409,
      'discount_refusal_off',
    ]);
  });

  it('can be refused where the marketplace allows it: the vendor’s items are not in it any more', async () => {
    expect((await saveRules({ vendorsMayRefuse: true })).status).toBe(200);
    expect(listIssues(await make({ name: 'ALLOFUS' }, admin))).toEqual(['vendorIds: discount_names_vendors']);
    const vendorIds = [String(kettles.vendor.id), String(lamps.vendor.id)];
    const { id } = await made({ name: 'BOTH10', vendorIds }, admin);
    await settleStore();
    const before = await buy(['BOTH10']);
    expect((await partOf(before.id, kettles)).money.discountCharged.amount).toBe('-4.00');
    const refused = await api(kettles.seller).post(`/borne-discounts/${id}/refuse`);
    expect(refused.status, JSON.stringify(refused.body)).toBe(200);
    expect((await api(kettles.seller).post(`/borne-discounts/${id}/refuse`)).status).toBe(200);
    await settleStore();
    expect(inStore('BOTH10')[0]?.collectionIds).toHaveLength(1);
    const after = await buy(['BOTH10']);
    expect((await partOf(after.id, kettles)).money.discount.amount).toBe('0.00');
    expect((await partOf(after.id, lamps)).money.discountCharged.amount).toBe('-1.00');
    expect(await noticesOf(admin)).toContain('discountRefused');
    expect((await read(id, admin)).discount.otherItems).toBe(false);
    expect((await api(lamps.seller).post(`/borne-discounts/${id}/refuse`)).status).toBe(200);
    await settleStore();
    expect((await read(id, admin)).discount.status).toBe('ended');
    const other = await buildUser({ vendor: await buildVendor({ store, name: 'Nobody' }) });
    expect(refusalOf(await api(other).post(`/borne-discounts/${id}/refuse`))).toEqual([404, 'not_found']);
    expect((await saveRules({ vendorsMayRefuse: false })).status).toBe(200);
  });
});
