import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { HOUR_MS } from '#app/core/durations.ts';
import type { RequestDetailDto, RequestDto } from '#app/features/payouts/approval/approvals.contract.ts';
import type { PayOutcome, Preparation } from '#app/features/payouts/payouts.contract.ts';
import type { PayoutRulesState } from '#app/features/payouts/rules/payout-rules.contract.ts';
import { buildDefaultList, placeOrder, refundOrder } from '#tests/factories/money.ts';
import { buildAdmin, buildStaff, buildUser, renewSession, type BuiltUser } from '#tests/factories/people.ts';
import { buildStore, buildVendor, type BuiltStore, type BuiltVendor } from '#tests/factories/stores.ts';
import { expectBalanced } from '#tests/support/database/books.ts';
import { api, program, startProgram } from '#tests/support/program.ts';
import { waitFor } from '#tests/support/wait.ts';

beforeAll(async () => {
  await startProgram();
});
afterAll(() => program().stop());

type World = { store: BuiltStore; mira: BuiltUser; joost: BuiltUser; north: BuiltVendor };
type Order = Awaited<ReturnType<typeof placeOrder>>;

/** A store with 10 % commission, two people who may pay out, a limit of 100.00, and two vendors. */
async function buildWorld(o: { limit?: string | null } = {}): Promise<World> {
  const store = await buildStore();
  await buildDefaultList(store);
  const north = await buildVendor({ store, name: 'North' });
  await buildVendor({ store, name: 'South' });
  const mira = await buildAdmin({ store, name: 'Mira' });
  const joost = await buildAdmin({ store, name: 'Joost' });
  await setLimit(mira, o.limit === undefined ? '100.00' : o.limit);
  return { store, mira, joost, north };
}

const readRules = async (admin: BuiltUser) => (await api(admin).get('/settings/payouts')).as<PayoutRulesState>();
async function setLimit(admin: BuiltUser, approveAbove: string | null): Promise<PayoutRulesState> {
  const { rules, version } = await readRules(admin);
  const saved = await api(admin).put('/settings/payouts', { rules: { ...rules, approveAbove }, version });
  expect(saved.status, JSON.stringify(saved.body)).toBe(200);
  return saved.as<PayoutRulesState>();
}
const decideLimit = (admin: BuiltUser, act: string, version: number) =>
  api(admin).post('/settings/payouts/limit', { act, version });

/** An order of which North earns 90.00 and South 54.00: above the limit together, below it each. */
const sell = (world: World, o: object = {}): Promise<Order> =>
  placeOrder(world.store, {
    lines: [
      { vendor: 'North', price: '100.00' },
      { vendor: 'South', price: '60.00' },
    ],
    ...o,
  });
const bodyOf = (order: Order, more: object = {}) => ({
  payoutLines: ['North', 'South'].map((vendor) => ({ orderName: order.name, vendor })),
  methods: ['North', 'South'].map((vendor) => ({ vendor, method: 'manual' })),
  manual: { paidAt: program().clock.now().toISOString().slice(0, 10), details: 'Bank transfer 4417' },
  ...more,
});
const pay = (admin: BuiltUser, order: Order, more: object = {}) =>
  api(admin).post('/payment/v3/pay', bodyOf(order, more));
/** What somebody asked for, by its id. */
async function ask(world: World, order: Order, more: object = {}): Promise<string> {
  const { requestId } = (await pay(world.mira, order, more)).as<PayOutcome>();
  if (requestId === undefined) throw new Error('nothing waits');
  return requestId;
}
const act = (admin: Parameters<typeof api>[0], id: string, what: string, body?: object) =>
  api(admin).post(`/payment/requests/${id}/${what}`, body);
const approve = (admin: Parameters<typeof api>[0], id: string) => act(admin, id, 'approve');
const read = async (admin: Parameters<typeof api>[0], id: string) =>
  (await api(admin).get(`/payment/requests/${id}`)).as<RequestDetailDto>();
const payouts = ({ store }: World) => program().owner.payout.findMany({ where: { storeId: store.id } });
const stateOf = async (world: World, id: string) =>
  (await program().owner.payoutRequest.findFirstOrThrow({ where: { storeId: world.store.id, id: BigInt(id) } })).state;
const eventsOf = async (world: World, id: string) =>
  (
    await program().owner.auditEvent.findMany({
      where: { storeId: world.store.id, subject: 'payout_request', subjectId: id },
      orderBy: { id: 'asc' },
    })
  ).map(({ action, actor }) => [action, (actor as { name: string }).name]);
const reasonOf = (answer: { body: unknown }) => (answer.body as { reason?: string; message?: string }).message;

describe('a payout above the limit', () => {
  it('pays nothing at once: it waits for another person, who sees exactly what was asked, approves, and then it is paid', async () => {
    const world = await buildWorld();
    const order = await sell(world);
    const prepared = await api(world.mira).post('/payment/v3/prepare', { payoutLines: bodyOf(order).payoutLines });
    const { token, approval } = prepared.as<Preparation>();
    expect(approval).toEqual({ why: 'above', limit: { amount: '100.00', currency: 'USD' }, others: 1 });
    const answer = await pay(world.mira, order, { token });
    expect(answer.status, JSON.stringify(answer.body)).toBe(200);
    const { requestId = '', results } = answer.as<PayOutcome>();
    expect(
      results.map(({ vendor, status, amount, transactionId }) => [vendor, status, amount.amount, transactionId]),
    ).toEqual([
      ['North', 'waiting', '90.00', null],
      ['South', 'waiting', '54.00', null],
    ]);
    expect(await payouts(world)).toEqual([]);

    const seen = await read(world.joost, requestId);
    expect(seen).toMatchObject({
      id: requestId,
      state: 'waiting',
      why: 'above',
      limit: { amount: '100.00', currency: 'USD' },
      totals: [{ amount: '144.00', currency: 'USD' }],
      askedBy: 'Mira',
      decidedBy: null,
      byHand: { details: 'Bank transfer 4417' },
      allowedActions: ['approve', 'decline'],
      others: 1,
      outcome: null,
    });
    expect(
      seen.parts.map((part) => [
        part.vendor,
        part.method,
        part.amount.amount,
        part.lines.map((line) => line.orderName),
      ]),
    ).toEqual([
      ['North', 'manual', '90.00', [order.name]],
      ['South', 'manual', '54.00', [order.name]],
    ]);
    expect(Date.parse(seen.endsAt) - Date.parse(seen.askedAt)).toBe(72 * HOUR_MS);
    expect((await read(world.mira, requestId)).allowedActions).toEqual(['withdraw']);
    const list = (await api(world.joost).get('/payment/requests')).as<{ requests: RequestDto[]; count: number }>();
    expect(list).toMatchObject({
      count: 1,
      requests: [{ id: requestId, parts: [{ vendor: 'North', lineCount: 1 }, {}] }],
    });

    const approved = await approve(world.joost, requestId);
    expect(approved.status, JSON.stringify(approved.body)).toBe(200);
    const done = approved.as<RequestDetailDto>();
    expect(done).toMatchObject({ state: 'approved', decidedBy: 'Joost', allowedActions: [] });
    expect(done.outcome?.results.map(({ vendor, status, amount }) => [vendor, status, amount.amount])).toEqual([
      ['North', 'paid', '90.00'],
      ['South', 'paid', '54.00'],
    ]);
    // It is paid as whoever asked asked for it, and the log says who approved.
    expect((await payouts(world)).map(({ actor, details }) => [(actor as { name: string }).name, details])).toEqual([
      ['Mira', 'Bank transfer 4417'],
      ['Mira', 'Bank transfer 4417'],
    ]);
    expect(await eventsOf(world, requestId)).toEqual([
      ['payout_request.asked', 'Mira'],
      ['payout_request.approved', 'Joost'],
    ]);
    // Approving again answers the same, and so does the call that asked: what it paid.
    expect((await approve(world.joost, requestId)).body).toEqual(approved.body);
    expect((await pay(world.mira, order, { token })).body).toEqual(done.outcome);
    expect(await payouts(world)).toHaveLength(2);
    await expectBalanced(world);
  });

  it('waits as the sum of a call, at the limit not, and without a limit never', async () => {
    const world = await buildWorld({ limit: '144.00' });
    expect((await pay(world.mira, await sell(world))).as<PayOutcome>()).toMatchObject({
      results: [{ status: 'paid' }, { status: 'paid' }],
    });
    const order = await sell(world);
    await setLimit(world.mira, '143.99');
    expect((await pay(world.joost, order)).as<PayOutcome>()).toMatchObject({
      results: [{ status: 'waiting' }, { status: 'waiting' }],
    });
    const free = await buildWorld({ limit: null });
    expect((await pay(free.mira, await sell(free))).as<PayOutcome>().results[0]?.status).toBe('paid');
  });

  it('waits where small calls of one person add up past the limit within a day, at whichever entry point, and says so before', async () => {
    const world = await buildWorld({ limit: '150.00' });
    const north = (order: Order) => ({
      payoutLines: [{ orderName: order.name, vendor: 'North' }],
      methods: [{ vendor: 'North', method: 'manual' }],
    });
    const statusOf = async (who: BuiltUser, order: Order) =>
      (await pay(who, order, north(order))).as<PayOutcome>().results[0]?.status;
    expect(await statusOf(world.mira, await sell(world))).toBe('paid');
    const second = await sell(world);
    const { approval } = (
      await api(world.mira).post('/payment/v3/prepare', { payoutLines: north(second).payoutLines })
    ).as<Preparation>();
    expect(approval).toMatchObject({ why: 'above_in_a_day', others: 1 });
    // The same person by the same address, in the store admin.
    const owner = await buildStaff({ store: world.store, email: world.mira.email, isOwner: true });
    const answer = (await pay(world.mira, second, north(second))).as<PayOutcome>();
    expect(answer.results[0]?.status).toBe('waiting');
    expect(await api(owner).post('/payment/v3/prepare', { payoutLines: north(second).payoutLines })).toMatchObject({
      body: { approval: { why: 'above_in_a_day' } },
    });
    // What another person approved is not paid alone, and what another paid is not this one's.
    expect((await approve(world.joost, answer.requestId ?? '')).status).toBe(200);
    expect(await statusOf(world.joost, await sell(world))).toBe('paid');
    program().clock.advance({ hours: 25 });
    await Promise.all([world.mira, world.joost].map(renewSession));
    expect(await statusOf(world.mira, await sell(world))).toBe('paid');
    await expectBalanced(world);
  });

  it('lets one of two calls of a person pass that come at once and are above the limit together', async () => {
    const world = await buildWorld({ limit: '150.00' });
    const orders = [await sell(world), await sell(world)];
    const answers = await Promise.all(
      orders.map((order) =>
        pay(world.mira, order, {
          payoutLines: [{ orderName: order.name, vendor: 'North' }],
          methods: [{ vendor: 'North', method: 'manual' }],
        }),
      ),
    );
    expect(answers.map((answer) => answer.as<PayOutcome>().results[0]?.status).sort()).toEqual(['paid', 'waiting']);
  });

  it('waits in any other currency than the limit’s', async () => {
    const world = await buildWorld({ limit: '100000.00' });
    const order = await sell(world, { currency: 'EUR' });
    expect((await pay(world.mira, order)).as<PayOutcome>().results[0]?.status).toBe('waiting');
    const [request] = (await api(world.joost).get('/payment/requests')).as<{ requests: RequestDto[] }>().requests;
    expect(request).toMatchObject({ why: 'other_currency', totals: [{ amount: '144.00', currency: 'EUR' }] });
  });

  it('leaves vendors that cannot be paid out of the request, who are refused at once and never approved along', async () => {
    const world = await buildWorld({ limit: '50.00' });
    const order = await sell(world);
    const methods = [
      { vendor: 'North', method: 'manual' },
      { vendor: 'South', method: 'stripe' },
    ];
    const answer = (await pay(world.mira, order, { methods })).as<PayOutcome>();
    expect(answer.results.map(({ status, reason }) => [status, reason?.code])).toEqual([
      ['waiting', undefined],
      ['refused', 'not_connected'],
    ]);
    const { parts, totals } = await read(world.joost, answer.requestId ?? '');
    expect([parts.map(({ vendor }) => vendor), totals]).toEqual([['North'], [{ amount: '90.00', currency: 'USD' }]]);
    const done = (await approve(world.joost, answer.requestId ?? '')).as<RequestDetailDto>();
    expect(done.outcome?.results.map(({ vendor, status }) => [vendor, status])).toEqual([['North', 'paid']]);
    expect(await payouts(world)).toHaveLength(1);
  });

  it('takes overpaid orders along that join it, as they were shown', async () => {
    const world = await buildWorld();
    const early = await sell(world, {
      lines: [
        { vendor: 'North', price: '20.00' },
        { vendor: 'South', price: '60.00' },
      ],
    });
    await setLimit(world.mira, '50.00');
    await approve(world.joost, await ask(world, early));
    await refundOrder(world.store, early, [{ index: 0, quantity: 1 }]);
    const id = await ask(world, await sell(world));
    expect((await read(world.joost, id)).parts[0]).toMatchObject({
      amount: { amount: '72.00' },
      lines: [{ joined: false }, { orderName: early.name, joined: true, amount: { amount: '-18.00' } }],
    });
    const { totals } = await read(world.joost, id);
    const done = (await approve(world.joost, id)).as<RequestDetailDto>();
    expect(done.state).toBe('approved');
    expect(done.totals).toEqual(totals);
    await expectBalanced(world);
  });
});

describe('who decides', () => {
  it('is never whoever asked, at whichever entry point, nor somebody without the right to pay out, a vendor or another store', async () => {
    const world = await buildWorld();
    const id = await ask(world, await sell(world));
    const own = await approve(world.mira, id);
    expect([own.status, reasonOf(own)]).toEqual([
      409,
      'This is not possible now: you asked for it yourself, so another person has to decide',
    ]);
    expect((await act(world.mira, id, 'decline', { note: 'Mine' })).status).toBe(409);
    // The same person in the store admin, known by the e-mail address.
    const owner = await buildStaff({ store: world.store, email: world.mira.email.toUpperCase() });
    expect((await approve(owner, id)).status).toBe(409);
    const clerk = await buildStaff({ store: world.store, isOwner: false });
    expect((await approve(clerk, id)).status).toBe(403);
    expect((await act(clerk, id, 'decline', { note: 'Not mine' })).status).toBe(403);
    expect((await read(clerk, id)).allowedActions).toEqual([]);
    const seller = await buildUser({ vendor: world.north });
    for (const what of ['approve', 'withdraw']) expect((await act(seller, id, what)).status).toBe(403);
    expect((await api(seller).get('/payment/requests')).status).toBe(403);
    const outsider = await buildAdmin();
    for (const what of ['approve', 'withdraw']) expect((await act(outsider, id, what)).status).toBe(404);
    expect((await act(outsider, id, 'decline', { note: 'Not here' })).status).toBe(404);
    expect((await api(outsider).get('/payment/requests')).as<{ count: number }>().count).toBe(0);
    expect(await payouts(world)).toEqual([]);
    // Another member of the staff may.
    expect((await approve(await buildStaff({ store: world.store }), id)).status).toBe(200);
  });

  it('declines with a note, withdraws only one’s own, and nothing is decided twice', async () => {
    const world = await buildWorld();
    const order = await sell(world);
    const id = await ask(world, order);
    expect((await act(world.joost, id, 'decline', { note: ' x ' })).status).toBe(422);
    expect((await act(world.joost, id, 'withdraw')).status).toBe(409);
    const declined = await act(world.joost, id, 'decline', { note: 'Not before the returns are in' });
    expect(declined.body).toMatchObject({
      state: 'declined',
      decidedBy: 'Joost',
      note: 'Not before the returns are in',
    });
    expect((await act(world.joost, id, 'decline', { note: 'Again' })).body).toEqual(declined.body);
    expect((await approve(world.joost, id)).status).toBe(409);
    expect((await act(world.mira, id, 'withdraw')).status).toBe(409);
    // What was declined can be asked for anew.
    const second = await ask(world, order);
    expect(second).not.toBe(id);
    const withdrawn = await act(world.mira, second, 'withdraw');
    expect(withdrawn.body).toMatchObject({ state: 'withdrawn', decidedBy: 'Mira' });
    expect((await act(world.mira, second, 'withdraw')).body).toEqual(withdrawn.body);
    expect((await approve(world.joost, second)).status).toBe(409);
    expect(await payouts(world)).toEqual([]);
  });

  it('is not decided for somebody who lost the right to pay out since then', async () => {
    const world = await buildWorld();
    const id = await ask(world, await sell(world));
    await program().owner.user.update({ where: { id: world.mira.id }, data: { disabledAt: program().clock.now() } });
    const answer = await approve(world.joost, id);
    expect([answer.status, reasonOf(answer)]).toEqual([
      409,
      'This is not possible now: the email address, role or second factor of whoever asked changed, so it has to be asked for again',
    ]);
    // It ended with the access of whoever asked, so that nothing is left to decline.
    expect((await act(world.joost, id, 'decline', { note: 'She left' })).status).toBe(409);
    expect(await read(world.joost, id)).toMatchObject({ state: 'voided', voidReason: 'role', allowedActions: [] });
  });

  it('is nobody where one person only may pay out, and the request and the rules say so', async () => {
    const store = await buildStore();
    await buildDefaultList(store);
    const north = await buildVendor({ store, name: 'North' });
    await buildVendor({ store, name: 'South' });
    const mira = await buildAdmin({ store, name: 'Mira' });
    const world = { store, mira, joost: mira, north };
    expect((await readRules(mira)).others).toBe(0);
    await setLimit(mira, '100.00');
    const id = await ask(world, await sell(world));
    expect(await read(mira, id)).toMatchObject({ others: 0, allowedActions: ['withdraw'] });
    // Nobody could approve another limit either, so it is set at once.
    expect(await setLimit(mira, '200.00')).toMatchObject({ rules: { approveAbove: '200.00' }, raise: null });
  });
});

describe('what is approved is what is paid', () => {
  it('an amount that changed pays nothing, and the request is stale', async () => {
    const world = await buildWorld();
    const order = await sell(world);
    const id = await ask(world, order);
    // Nothing is locked: a part of it is paid by another call, which is below the limit.
    const line = {
      payoutLines: [{ orderName: order.name, vendor: 'South' }],
      methods: [{ vendor: 'South', method: 'manual' }],
    };
    expect((await pay(world.joost, order, line)).as<PayOutcome>().results[0]?.status).toBe('paid');
    const answer = await approve(world.joost, id);
    expect([answer.status, (answer.body as { code: string }).code]).toEqual([409, 'amount_changed']);
    expect(await stateOf(world, id)).toBe('stale');
    expect(await payouts(world)).toHaveLength(1);
    expect((await approve(world.joost, id)).status).toBe(409);
    expect((await act(world.mira, id, 'withdraw')).status).toBe(409);
    expect((await eventsOf(world, id)).at(-1)).toEqual(['payout_request.stale', 'Joost']);
    await expectBalanced(world);
  });

  it('a request ends after 72 hours, whether or not its end was recorded, and can be asked for again', async () => {
    const world = await buildWorld();
    const order = await sell(world);
    const id = await ask(world, order);
    program().clock.advance({ hours: 72 });
    await renewSession(world.mira);
    await renewSession(world.joost);
    const late = await approve(world.joost, id);
    expect([late.status, reasonOf(late)]).toEqual([
      409,
      'This is not possible now: it waited for too long and has ended; ask for it again',
    ]);
    expect(await read(world.joost, id)).toMatchObject({ state: 'expired', allowedActions: [] });
    expect(await ask(world, order)).not.toBe(id);
    await waitFor('the end is not noted', async () => (await eventsOf(world, id)).length === 2);
    expect(await stateOf(world, id)).toBe('expired');
    expect((await eventsOf(world, id)).map(([action]) => action)).toEqual([
      'payout_request.asked',
      'payout_request.expired',
    ]);
    expect(await payouts(world)).toEqual([]);
  });
});

describe('many at once', () => {
  it('fifty equal calls are one request with equal answers', async () => {
    const world = await buildWorld();
    const order = await sell(world);
    const body = bodyOf(order);
    const answers = await Promise.all(Array.from({ length: 50 }, () => api(world.mira).post('/payment/v3/pay', body)));
    for (const answer of answers) expect([answer.status, answer.body]).toEqual([200, answers[0]?.body]);
    expect(await program().owner.payoutRequest.count({ where: { storeId: world.store.id } })).toBe(1);
  });

  it('two approvers pay once, with equal answers', async () => {
    const world = await buildWorld();
    const third = await buildAdmin({ store: world.store, name: 'Third' });
    const id = await ask(world, await sell(world));
    const answers = await Promise.all([world.joost, third, world.joost, third].map((admin) => approve(admin, id)));
    expect(answers.map(({ status }) => status)).toEqual([200, 200, 200, 200]);
    for (const { body } of answers) expect(body).toEqual(answers[0]?.body);
    expect(await payouts(world)).toHaveLength(2);
    await expectBalanced(world);
  });

  it('of an approval and a withdrawal one wins, and money moves only if it was the approval', async () => {
    for (let round = 0; round < 6; round += 1) {
      const world = await buildWorld();
      const id = await ask(world, await sell(world));
      const [approved, withdrawn] = await Promise.all([
        approve(world.joost, id),
        act(world.mira, id, 'withdraw'),
        round % 2 === 0 ? api(world.mira).get('/payment/requests') : undefined,
      ]);
      expect([approved.status, withdrawn.status].sort()).toEqual([200, 409]);
      const state = await stateOf(world, id);
      expect(state).toBe(approved.status === 200 ? 'approved' : 'withdrawn');
      expect((await payouts(world)).length).toBe(state === 'approved' ? 2 : 0);
    }
  });

  it('two requests for the same orders pay each line once', async () => {
    const world = await buildWorld();
    const order = await sell(world);
    const first = await ask(world, order);
    const third = await buildAdmin({ store: world.store });
    const second = (await pay(third, order)).as<PayOutcome>().requestId ?? '';
    expect(second).not.toBe(first);
    const answers = await Promise.all([approve(world.joost, first), approve(world.joost, second)]);
    expect(answers.map(({ status }) => status).sort()).toEqual([200, 409]);
    expect(await payouts(world)).toHaveLength(2);
    await expectBalanced(world);
  });
});

describe('the limit itself', () => {
  it('is lowered at once, and raised or removed only with another person', async () => {
    const world = await buildWorld();
    const order = await sell(world);
    const answer = await setLimit(world.mira, '5000.00');
    expect(answer).toMatchObject({
      rules: { approveAbove: '100.00' },
      raise: { approveAbove: '5000.00', by: 'Mira', allowedActions: ['withdraw'] },
    });
    // The old one holds meanwhile.
    expect((await pay(world.mira, order)).as<PayOutcome>().results[0]?.status).toBe('waiting');
    expect((await decideLimit(world.mira, 'approve', answer.version)).status).toBe(409);
    expect((await decideLimit(world.joost, 'withdraw', answer.version)).status).toBe(409);
    expect((await decideLimit(world.joost, 'approve', answer.version - 1)).status).toBe(409);
    const clerk = await buildStaff({ store: world.store, isOwner: false });
    expect((await api(clerk).post('/settings/payouts/limit', { act: 'approve', version: answer.version })).status).toBe(
      403,
    );
    const approved = await decideLimit(world.joost, 'approve', answer.version);
    expect(approved.body).toMatchObject({ rules: { approveAbove: '5000.00' }, raise: null });
    expect((await decideLimit(world.joost, 'approve', answer.version + 1)).status).toBe(409);
    expect(await setLimit(world.mira, '10.00')).toMatchObject({ rules: { approveAbove: '10.00' }, raise: null });
    expect(await setLimit(world.mira, null)).toMatchObject({
      rules: { approveAbove: '10.00' },
      raise: { approveAbove: null },
    });
    const events = await program().owner.auditEvent.findMany({
      where: { storeId: world.store.id, subjectId: 'payouts', action: 'settings.limit_approved' },
    });
    expect(events.map(({ actor, detail }) => [(actor as { name: string }).name, detail])).toEqual([
      ['Joost', { currency: 'USD', approveAbove: ['100.00', '5000.00'] }],
    ]);
  });

  it('that somebody asked for is declined, taken back, replaced by a lower one, or ends after 72 hours', async () => {
    const world = await buildWorld();
    const declined = await setLimit(world.mira, '200.00');
    expect((await decideLimit(world.joost, 'decline', declined.version)).body).toMatchObject({
      rules: { approveAbove: '100.00' },
      raise: null,
    });
    const own = await setLimit(world.mira, '200.00');
    expect((await decideLimit(world.mira, 'withdraw', own.version)).body).toMatchObject({ raise: null });
    await setLimit(world.mira, '200.00');
    expect(await setLimit(world.joost, '90.00')).toMatchObject({ rules: { approveAbove: '90.00' }, raise: null });
    const late = await setLimit(world.mira, null);
    program().clock.advance({ hours: 72 });
    await renewSession(world.joost);
    expect((await readRules(world.joost)).raise).toBeNull();
    expect((await decideLimit(world.joost, 'approve', late.version)).status).toBe(409);
    expect((await readRules(world.joost)).rules.approveAbove).toBe('90.00');
  });

  it('is saved twice and stays one request; other rules are saved in between', async () => {
    const world = await buildWorld();
    const first = await setLimit(world.mira, '200.00');
    expect(await setLimit(world.mira, '200.00')).toEqual(first);
    const { rules, version } = first;
    const saved = await api(world.joost).put('/settings/payouts', { rules: { ...rules, holdingDays: 7 }, version });
    expect(saved.body).toMatchObject({ rules: { holdingDays: 7, approveAbove: '100.00' }, raise: { by: 'Mira' } });
  });
});
