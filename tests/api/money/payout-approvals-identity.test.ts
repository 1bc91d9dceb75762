import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { PayoutRulesState } from '#app/features/payouts/rules/payout-rules.contract.ts';
import type { RequestDetailDto } from '#app/features/payouts/approval/approvals.contract.ts';
import type { PayOutcome } from '#app/features/payouts/payouts.contract.ts';
import { setPassword } from '#app/platform/identity/users/users.service.server.ts';
import { buildDefaultList, placeOrder } from '#tests/factories/money.ts';
import { buildAdmin, buildStaff, renewSession, type BuiltUser } from '#tests/factories/people.ts';
import { buildSecondFactor } from '#tests/factories/second-factors.ts';
import { buildStore, buildVendor, type BuiltStore } from '#tests/factories/stores.ts';
import { startMailServer, type MailServer } from '#tests/support/mail-server.ts';
import { api, program, startProgram } from '#tests/support/program.ts';
import { mailedCode, PASSWORD } from '#tests/support/sign-in.ts';

let smtp: MailServer;
beforeAll(async () => {
  smtp = await startMailServer();
  await startProgram({ smtpUrl: smtp.url });
});
afterAll(async () => {
  await program().stop();
  await smtp.stop();
});

type Caller = Parameters<typeof api>[0];
type World = { store: BuiltStore; mira: BuiltUser; joost: BuiltUser };

async function buildWorld(): Promise<World> {
  const store = await buildStore();
  await buildDefaultList(store);
  await buildVendor({ store, name: 'North' });
  const mira = await buildAdmin({ store, name: 'Mira' });
  const joost = await buildAdmin({ store, name: 'Joost' });
  const rules = await readRules(mira);
  const saved = await save(mira, rules, '10.00');
  expect(saved.status, JSON.stringify(saved.body)).toBe(200);
  return { store, mira, joost };
}
const readRules = async (who: Caller) => (await api(who).get('/settings/payouts')).as<PayoutRulesState>();
const save = (who: Caller, { rules, version }: PayoutRulesState, approveAbove: string | null) =>
  api(who).put('/settings/payouts', { rules: { ...rules, approveAbove }, version });

/** Somebody asks to pay 90.00 to North, above the limit of 10.00; the request's id. */
async function ask(world: World, who: Caller): Promise<string> {
  const order = await placeOrder(world.store, { lines: [{ vendor: 'North', price: '100.00' }] });
  const answer = await api(who).post('/payment/v3/pay', {
    payoutLines: [{ orderName: order.name, vendor: 'North' }],
    methods: [{ vendor: 'North', method: 'manual' }],
    manual: { paidAt: program().clock.now().toISOString().slice(0, 10), details: 'Bank transfer 4417' },
  });
  const { requestId } = answer.as<PayOutcome>();
  if (requestId === undefined) throw new Error(`nothing waits: ${JSON.stringify(answer.body)}`);
  return requestId;
}
const approve = (who: Caller, id: string) => api(who).post(`/payment/requests/${id}/approve`);
const read = async (who: Caller, id: string) => (await api(who).get(`/payment/requests/${id}`)).as<RequestDetailDto>();
const messageOf = (answer: { body: unknown }) => (answer.body as { message?: string }).message ?? '';
const payoutsOf = ({ store }: World) => program().owner.payout.count({ where: { storeId: store.id } });

/** Changes one's own address as people do: with the password and the code from the new mailbox. */
async function changeAddress(world: World, who: BuiltUser, email: string): Promise<void> {
  await setPassword(program().container.services, world.store.id, { email: who.email, password: PASSWORD });
  // A password ends the sessions of before its second.
  program().clock.advance({ minutes: 1 });
  await renewSession(who);
  const answer = await api(who).post('/account/email', { email, password: PASSWORD });
  expect(answer.status, JSON.stringify(answer.body)).toBe(202);
  const proved = await api(who).post('/account/email/confirm', { code: await mailedCode(smtp, email) });
  expect(proved.status, JSON.stringify(proved.body)).toBe(200);
  who.email = email;
}

describe('four eyes: a person stays one person', () => {
  it('after changing their own e-mail address, when they approve through the store admin', async () => {
    const world = await buildWorld();
    const atTheStore = await buildStaff({ store: world.store, email: world.mira.email, isOwner: true });
    const id = await ask(world, world.mira);
    await changeAddress(world, world.mira, `mira-${id}-${world.store.id}@elsewhere.test`);
    expect(await approve(atTheStore, id)).toMatchObject({ status: 409 });
    // Asked for again, it is still their own, also when the 72 hours are over.
    program().clock.advance({ hours: 73 });
    await Promise.all([world.mira, world.joost].map(renewSession));
    const again = await ask(world, world.mira);
    const own = await approve(atTheStore, again);
    expect([own.status, messageOf(own)]).toEqual([
      409,
      'This is not possible now: you asked for it yourself, so another person has to decide',
    ]);
    expect(await payoutsOf(world)).toBe(0);
    expect((await approve(world.joost, again)).status).toBe(200);
  });

  it('after changing the address and changing it back', async () => {
    const world = await buildWorld();
    const atTheStore = await buildStaff({ store: world.store, email: world.mira.email, isOwner: true });
    const { email } = world.mira;
    await changeAddress(world, world.mira, `away-${world.store.id}@elsewhere.test`);
    const id = await ask(world, world.mira);
    await changeAddress(world, world.mira, email);
    expect((await read(world.joost, id)).state).toBe('voided');
    program().clock.advance({ hours: 73 });
    await renewSession(world.mira);
    const again = await ask(world, world.mira);
    expect(messageOf(await approve(atTheStore, again))).toContain('you asked for it yourself');
  });

  it('when two accounts swap their addresses', async () => {
    const world = await buildWorld();
    const { owner } = program();
    const atTheStore = await buildStaff({ store: world.store, email: world.mira.email, isOwner: true });
    const [mira, joost] = [world.mira.email, world.joost.email];
    const id = await ask(world, world.mira);
    for (const [who, email] of [
      [world.mira, `between-${world.store.id}@souk.test`],
      [world.joost, mira],
      [world.mira, joost],
    ] as const)
      await owner.user.update({ where: { id: who.id }, data: { email } });
    for (const who of [atTheStore, world.joost]) expect((await approve(who, id)).status).toBe(409);
    expect(await payoutsOf(world)).toBe(0);
  });
});

describe('a change of the requester', () => {
  it.each([
    [
      'address',
      (who: BuiltUser) =>
        program().owner.user.update({ where: { id: who.id }, data: { email: `x${who.id}@souk.test` } }),
    ],
    [
      'role',
      (who: BuiltUser) => program().owner.user.update({ where: { id: who.id }, data: { disabledAt: new Date() } }),
    ],
  ] as const)('of the %s, by whomever, voids what they asked for, and the request says so', async (what, change) => {
    const world = await buildWorld();
    const id = await ask(world, world.mira);
    await change(world.mira);
    const refused = await approve(world.joost, id);
    expect([refused.status, messageOf(refused)]).toEqual([
      409,
      'This is not possible now: the email address, role or second factor of whoever asked changed, so it has to be asked for again',
    ]);
    expect(await read(world.joost, id)).toMatchObject({ state: 'voided', voidReason: what, allowedActions: [] });
    expect(await payoutsOf(world)).toBe(0);
    const events = await program().owner.auditEvent.findMany({
      where: { storeId: world.store.id, subject: 'payout_request', subjectId: id },
      orderBy: { id: 'asc' },
    });
    expect(events.map(({ action }) => action)).toEqual(['payout_request.asked', 'payout_request.voided']);
  });

  it('by a colleague who resets their second factor voids what they asked for, and blocks them for 72 hours', async () => {
    const world = await buildWorld();
    await buildSecondFactor(world.store, world.mira.id);
    // A change that was made beside the program counts from when it is first seen.
    await api(world.mira).get('/payment/requests');
    program().clock.advance({ hours: 73 });
    await Promise.all([world.mira, world.joost].map(renewSession));
    const [own, others] = [await ask(world, world.mira), await ask(world, world.joost)];
    expect((await read(world.mira, others)).allowedActions).toEqual(['approve', 'decline']);
    expect((await api(world.joost).post(`/staff/${world.mira.id}/second-factor/reset`)).status).toBe(200);
    program().clock.advance({ minutes: 1 });
    await renewSession(world.mira);
    expect(await read(world.mira, own)).toMatchObject({ state: 'voided', voidReason: 'second_factor' });
    const seen = await read(world.mira, others);
    expect(seen).toMatchObject({ state: 'waiting', allowedActions: [], others: 1 });
    expect(seen.blockedUntil).not.toBeNull();
    const refused = await approve(world.mira, others);
    expect([refused.status, messageOf(refused)]).toEqual([
      409,
      'This is not possible now: your email address, role or second factor changed, so you can decide about money again in 72 hours',
    ]);
    expect((await api(world.mira).post(`/payment/requests/${others}/decline`, { note: 'Not now' })).status).toBe(409);
    // Whoever is blocked still counts as another person: a reset must not lift the need for one.
    const raised = (await save(world.joost, await readRules(world.joost), null)).as<PayoutRulesState>();
    expect(raised.rules.approveAbove).toBe('10.00');
    expect((await readRules(world.mira)).raise).toMatchObject({ allowedActions: [], isVoid: false });
    const act = { act: 'approve', version: raised.version };
    expect((await api(world.mira).post('/settings/payouts/limit', act)).status).toBe(409);
  });

  it('voids a higher limit that they asked for', async () => {
    const world = await buildWorld();
    const raised = (await save(world.mira, await readRules(world.mira), '500.00')).as<PayoutRulesState>();
    expect((await readRules(world.joost)).raise).toMatchObject({
      allowedActions: ['approve', 'decline'],
      isVoid: false,
    });
    await program().owner.user.update({ where: { id: world.mira.id }, data: { email: `n${world.mira.id}@souk.test` } });
    expect((await readRules(world.joost)).raise).toMatchObject({ allowedActions: [], isVoid: true });
    const answer = await api(world.joost).post('/settings/payouts/limit', { act: 'approve', version: raised.version });
    expect(answer.status).toBe(409);
    expect((await readRules(world.joost)).rules.approveAbove).toBe('10.00');
  });
});
