import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { VENDOR_PERMISSIONS } from '#app/core/viewer.ts';
import { buildAdmin, buildUser, type BuiltUser } from '#tests/factories/people.ts';
import { buildStore, buildVendor, nextNumber, type BuiltStore, type BuiltVendor } from '#tests/factories/stores.ts';
import { api, program, startProgram } from '#tests/support/program.ts';

let store: BuiltStore;
let admin: BuiltUser;
let vendor: BuiltVendor;
let lead: BuiltUser;

beforeAll(async () => {
  await startProgram({ worker: false });
  store = await buildStore();
  admin = await buildAdmin({ store });
  vendor = await buildVendor({ store });
  lead = await buildUser({ vendor, role: 'manager' });
});
afterAll(() => program().stop());

type Member = { id: string; email: string; role: string; permissions: string[]; isSelf: boolean };
const invite = (by: BuiltUser, over: object = {}) =>
  api(by).post('/staff', { email: `new-${nextNumber()}@souk.test`, name: 'Noor', ...over });
const codeOf = (body: unknown) => (body as { code: string }).code;

describe('one who leads a vendor', () => {
  it('invites staff with few permissions, and the mail goes at once', async () => {
    const answer = await invite(lead, { permissions: ['write_orders'] });
    expect(answer.status).toBe(201);
    const { member } = answer.as<{ member: Member }>();
    expect(member).toMatchObject({
      role: 'staff',
      permissions: ['read_settings', 'read_orders', 'write_orders'],
      isSelf: false,
    });
    const mail = await program().owner.mail.findFirstOrThrow({ where: { toAddress: member.email } });
    expect(mail.template).toBe('auth-invite');
    const again = await invite(lead, { email: member.email, permissions: ['read_finance'] });
    expect(again.as<{ member: Member }>().member).toMatchObject({
      id: member.id,
      permissions: ['read_settings', 'read_finance'],
    });
    const codes = await program().owner.userCode.findMany({
      where: { userId: BigInt(member.id) },
      orderBy: { id: 'asc' },
    });
    expect(codes.map((code) => code.usedAt === null)).toEqual([false, true]);
  });

  it('sees the team, changes what somebody may and removes them; it holds at once', async () => {
    const person = await buildUser({ vendor, role: 'staff' });
    const list = (await api(lead).get('/staff')).as<{ members: Member[] }>();
    expect(list.members.find((member) => member.isSelf)?.email).toBe(lead.email);
    expect((await api(person).get('/orders')).status).toBe(200);
    const less = await api(lead).put(`/staff/${person.id}`, { role: 'staff', permissions: ['read_products'] });
    expect(less.status).toBe(200);
    expect((await api(person).get('/orders')).status).toBe(403);
    expect((await api(person).get('/products-v2')).status).toBe(200);
    expect((await api(lead).delete(`/staff/${person.id}`)).status).toBe(200);
    expect((await api(person).get('/products-v2')).status).toBe(401);
    expect((await api(lead).delete(`/staff/${person.id}`)).status).toBe(404);
  });

  it('makes others lead, keeps at least one who does, and never changes their own account', async () => {
    const house = await buildVendor({ store });
    const first = await buildUser({ vendor: house });
    const self = await api(first).put(`/staff/${first.id}`, { role: 'staff' });
    expect([self.status, codeOf(self.body)]).toEqual([409, 'invalid_state']);
    expect((await api(admin).delete(`/staff/${first.id}`)).status).toBe(409);
    const second = await buildUser({ vendor: house, role: 'staff' });
    const raised = await api(first).put(`/staff/${second.id}`, { role: 'manager', permissions: [] });
    expect(raised.as<{ member: Member }>().member.permissions).toEqual(VENDOR_PERMISSIONS);
    expect((await api(second).delete(`/staff/${first.id}`)).status).toBe(200);
    expect((await api(admin).put(`/staff/${second.id}`, { role: 'staff' })).status).toBe(409);
  });

  it('does not reach another vendor’s people, nor an address that belongs to somebody else', async () => {
    const other = await buildVendor({ store });
    const outsider = await buildUser({ vendor: other });
    expect((await api(lead).put(`/staff/${outsider.id}`, { role: 'staff' })).status).toBe(404);
    expect((await api(lead).delete(`/staff/${outsider.id}`)).status).toBe(404);
    expect((await invite(lead, { vendor: other.name })).status).toBe(404);
    expect((await api(lead).get('/staff', { query: { vendor: other.name } })).status).toBe(404);
    const taken = await invite(lead, { email: outsider.email });
    expect(taken.status).toBe(422);
    expect((await api(lead).delete(`/staff/${admin.id}`)).status).toBe(404);
  });
});

describe('staff acting above their permissions', () => {
  it('is refused everywhere: the team, rights, every call that takes a permission they lack', async () => {
    const staff = await buildUser({ vendor, role: 'staff', permissions: VENDOR_PERMISSIONS });
    const colleague = await buildUser({ vendor, role: 'staff' });
    const refused = await Promise.all([
      api(staff).get('/staff'),
      invite(staff, { role: 'manager' }),
      api(staff).put(`/staff/${staff.id}`, { role: 'manager' }),
      api(staff).put(`/staff/${colleague.id}`, { role: 'staff', permissions: [] }),
      api(staff).delete(`/staff/${colleague.id}`),
    ]);
    expect(refused.map((answer) => answer.status)).toEqual([403, 403, 403, 403, 403]);
    const few = await buildUser({ vendor, role: 'staff', permissions: ['read_settings', 'read_orders'] });
    const calls = await Promise.all([
      api(few).get('/orders'),
      api(few).post('/orders/1/fulfill', { lineItems: [] }),
      api(few).get('/products-v2'),
      api(few).put('/products-v2', { product: {} }),
      api(few).get('/transactions'),
      api(few).post('/vendors/v2', { description: 'x' }),
      api(few).put('/vendors/v2/action', { action: 'approve' }),
      api(few).put('/vendors/rename', { oldVendor: vendor.name, newVendor: 'Mine now' }),
    ]);
    expect(calls.map((answer) => answer.status)).toEqual([200, 403, 403, 403, 403, 403, 403, 403]);
  });

  it('cannot be made by what is sent: a permission of admins, a role of admins', async () => {
    expect((await invite(lead, { permissions: ['switch_vendor'] })).status).toBe(422);
    expect((await invite(lead, { role: 'admin' })).status).toBe(422);
    expect((await invite(lead, { vendorId: '1' })).status).toBe(422);
  });
});

it('admins act for any vendor of their store', async () => {
  const answer = await invite(admin, { vendor: vendor.name, role: 'manager' });
  expect(answer.status).toBe(201);
  expect((await api(admin).get('/staff', { query: { vendor: vendor.name } })).status).toBe(200);
  expect((await api(admin).get('/staff')).status).toBe(404);
  expect((await invite(admin, { vendor: 'Nobody of here' })).status).toBe(404);
});

it('a team has 200 people at most, who may be invited again; whoever is in it can be changed', async () => {
  const crowded = await buildVendor({ store, name: 'Crowded Hall' });
  const people = Array.from({ length: 600 }, (_, index) => ({
    storeId: store.id,
    vendorId: crowded.id,
    email: `crowd-${index}@souk.test`,
    name: `Person ${index}`,
    role: 'staff',
    permissions: [],
    createdAt: program().clock.now(),
  }));
  await program().owner.user.createMany({ data: people });
  const full = await invite(admin, { vendor: 'Crowded Hall', email: 'one-more@souk.test' });
  expect(full.status).toBe(409);
  expect(full.body).toMatchObject({ message: expect.stringContaining('a team has 200 people at most') as string });
  const last = { vendor: 'Crowded Hall', email: 'crowd-3@souk.test' };
  expect((await invite(admin, last)).status).toBe(201);
  const newest = await program().owner.user.findFirstOrThrow({ where: { email: 'crowd-599@souk.test' } });
  const path = `/staff/${newest.id}`;
  expect((await api(admin).put(path, { role: 'manager', permissions: [] })).status).toBe(200);
});
