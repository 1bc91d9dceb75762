import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { dayOf } from '#app/core/calendar.ts';
import { invariant } from '#app/core/invariant.ts';
import type { DiscountDetailDto, DiscountDto } from '#app/features/discounts/discounts.contract.ts';
import type { OrderDetailDto } from '#app/features/orders/orders.contract.ts';
import type { OrderInput } from '#sandbox/platform/store/orders.ts';
import {
  changeStoreDiscount,
  createStoreDiscount,
  deleteStoreDiscount,
  discountsOf,
  endStoreDiscount,
} from '#sandbox/platform/store/store-discounts.ts';
import { refundOrder } from '#sandbox/platform/store/refunds.ts';
import {
  askForDiscount,
  buyWithCodes,
  listIssues,
  listStoreDiscounts,
  makeDiscount,
  openDiscountShop,
  openSandboxShop,
  openShopkeeper,
  readDiscount,
  readPart,
  settleStore,
  type DiscountShop,
  type Shopkeeper,
} from '#tests/factories/discount-shops.ts';
import { discountBody, switchDiscounts } from '#tests/factories/discounts.ts';
import { buildAdmin, buildUser, type BuiltUser } from '#tests/factories/people.ts';
import { nextNumber, type BuiltStore } from '#tests/factories/stores.ts';
import { api, program, startProgram } from '#tests/support/program.ts';

type List = {
  discounts: DiscountDto[];
  counts: Record<string, number>;
  count: number;
  automatic: { used: number; maximum: number };
};

let world: DiscountShop;
let store: BuiltStore;
let admin: BuiltUser;
let kettles: Shopkeeper;
let lamps: Shopkeeper;

beforeAll(async () => {
  await startProgram({ sandbox: true });
  world = await openDiscountShop('33.33');
  ({ store, admin, kettles, lamps } = world);
});
afterAll(() => program().stop());
beforeEach(async () => {
  await program().owner.rateBucket.deleteMany();
  await program().sandbox?.control('DELETE', '/faults', {});
});

const control = <T>(method: 'GET' | 'POST', path: string, body: object = {}) =>
  program().sandbox?.control<T>(method, path, body) as Promise<T>;
const strike = (fault: object) => control('POST', '/faults', { target: 'shopify', ...fault });
const pass = async (span: Parameters<ReturnType<typeof program>['clock']['advance']>[0]) => {
  program().clock.advance(span);
  await settleStore();
  await signIn();
};
/** The clock goes on, and nobody stays signed in for so long. */
async function signIn(): Promise<void> {
  admin = await buildAdmin({ store });
  for (const keeper of [kettles, lamps]) keeper.seller = await buildUser({ vendor: keeper.vendor });
}

const openShop = () => openSandboxShop(store);
const inStore = (name: string) => listStoreDiscounts(store, name);
function theOneInStore(name: string) {
  const [discount] = inStore(name);
  invariant(discount, `the store has ${name}`);
  return discount;
}
const make = (body: object, by: BuiltUser, headers: Record<string, string> = {}) => askForDiscount(by, body, headers);
const made = (body: object, by = kettles.seller) => makeDiscount(by, body);
const buy = (codes: string[], o: Partial<OrderInput> = {}) => buyWithCodes(world, codes, o);
const partOf = (orderId: number, keeper: Shopkeeper) => readPart(admin, orderId, keeper);
const read = (id: string, by = kettles.seller) => readDiscount(by, id);
const end = (id: string, by = kettles.seller) => api(by).send('DELETE', '/discounts', { id });
const list = async (by = kettles.seller, query: Record<string, string> = {}) =>
  (await api(by).get('/discounts', { query })).as<List>();
const refusalOf = ({ body }: { body: unknown }) => body as { code?: string; reason?: string; params?: object };

describe('a vendor’s code', () => {
  it('takes off the vendor’s own goods beside another’s, is borne by the vendor, and half of it comes back to the cent', async () => {
    const code = await made({ name: 'KETTLE15', value: { type: 'percentage', percentage: '12.5' } });
    expect(code).toMatchObject({
      status: 'active',
      liableParty: 'vendor',
      vendor: 'Kettle Works',
      vendorPercent: '100',
    });
    const order = await buy(['kettle15']);
    const off = order.lines.map((line) => line.discountAllocations.map(({ amountMinor }) => amountMinor));
    expect(off).toEqual([[500], []]);
    const [mine, theirs] = [await partOf(order.id, kettles), await partOf(order.id, lamps)];
    expect(mine.money.discountCharged.amount).toBe('-5.00');
    expect(theirs.money).toMatchObject({ discount: { amount: '0.00' }, discountCharged: { amount: '0.00' } });
    const shares = mine.money.explain.filter((step) => step.key === 'discount_share');
    expect(shares).toMatchObject([
      { amount: { amount: '-5.00' }, params: { title: 'KETTLE15', percent: '100', net: '5.00' } },
    ]);

    const { sandbox, shop } = openShop();
    const [line] = order.lines;
    invariant(line, 'the order has lines');
    refundOrder(sandbox, shop, order, { lines: [{ lineId: line.id, quantity: 1 }] });
    await settleStore();
    const half = await partOf(order.id, kettles);
    expect(half.money.discountCharged.amount).toBe('-2.50');
    expect(half.money.goods.amount).toBe('20.00');
    // The commission is on the list price of what is left, and the discount never touched it.
    expect(Number(half.money.earnings.amount)).toBeCloseTo(Number(mine.money.earnings.amount) / 2, 2);
  });

  it('counts its uses, its minimum and its customers at the checkout', async () => {
    const limit = { onePerCustomer: true, withUsage: true, usage: 2 };
    const { id } = await made({ name: 'TWICE', limit, minPurchase: { type: 'quantity', value: '2' } });
    const few = { lines: [{ variantId: kettles.variantId, quantity: 1 }] };
    await expect(buy(['TWICE'], few)).rejects.toThrow('needs a larger purchase');
    await buy(['TWICE'], { email: 'ada@buyers.test' });
    await expect(buy(['TWICE'], { email: 'ada@buyers.test' })).rejects.toThrow('once per customer');
    await buy(['TWICE']);
    await expect(buy(['TWICE'])).rejects.toThrow('usage limit');
    await pass({ hours: 1 });
    expect((await read(id)).discount.uses).toBe(2);
  });

  it('follows the vendor to another name', async () => {
    const renamed = await openShopkeeper({ store, admin }, 'Teapot Works', '10.00');
    await made({ name: 'TEAPOT' }, renamed.seller);
    const rename = { oldVendor: 'Teapot Works', newVendor: 'Samovar Works' };
    expect((await api(admin).put('/vendors/rename', rename)).status).toBeLessThan(300);
    await settleStore();
    const order = await buy(['TEAPOT'], { lines: [{ variantId: renamed.variantId, quantity: 1 }] });
    expect(order.lines[0]?.vendor).toBe('Samovar Works');
    expect(order.lines[0]?.discountAllocations).toMatchObject([{ amountMinor: 100 }]);
    const { adminOrders } = (await api(admin).get(`/orders/${order.id}`)).as<OrderDetailDto>();
    expect(adminOrders[0]?.money.discountCharged.amount).toBe('-1.00');
  });

  it('ends at once, and an order that used it keeps who bears it', async () => {
    const { id } = await made({ name: 'ENDING' });
    const order = await buy(['ENDING']);
    const ended = (await end(id)).as<{ discount: DiscountDto }>().discount;
    expect(ended).toMatchObject({ status: 'ended', allowedActions: [] });
    await expect(buy(['ENDING'])).rejects.toThrow('not valid');
    expect((await partOf(order.id, kettles)).money.discountCharged.amount).toBe('-4.00');
    expect((await read(id)).history.map(({ event }) => event)).toEqual(['ended', 'created']);
    // Its code stays taken in the store.
    expect(listIssues(await make({ name: 'ending' }, lamps.seller))).toEqual(['name: discount_name_taken']);
  });
});

describe('M39: who bears a code', () => {
  const draft = (name: string, liableParty: string, vendorPercent?: string) => ({
    name,
    liableParty,
    ...(vendorPercent === undefined ? {} : { vendorPercent }),
    vendorIds: [String(kettles.vendor.id)],
    value: { type: 'percentage', percentage: '12.5' },
  });

  it.each([
    ['the vendor', 'BEARV', 'vendor', undefined, ['-5.00', '-2.50', '0.00']],
    ['the marketplace', 'BEARM', 'marketplace', undefined, ['0.00', '0.00', '0.00']],
    ['both, by a percent', 'BEARS', 'shared', '33.3333', ['-1.67', '-0.83', '0.00']],
  ] as const)(
    '%s: fixed in the terms snapshot, half of it left after half of the goods went back, none after all',
    async (_, name, party, percent, charged) => {
      const { id } = await makeDiscount(admin, draft(name, party, percent));
      const order = await buy([name]);
      const base = (await partOf(order.id, kettles)).money.commission.amount;
      const plain = await buy([]);
      expect((await partOf(plain.id, kettles)).money.commission.amount).toBe(base);
      const seen = [(await partOf(order.id, kettles)).money.discountCharged.amount];
      // Whoever bears the same code from now on does not bear what was sold before.
      const other = party === 'marketplace' ? 1_000_000n : 0n;
      await program().owner.discount.update({ where: { id: BigInt(id) }, data: { vendorPercent: other } });
      const { sandbox, shop } = openShop();
      const lineId = order.lines[0]?.id ?? 0;
      for (const quantity of [1, 1]) {
        refundOrder(sandbox, shop, order, { lines: [{ lineId, quantity }] });
        await settleStore();
        seen.push((await partOf(order.id, kettles)).money.discountCharged.amount);
      }
      expect(seen).toEqual(charged);
      const posted = await program().owner.ledgerPosting.aggregate({
        where: { storeId: store.id, orderId: BigInt(order.id), account: 'discount_borne' },
        _sum: { amountMinor: true },
      });
      expect(posted._sum.amountMinor ?? 0n).toBe(0n);
    },
  );
});

describe('a discount of the marketplace', () => {
  it('is shared by percent for the vendors named, fixed in the terms snapshot, in Explain and in the statement', async () => {
    const body = {
      name: 'SHARED',
      vendorIds: [String(lamps.vendor.id)],
      liableParty: 'shared',
      vendorPercent: '33.3333',
    };
    const shared = await made({ ...body, value: { type: 'fixed', fixed: '10.00' } }, admin);
    expect(shared).toMatchObject({ vendor: null, vendors: [{ name: 'Lamp Works' }], vendorPercent: '33.3333' });
    const month = dayOf(program().clock.now(), store.timezone).slice(0, 7);
    const order = await buy(['SHARED']);
    const part = await partOf(order.id, lamps);
    expect(part.money.discountCharged.amount).toBe('-3.33');
    expect((await partOf(order.id, kettles)).money.discount.amount).toBe('0.00');
    const posted = await program().owner.ledgerPosting.findMany({
      where: { storeId: store.id, orderId: BigInt(order.id), account: 'discount_borne' },
    });
    expect(posted.map(({ vendorId, amountMinor }) => [vendorId, amountMinor])).toEqual([[lamps.vendor.id, -667n]]);
    const statement = (await api(lamps.seller).get(`/statements/${month}`)).as<{
      sums: { other: { amount: string } };
      discountsBorne: { amount: string };
    }>();
    expect([statement.sums.other.amount, statement.discountsBorne.amount]).toEqual(['6.67', '6.67']);
  });

  it('is for everybody’s goods and the store’s to bear where nobody is named', async () => {
    await made({ name: 'HOUSE', liableParty: 'marketplace' }, admin);
    const order = await buy(['HOUSE']);
    for (const one of [kettles, lamps]) {
      const { money } = await partOf(order.id, one);
      expect(money.discountCharged.amount).toBe('0.00');
      expect(money.discount.amount).not.toBe('0.00');
    }
  });

  it('applies by itself, the one that takes most off each line', async () => {
    const automatic = await made(
      { method: 'automatic', name: 'Lamp days', vendorIds: [String(lamps.vendor.id)] },
      admin,
    );
    const order = await buy([]);
    expect(order.lines.map((line) => line.discountAllocations.length)).toEqual([0, 1]);
    expect((await partOf(order.id, lamps)).money.discountCharged.amount).toBe('-3.33');
    expect((await end(automatic.id, admin)).status).toBe(200);
  });
});

describe('what happens twice', () => {
  it('two calls with one Idempotency-Key make one discount', async () => {
    const body = discountBody({ name: 'ONCE' });
    const headers = { 'idempotency-key': `discount-${nextNumber()}` };
    const first = await api(kettles.seller).post('/discounts', body, { headers });
    const second = await api(kettles.seller).post('/discounts', body, { headers });
    expect(first.status).toBe(201);
    expect(second.body).toEqual(first.body);
    expect(inStore('ONCE')).toHaveLength(1);
  });

  it.each(['code', 'automatic'])('a lost answer of the store leaves one %s discount', async (method) => {
    const name = `LOST${method}`;
    const operation = method === 'code' ? 'discountCodeBasicCreate' : 'discountAutomaticBasicCreate';
    await strike({ operation, kind: 'drop_response', times: 1 });
    const lost = await made({ name, method });
    expect(lost.status).toBe('pending');
    await pass({ minutes: 2 });
    expect((await read(lost.id)).discount.status).toBe('active');
    expect(inStore(name)).toHaveLength(1);
    expect(theOneInStore(name).tags).toContain(`souk-discount-${lost.id}`);
    await end(lost.id);
  });

  it('an answer that never came is asked for again until the discount is there', async () => {
    await strike({ operation: 'discountCodeBasicCreate', kind: 'error', status: 503, times: 1 });
    const { id } = await made({ name: 'LATER' });
    await pass({ minutes: 2 });
    expect((await read(id)).discount.status).toBe('active');
    expect(inStore('LATER')).toHaveLength(1);
  });

  it('what is deleted while its making is unanswered ends in the store too', async () => {
    await strike({ operation: 'discountCodeBasicCreate', kind: 'drop_response', times: 1 });
    const { id } = await made({ name: 'BRIEF' });
    expect((await end(id)).as<{ discount: DiscountDto }>().discount.status).toBe('ended');
    await pass({ minutes: 2 });
    await expect(buy(['BRIEF'])).rejects.toThrow('not valid');
  });

  it('two people who take one code at the same moment get one discount', async () => {
    const answers = await Promise.all([make({ name: 'RACE' }, kettles.seller), make({ name: 'race' }, lamps.seller)]);
    expect(answers.map(({ status }) => status).sort()).toEqual([201, 422]);
    const refused = answers.find(({ status }) => status === 422);
    expect(refused && listIssues(refused)).toEqual(['name: discount_name_taken']);
    expect(discountsOf(openShop().shop).filter((one) => one.code?.toLowerCase() === 'race')).toHaveLength(1);
  });

  it('two people who delete one at the same moment end it once', async () => {
    const colleague = await buildUser({ vendor: kettles.vendor });
    const { id } = await made({ name: 'BOTH' });
    const answers = await Promise.all([end(id), end(id, colleague)]);
    expect(answers.map(({ status }) => status)).toEqual([200, 200]);
    await settleStore();
    const { discount, history } = await read(id);
    expect(discount.status).toBe('ended');
    expect(history.filter(({ event }) => event === 'ended')).toHaveLength(1);
    expect((await end(id)).status).toBe(200);
  });
});

describe('automatic discounts', () => {
  it('are refused with the number where ours are used up, or the store’s, and end to free a place', async () => {
    const { sandbox, shop } = openShop();
    const { used, maximum } = (await list(admin)).automatic;
    expect(maximum).toBe(20);
    const own: string[] = [];
    for (let at = used; at < maximum; at++)
      own.push((await made({ method: 'automatic', name: `Days ${at}` }, admin)).id);
    const full = await make({ method: 'automatic', name: 'One more' }, kettles.seller);
    expect(full.status).toBe(409);
    expect(refusalOf(full)).toMatchObject({ reason: 'discounts_full', params: { limit: 20 } });

    const others = Array.from({ length: 5 }, (_, at) => createStoreDiscount(sandbox, shop, storeOwn(`Store ${at}`)));
    await end(own[0] ?? '', admin);
    const sixth = createStoreDiscount(sandbox, shop, storeOwn('Store 6'));
    const storeFull = await make({ method: 'automatic', name: 'One more' }, kettles.seller);
    expect(refusalOf(storeFull)).toMatchObject({ reason: 'store_discounts_full', params: { limit: 25 } });
    for (const one of [...others, sixth]) endStoreDiscount(sandbox, shop, one);
    const room = await made({ method: 'automatic', name: 'One more' });
    for (const id of [...own, room.id]) await end(id, admin);
  });

  const storeOwn = (title: string) => ({
    title,
    code: null,
    value: { kind: 'percentage' as const, share: 0.01 },
    collectionIds: [],
    minimum: null,
    startsAt: program().clock.now().toISOString(),
    endsAt: null,
    usageLimit: null,
    oncePerCustomer: false,
    tags: [],
  });
});

describe('the store admin', () => {
  it('changes are taken over and marked; other items are borne by nobody new', async () => {
    const { sandbox, shop } = openShop();
    const { id } = await made({ name: 'CHANGED' });
    changeStoreDiscount(sandbox, shop, theOneInStore('CHANGED'), {
      value: { kind: 'fixed', amountMinor: 300 },
      collectionIds: null,
    });
    await settleStore();
    const { discount, history } = await read(id);
    expect(discount).toMatchObject({ value: { type: 'fixed', fixed: { amount: '3.00' } }, otherItems: true });
    expect(discount.changedInStoreAt).not.toBeNull();
    expect(history[0]?.event).toBe('changed_in_store');
    const order = await buy(['CHANGED']);
    const theirs = await partOf(order.id, lamps);
    expect(theirs.money.discount.amount).not.toBe('0.00');
    expect(theirs.money.discountCharged.amount).toBe('0.00');
  });

  it('a discount that was deleted there is noticed, by its webhook or by the hourly comparison', async () => {
    const { sandbox, shop } = openShop();
    const [reported, untold] = [await made({ name: 'GONE' }), await made({ name: 'SILENT' })];
    deleteStoreDiscount(sandbox, shop, theOneInStore('GONE'));
    await settleStore();
    expect((await read(reported.id)).discount).toMatchObject({ status: 'ended', removedInStore: true });
    await strike({ target: 'webhooks', kind: 'drop', times: 1 });
    await control('POST', `/discounts/${theOneInStore('SILENT').id}/delete`);
    await settleStore();
    expect((await read(untold.id)).discount.status).toBe('active');
    await pass({ hours: 1 });
    expect((await read(untold.id)).discount).toMatchObject({ status: 'ended', removedInStore: true });
    // The name is free again, because the store's is.
    await made({ name: 'GONE' }, lamps.seller);
  });
});

describe('a change of a discount', () => {
  const edit = ({ id, version }: DiscountDto, change: object = {}, by = kettles.seller) => {
    const { value, active } = discountBody();
    return api(by).put(`/discounts/${id}`, { version, value, active, ...change });
  };
  const changeTo = async (discount: DiscountDto, change: object): Promise<DiscountDto> => {
    const answer = await edit(discount, change);
    expect(answer.status, JSON.stringify(answer.body)).toBe(200);
    return answer.as<DiscountDetailDto>().discount;
  };

  it('is made in the store too, and kept as the store then has it', async () => {
    const name = `EDIT${nextNumber()}`;
    const code = await made({ name, minPurchase: { type: 'quantity', value: '2' } });
    const before = theOneInStore(name);
    const changed = await changeTo(code, {
      value: { type: 'fixed', fixed: '4.00' },
      limit: { withUsage: true, usage: 3, onePerCustomer: true },
      active: { from: '2026-01-01', until: '2099-01-31', withEndDate: true },
    });
    expect(changed).toMatchObject({
      name,
      liableParty: 'vendor',
      value: { type: 'fixed', fixed: { amount: '4.00' } },
      limit: { usage: 3, onePerCustomer: true },
      minPurchase: { type: 'none' },
      changedInStoreAt: null,
    });
    const after = theOneInStore(name);
    expect(after).toMatchObject({ value: { kind: 'fixed', amountMinor: 400 }, usageLimit: 3, minimum: null });
    expect([after.collectionIds, after.tags]).toEqual([before.collectionIds, before.tags]);
    const order = await buy([name]);
    expect(order.lines[0]?.discountAllocations.map(({ amountMinor }) => amountMinor)).toEqual([400]);
    await settleStore();
    const { discount, history } = await read(code.id);
    expect([discount.changedInStoreAt, history.map(({ event }) => event)]).toEqual([null, ['edited', 'created']]);
  });

  it('of an automatic one by the marketplace leaves its goods and its bearer', async () => {
    const title = `Week ${nextNumber()}`;
    const body = { method: 'automatic', name: title, liableParty: 'marketplace', vendorIds: [String(lamps.vendor.id)] };
    const made1 = await made(body, admin);
    const { value } = discountBody({ value: { type: 'percentage', percentage: '30' } });
    const answer = await edit(made1, { value }, admin);
    expect(answer.as<DiscountDetailDto>().discount).toMatchObject({
      liableParty: 'marketplace',
      value: { percentage: '30' },
      vendors: [{ name: 'Lamp Works' }],
    });
    expect(theOneInStore(title).value).toEqual({ kind: 'percentage', share: 0.3 });
    await end(made1.id, admin);
  });

  it('over a version that was changed is refused; two at once change it once', async () => {
    const code = await made({});
    const ten = { value: { type: 'percentage', percentage: '11' } };
    const answers = await Promise.all([edit(code, ten), edit(code, ten)]);
    expect(answers.map(({ status }) => status).sort()).toEqual([200, 409]);
    expect(refusalOf(await edit(code, ten)).code).toBe('conflict');
    await end(code.id);
    const { discount } = await read(code.id);
    expect(refusalOf(await edit(discount, ten)).reason).toBe('discount_not_running');
    expect((await edit(discount, ten, lamps.seller)).status).toBe(404);
  });

  it('whose answer was lost is read from the store within a minute, as it then is', async () => {
    const code = await made({});
    await strike({ operation: 'discountCodeBasicUpdate', kind: 'drop_response', times: 9 });
    const answer = await edit(code, { value: { type: 'percentage', percentage: '20' } });
    expect(answer.status).toBeGreaterThanOrEqual(500);
    await program().sandbox?.control('DELETE', '/faults', {});
    await pass({ minutes: 2 });
    const { discount } = await read(code.id);
    const { value } = theOneInStore(code.name);
    expect(discount.value.percentage).toBe(value.kind === 'percentage' ? String(value.share * 100) : '');
    expect(discount.changedInStoreAt).toBeNull();
    expect((await changeTo(discount, { value: { type: 'percentage', percentage: '21' } })).value.percentage).toBe('21');
  });
});

describe('a vendor that is deleted', () => {
  it('takes its own codes along, also where the platform fails at first; those of the marketplace stay', async () => {
    const mugs = await openShopkeeper({ store, admin }, 'Mug Works', '9.00');
    const [own, theirs] = [await made({}, mugs.seller), await made({ vendorIds: [String(mugs.vendor.id)] }, admin)];
    await strike({ operation: 'discountCodeDeactivate', kind: 'error', status: 503, times: 4 });
    const gone = await api(admin).delete('/vendors/Mug%20Works', { query: { confirm: 'true' } });
    expect(gone.status, JSON.stringify(gone.body)).toBe(200);
    expect((await read(own.id, admin)).discount.status).toBe('ended');
    await settleStore();
    await program().sandbox?.control('DELETE', '/faults', {});
    await pass({ minutes: 30 });
    expect(theOneInStore(own.name).endsAt).not.toBeNull();
    expect(theOneInStore(theirs.name).endsAt).toBeNull();
    expect((await read(own.id, admin)).history.map(({ event }) => event)).toEqual(['ended', 'created']);
  });
});

describe('who may do what', () => {
  it('another vendor’s discount is not found, in lists, by its id and to delete', async () => {
    const { id } = await made({ name: 'MINE' });
    expect((await list(lamps.seller, { q: 'MINE' })).count).toBe(0);
    for (const answer of [await api(lamps.seller).get(`/discounts/${id}`), await end(id, lamps.seller)])
      expect(answer.status).toBe(404);
    expect((await make({ vendorIds: [String(lamps.vendor.id)] }, kettles.seller)).status).toBe(404);
    expect((await list(admin, { q: 'MINE' })).count).toBe(1);
    const ofStore = await made({ name: 'STORES', liableParty: 'marketplace' }, admin);
    expect((await api(kettles.seller).get(`/discounts/${ofStore.id}`)).status).toBe(404);
  });

  it('a vendor bears what it makes: only admins name another', async () => {
    const answer = await make({ liableParty: 'marketplace' }, kettles.seller);
    expect([answer.status, refusalOf(answer).code]).toEqual([403, 'missing_permission']);
  });

  it('without the store’s access nothing is made', async () => {
    const { shop } = openShop();
    const scopes = shop.installation?.scopes ?? [];
    await control('POST', '/scopes', { shop: store.domain, scopes: scopes.filter((one) => one !== 'write_discounts') });
    expect(refusalOf(await make({ name: 'NOACCESS' }, kettles.seller)).reason).toBe('discounts_not_granted');
    await control('POST', '/scopes', { shop: store.domain, scopes });
    expect(inStore('NOACCESS')).toEqual([]);
  });

  it('the switch hides everything, and codes that buyers still use are borne as decided', async () => {
    const { id } = await made({ name: 'HIDDEN' });
    await switchDiscounts(admin, false);
    for (const answer of [await api(kettles.seller).get('/discounts'), await end(id), await make({}, kettles.seller)])
      expect([answer.status, refusalOf(answer).code]).toEqual([404, 'feature_disabled']);
    const order = await buy(['HIDDEN']);
    expect((await partOf(order.id, kettles)).money.discountCharged.amount).toBe('-4.00');
    await switchDiscounts(admin, true);
  });
});

describe('what is refused of a discount', () => {
  it.each([
    [{ name: '' }, ['name: required_field']],
    [{ name: 'x'.repeat(201) }, ['name: max_characters']],
    [{ name: 'TWO WORDS' }, ['name: code_characters']],
    [{ value: { type: 'percentage', percentage: '100.5' } }, ['value.percentage: percentage']],
    [{ value: { type: 'fixed' } }, ['value.fixed: required_field']],
    [{ value: { type: 'fixed', fixed: '1.005' } }, ['value.fixed: too_many_places']],
    [{ limit: { withUsage: true, usage: 0 } }, ['limit.usage: at_least_one']],
    [{ method: 'automatic', limit: { onePerCustomer: true } }, ['limit: limits_of_codes']],
    [{ minPurchase: { type: 'quantity', value: '1.5' } }, ['minPurchase.value: whole_number']],
    [{ active: { from: '2030-02-02', until: '2030-02-01', withEndDate: true } }, ['active.until: not_before_start']],
    [{ active: { from: '2020-01-01', until: '2020-01-02', withEndDate: true } }, ['active.until: last_day_over']],
  ])('%j', async (body, issues) => {
    const answer = await make(body, kettles.seller);
    expect(answer.status).toBe(422);
    expect(listIssues(answer)).toEqual(issues);
  });
});
