import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { HOUR_MS } from '#app/core/durations.ts';
import type { PayoutMethodView } from '#app/features/payouts/methods/payout-methods.contract.ts';
import { listVendorMethods } from '#app/features/payouts/methods/vendor-methods.service.server.ts';
import { findKeys } from '#app/features/payment-providers/provider-access.service.server.ts';
import { marketplaceScope } from '#app/core/viewer.ts';
import { firstPaypalPair } from '#tests/factories/payouts/payment-providers.ts';
import { buildAdmin, buildStaff, renewSession, type BuiltUser } from '#tests/factories/people.ts';
import { buildStore, buildVendor, type BuiltStore, type BuiltVendor } from '#tests/factories/stores.ts';
import { api, program, startProgram } from '#tests/support/program.ts';
import { SESSION_COOKIE } from '#app/server/session.server.ts';

beforeAll(async () => {
  await startProgram({ sandbox: true });
});
afterAll(() => program().stop());

type Caller = Parameters<typeof api>[0];
type World = { store: BuiltStore; vendor: BuiltVendor; owner: Caller; clerk: Caller; admin: BuiltUser };

async function buildWorld(): Promise<World> {
  const store = await buildStore();
  const vendor = await buildVendor({ store, name: 'North' });
  const admin = await buildAdmin({ store });
  await api(admin).put('/paypal/admin/api-key', await firstPaypalPair());
  const [owner, clerk] = [await buildStaff({ store }), await buildStaff({ store, isOwner: false })];
  return { store, vendor, admin, owner, clerk };
}

let number = 0;
/** Somebody invites a manager of North, who is signed in then. */
async function invite(world: World, by: Caller): Promise<BuiltUser> {
  const email = `mailbox-${++number}@souk.test`;
  const body = { email, name: 'Mailbox', role: 'manager', permissions: [], vendor: 'North' };
  const answer = await api(by).post('/staff', body);
  expect(answer.status, JSON.stringify(answer.body)).toBe(201);
  const { member } = answer.as<{ member: { id: string } }>();
  const { store, vendor } = world;
  const token = await program().container.sessions.sign({
    sub: member.id,
    email,
    store: store.domain,
    storeId: String(store.id),
    vendor: vendor.name,
    name: 'Mailbox',
    admin: false,
  });
  return { id: BigInt(member.id), email, store: store.domain, cookie: `${SESSION_COOKIE}=${token}` };
}
async function register(who: Caller, receiver: string): Promise<PayoutMethodView> {
  const answer = await api(who).post('/paypal/register', { emailOrVenmo: receiver, type: 'EMAIL' });
  expect(answer.status, JSON.stringify(answer.body)).toBe(200);
  return answer.as<PayoutMethodView>();
}
/** Why North cannot be paid by PayPal, long after its details changed. */
async function refusalOf({ store, vendor }: World): Promise<string | null | undefined> {
  const { services } = program().container;
  const later = new Date(program().clock.now().getTime() + 73 * HOUR_MS);
  const keys = await findKeys(services, store.id);
  const methods = await services.db.fast(marketplaceScope(store.id), (tx) =>
    listVendorMethods(tx, keys, [vendor.id], later),
  );
  return methods.get(vendor.id)?.refusal;
}
const approve = (who: Caller, world: World, seen: string | null) =>
  api(who).post(`/payout/register/${world.vendor.id}/approve`, { detailsChangedAt: seen });

describe('a destination set by somebody whom an admin brought in less than 30 days ago', () => {
  it('waits where the admin may not pay out, until somebody who may approves what they saw', async () => {
    const world = await buildWorld();
    const mailbox = await invite(world, world.clerk);
    const { waitsForApproval, detailsChangedAt } = await register(mailbox, 'mine@clerk.example');
    expect(waitsForApproval).not.toBeNull();
    expect(await refusalOf(world)).toBe('details_unapproved');
    expect((await approve(world.clerk, world, detailsChangedAt)).status).toBe(403);
    expect((await approve(mailbox, world, detailsChangedAt)).status).toBe(403);
    expect((await approve(world.owner, world, '2026-01-01T00:00:00.000Z')).status).toBe(409);
    const approved = await approve(world.owner, world, detailsChangedAt);
    expect(approved).toMatchObject({ status: 200, body: { waitsForApproval: null } });
    expect((await approve(world.owner, world, detailsChangedAt)).status).toBe(200);
    expect(await refusalOf(world)).toBeNull();
    // Another destination is looked at again.
    expect((await register(mailbox, 'other@clerk.example')).waitsForApproval).not.toBeNull();
  });

  it('waits too for people whom they bring in themselves, and for themselves invited once more', async () => {
    const world = await buildWorld();
    const mailbox = await invite(world, world.clerk);
    const second = await invite(world, mailbox);
    expect((await register(second, 'second@clerk.example')).waitsForApproval).not.toBeNull();
    await api(second).post('/staff', { email: mailbox.email, name: 'Mailbox', role: 'manager', permissions: [] });
    expect((await register(mailbox, 'first@clerk.example')).waitsForApproval).not.toBeNull();
  });

  it('waits for another person than the payer who invited, also where no limit demands a second one', async () => {
    const world = await buildWorld();
    const mailbox = await invite(world, world.admin);
    const { waitsForApproval, detailsChangedAt } = await register(mailbox, 'mine@admin.example');
    expect(waitsForApproval).not.toBeNull();
    expect((await approve(world.admin, world, detailsChangedAt)).status).toBe(409);
    expect((await approve(world.owner, world, detailsChangedAt)).status).toBe(200);
  });

  it('does not wait where nobody but who invited could approve, nor after 30 days', async () => {
    const store = await buildStore();
    const vendor = await buildVendor({ store, name: 'North' });
    const admin = await buildAdmin({ store });
    await api(admin).put('/paypal/admin/api-key', await firstPaypalPair());
    const alone = { store, vendor, admin, owner: admin, clerk: admin };
    expect((await register(await invite(alone, admin), 'a@north.example')).waitsForApproval).toBeNull();

    const world = await buildWorld();
    const mailbox = await invite(world, world.clerk);
    program().clock.advance({ days: 30 });
    await renewSession(mailbox);
    expect((await register(mailbox, 'b@north.example')).waitsForApproval).toBeNull();
    expect(await refusalOf(world)).toBeNull();
  });
});
