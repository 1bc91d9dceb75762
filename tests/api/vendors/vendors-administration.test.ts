import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { vendorAdminMails } from '#app/features/vendor-admin/vendor-admin.mails.server.ts';
import { exportVendors } from '#app/features/vendor-admin/export-vendors.service.server.ts';
import { marketplaceScope } from '#app/core/viewer.ts';
import { ensureVendors } from '#app/platform/vendors/vendors.service.server.ts';
import { foldName } from '#app/core/text/folding.ts';
import { anonymousCtx } from '#app/main/ctx.server.ts';
import { buildAdmin, buildUser, type BuiltUser } from '#tests/factories/people.ts';
import { buildStore, buildVendor, nextNumber, type BuiltStore } from '#tests/factories/stores.ts';
import { api, program, startProgram } from '#tests/support/program.ts';

let store: BuiltStore;
let admin: BuiltUser;

beforeAll(async () => {
  await startProgram({ worker: false });
  store = await buildStore();
  admin = await buildAdmin({ store, name: 'Mira' });
});
afterAll(() => program().stop());

type Row = { vendor: string; isDeleted: boolean; hasAccount: boolean; autoApprove: boolean | null };
type List = { vendors: Row[]; vendorsWithoutAccount: Row[]; cursor: string | null; pageCount: number };
const codeOf = (body: unknown) => (body as { code: string }).code;
const pathOf = (name: string) => `/vendors/${encodeURIComponent(name)}`;

async function buildApplication(over: { email?: string; vendorName?: string; status?: string } = {}): Promise<string> {
  const number = nextNumber();
  const vendorName = over.vendorName ?? `Applicant ${number}`;
  const row = await program().owner.vendorApplication.create({
    data: {
      storeId: store.id,
      email: over.email ?? `applicant-${number}@souk.test`,
      vendorName,
      vendorKey: foldName(vendorName),
      fields: [],
      status: over.status ?? 'pending',
      receivedAt: program().clock.now(),
    },
  });
  return String(row.id);
}

/** What the ledger owes a vendor, as an order would have left it. */
const owe = (vendorId: bigint, payableMinor: bigint) =>
  program().owner.vendorBalance.create({
    data: { storeId: store.id, vendorId, currency: 'USD', payableMinor },
  });

describe('many applications at once', () => {
  it('become vendors, and those that are refused are named with their reason', async () => {
    const taken = await buildUser({ vendor: await buildVendor({ store }) });
    const existing = await buildUser({ vendor: await buildVendor({ store, name: 'Taken House' }) });
    const good = [await buildApplication(), await buildApplication()];
    const sameEmail = await buildApplication({ email: taken.email });
    const sameName = await buildApplication({ vendorName: ' taken\u00a0HOUSE ' });
    const ids = [...good, sameEmail, sameName];
    const answer = await api(admin).post('/applications/bulk', { ids, action: 'approve' });
    expect(answer.status).toBe(200);
    const { done, failed } = answer.as<{ done: number; failed: { id: string; code: string; message: string }[] }>();
    expect(done).toBe(2);
    expect(failed.map(({ id, code }) => [id, code])).toEqual([
      [sameEmail, 'invalid_input'],
      [sameName, 'vendor_exists'],
    ]);
    const rows = await program().owner.vendorApplication.findMany({ where: { id: { in: ids.map(BigInt) } } });
    expect(rows.map((row) => row.status).sort()).toEqual(['approved', 'approved', 'pending', 'pending']);
    expect(existing.email).not.toBe(taken.email);
    const again = await api(admin).post('/applications/bulk', { ids: good, action: 'approve' });
    expect(again.body).toEqual({ done: 2, failed: [] });
    expect(await program().owner.user.count({ where: { email: { startsWith: 'applicant-' } } })).toBe(2);
  });

  it('are rejected and taken back, 250 at once and not more', { timeout: 90_000 }, async () => {
    const ids = await Promise.all(Array.from({ length: 250 }, () => buildApplication()));
    const reject = await api(admin).post('/applications/bulk', { ids, action: 'reject', reason: 'No room' });
    expect(reject.body).toEqual({ done: 250, failed: [] });
    const mails = await program().owner.mail.count({ where: { template: 'vendor-rejection' } });
    expect(mails).toBe(250);
    const back = await api(admin).post('/applications/bulk', { ids, action: 'pending' });
    expect(back.body).toEqual({ done: 250, failed: [] });
    const more = await api(admin).post('/applications/bulk', { ids: [...ids, ids[0]], action: 'reject' });
    expect(more.status).toBe(422);
    expect((await api(admin).post('/applications/bulk', { ids: [], action: 'reject' })).status).toBe(422);
  });

  it('are refused whole when one is not of the store (404)', async () => {
    const mine = await buildApplication();
    const answer = await api(admin).post('/applications/bulk', { ids: [mine, '99999999'], action: 'reject' });
    expect(answer.status).toBe(404);
    const row = await program().owner.vendorApplication.findUniqueOrThrow({ where: { id: BigInt(mine) } });
    expect(row.status).toBe('pending');
  });
});

describe('names that only look alike', () => {
  it('are one vendor, also against what products carry', async () => {
    const scope = marketplaceScope(store.id);
    const at = program().clock.now();
    await program().container.services.db.fast(scope, (tx) => ensureVendors(tx, ['Oak\u2009&\u00a0Iron'], at));
    const first = await api(admin).post(pathOf('Oak & Iron'), { identity: 'oak@souk.test' });
    expect([first.status, codeOf(first.body)]).toEqual([409, 'vendor_needs_confirmation']);
    const made = await api(admin).post(pathOf('OAK  & IRON'), { identity: 'oak@souk.test', confirm: true });
    expect(made.status).toBe(201);
    const again = await api(admin).post(pathOf('oak\u3000& iron'), { identity: 'oak2@souk.test' });
    expect(codeOf(again.body)).toBe('vendor_exists');
    expect(await program().owner.vendor.count({ where: { storeId: store.id, key: 'oak & iron' } })).toBe(1);
  });
});

describe('a new vendor', () => {
  it('is reported to the admins, once it is certain', async () => {
    const name = `Told ${nextNumber()}`;
    await api(admin).post(pathOf(name), { identity: 'told@souk.test' });
    const vendor = await program().owner.vendor.findFirstOrThrow({ where: { storeId: store.id, name } });
    const mail = await program().owner.mail.findFirstOrThrow({
      where: { template: 'marketplace-new-vendor', params: { path: ['vendorId'], equals: String(vendor.id) } },
    });
    expect([mail.audience, mail.toAddress]).toEqual(['admins', null]);
    const say = () =>
      vendorAdminMails[0]?.variables(program().container.services, {
        storeId: store.id,
        vendorId: null,
        params: mail.params,
        locale: 'en',
      });
    expect(await say()).toMatchObject({ vendor_name: name, email: 'told@souk.test', created_by: 'Mira' });
    expect((await api(admin).delete(pathOf(name))).status).toBe(200);
    expect(await say()).toBeUndefined();
  });
});

describe('the settings of a vendor', () => {
  it('are set one by one, with a commission list of its own', async () => {
    const vendor = await buildVendor({ store });
    const save = (body: object) => api(admin).put('/settings/marketplace-settings', { vendor: vendor.name, ...body });
    expect((await save({ autoApprove: true })).status).toBe(200);
    expect((await save({ isManagedByMarketplace: true })).status).toBe(200);
    expect((await save({ commissions: [{ min: '0', percentage: '7.5' }] })).status).toBe(200);
    const { body } = await api(admin).get(pathOf(vendor.name));
    expect(body).toMatchObject({
      vendor: { autoApprove: true, isManagedByMarketplace: true, hasOwnCommissions: true, page: 'none', rename: null },
    });
    expect((await save({ autoApprove: null })).status).toBe(200);
    const after = await api(admin).get(pathOf(vendor.name.toUpperCase()));
    expect(after.body).toMatchObject({ vendor: { autoApprove: null, isManagedByMarketplace: true } });
    const wrong = await save({ commissions: [{ min: '5', percentage: '120' }] });
    expect(wrong.status).toBe(422);
    expect((await save({ autoApprove: 'yes' })).status).toBe(422);
    const timeline = (body as { vendor: { timeline: { action: string }[] } }).vendor.timeline;
    expect(timeline.map((event) => event.action)).toContain('vendor.settings.saved');
  });

  it('keep mails from a vendor that the marketplace runs itself', async () => {
    const vendor = await buildVendor({ store });
    await buildUser({ vendor });
    const { listVendorRecipients } = await import('#app/platform/identity/users/users.service.server.ts');
    const recipients = () =>
      program().container.services.db.fast(marketplaceScope(store.id), (tx) =>
        listVendorRecipients(tx, vendor.id, null),
      );
    expect(await recipients()).toHaveLength(1);
    await api(admin).put('/settings/marketplace-settings', { vendor: vendor.name, isManagedByMarketplace: true });
    expect(await recipients()).toEqual([]);
  });
});

describe('a deleted vendor', () => {
  it('is out at once: people, invitations and resets', async () => {
    const vendor = await buildVendor({ store });
    const person = await buildUser({ vendor });
    await api(admin).post('/staff', { vendor: vendor.name, email: 'late@souk.test', name: 'Late', role: 'staff' });
    expect((await api(person).get('/app/info')).status).toBe(200);
    expect((await api(admin).delete(pathOf(vendor.name))).status).toBe(200);
    expect((await api(person).get('/app/info')).status).toBe(401);
    expect((await api(person).post('/auth/public/refresh')).status).toBe(401);
    expect(await program().owner.user.count({ where: { vendorId: vendor.id, disabledAt: null } })).toBe(0);
    expect((await api(admin).put('/session/vendor', { vendor: vendor.name })).status).toBe(404);
    expect((await api(admin).delete(pathOf(vendor.name))).status).toBe(404);
  });

  it('is asked about while something is owed, and stays listed and payable then', async () => {
    const vendor = await buildVendor({ store, name: `Owed ${nextNumber()}` });
    await owe(vendor.id, 1250n);
    const answer = await api(admin).delete(pathOf(vendor.name));
    expect(answer.status).toBe(409);
    expect(answer.body).toMatchObject({
      code: 'invalid_state',
      message: expect.stringContaining('12.50 USD') as string,
    });
    expect((await api(admin).send('DELETE', `${pathOf(vendor.name)}?confirm=true`)).status).toBe(200);
    const list = (await api(admin).get('/vendors', { query: { q: vendor.name } })).as<List>();
    expect(list.vendorsWithoutAccount).toMatchObject([{ vendor: vendor.name, isDeleted: true, hasAccount: false }]);
    const detail = await api(admin).get(pathOf(vendor.name));
    expect(detail.body).toMatchObject({ vendor: { isDeleted: true, unpaid: [{ amount: '12.50', currency: 'USD' }] } });
    const dues = await api(admin).get('/transactions', { query: { requestedVendor: vendor.name } });
    expect(dues.status).toBe(200);
  });

  it('is gone from the list when nothing carries its name, and is listed again with a new account', async () => {
    const vendor = await buildVendor({ store, name: `Gone ${nextNumber()}` });
    await api(admin).delete(pathOf(vendor.name));
    const list = (await api(admin).get('/vendors', { query: { q: vendor.name } })).as<List>();
    expect([...list.vendors, ...list.vendorsWithoutAccount]).toEqual([]);
    expect((await api(admin).get(pathOf(vendor.name))).status).toBe(404);
    const identity = `back-${nextNumber()}@souk.test`;
    const made = await api(admin).post(pathOf(vendor.name), { identity });
    expect(made.status).toBe(201);
    const { id } = made.as<{ vendor: { id: string } }>().vendor;
    expect(id).not.toBe(String(vendor.id));
    expect((await api(admin).get(pathOf(vendor.name))).body).toMatchObject({
      vendor: { id, isDeleted: false, hasAccount: true },
    });
  });
});

describe('the list of vendors', () => {
  it('goes on by cursor without skipping or repeating anybody, while the list changes', async () => {
    const other = await buildStore();
    const boss = await buildAdmin({ store: other });
    const names = Array.from({ length: 120 }, (_one, index) => `List ${String(index).padStart(3, '0')}`);
    for (const name of names) await buildVendor({ store: other, name });
    const seen: string[] = [];
    let cursor: string | null = null;
    do {
      const query: Record<string, string> = { sort: 'name', ...(cursor === null ? {} : { cursor }) };
      const page: List = (await api(boss).get('/vendors', { query })).as<List>();
      seen.push(...page.vendorsWithoutAccount.map((row) => row.vendor));
      cursor = page.cursor;
      // Somebody new before the place that was read shifts everybody behind it.
      await buildVendor({ store: other, name: `Aaa ${nextNumber()}` });
    } while (cursor !== null);
    expect(seen).toEqual(names);
    expect((await api(boss).get('/vendors', { query: { cursor: 'x' } })).status).toBe(422);
  });

  it('is exported with every column, filtered, and safe in a spreadsheet', async () => {
    const other = await buildStore();
    const boss = await buildAdmin({ store: other });
    await api(boss).put('/app/metafields/collection', {
      enableApproval: true,
      fields: [{ key: 'craft', name: 'Craft', type: 'text' }],
    });
    const evil = await buildVendor({ store: other, name: '=HYPERLINK("http://x")' });
    await program().owner.vendor.update({
      where: { id: evil.id },
      data: { fields: [{ key: 'craft', name: 'Craft', value: '@SUM(1)\n"quoted"' }] },
    });
    await program().owner.vendorBalance.create({
      data: { storeId: other.id, vendorId: evil.id, currency: 'USD', payableMinor: -250n },
    });
    await buildVendor({ store: other, name: 'Plain' });
    const ctx = await anonymousCtx({
      requestId: '',
      address: '',
      origin: program().url,
      store: other.domain,
      headers: new Headers(),
    });
    const read = async (having: 'any' | 'unpaid') =>
      new Response(await exportVendors(ctx, { view: 'all', q: '', sort: 'name', having })).text();
    const text = await read('any');
    const [head, ...lines] = text.replace('\uFEFF', '').trimEnd().split('\r\n');
    expect(head).toBe(
      'vendor,handle,created_at,account,email,people,signed_in,orders,unfulfilled_orders,products,active_products,draft_products,unpaid,paid,auto_approve,managed_by_marketplace,deleted,Craft',
    );
    expect(lines).toHaveLength(2);
    expect(lines[0]).toContain(`"'=HYPERLINK(""http://x"")"`);
    expect(lines[0]).toContain(`"'@SUM(1)\n""quoted"""`);
    expect(lines[0]).toContain('-2.50 USD');
    expect((await read('unpaid')).trimEnd().split('\r\n')).toHaveLength(2);
  });
});

it('no vendor writes an older name: the database itself refuses', async () => {
  const mine = await buildVendor({ store });
  const { db } = program().container.services;
  const scope = { storeId: store.id, vendor: mine.id };
  const steal = () =>
    db.fast(scope, (tx) =>
      tx.query('INSERT INTO vendor_aliases (store_id, key, vendor_id) VALUES ($1, $2, $3)', [
        store.id,
        'somebody else',
        mine.id,
      ]),
    );
  await expect(steal()).rejects.toThrow(/row-level security/);
  await program().owner.vendorAlias.create({ data: { storeId: store.id, key: 'of another', vendorId: 1n } });
  const others = await db.fast(scope, (tx) => tx.query('SELECT 1 FROM vendor_aliases', []));
  expect(others).toEqual([]);
});

describe('the vendors to switch to', () => {
  it('are those of the store with what they are owed, without the deleted ones; vendors get none', async () => {
    const vendor = await buildVendor({ store, name: `Switched ${nextNumber()}` });
    const deleted = await buildVendor({ store, name: `Deleted ${nextNumber()}` });
    await owe(vendor.id, 4200n);
    await owe(deleted.id, 100n);
    await api(admin).send('DELETE', `${pathOf(deleted.name)}?confirm=true`);
    const answer = await api(admin).get('/session/vendors');
    expect(answer.status).toBe(200);
    const { vendors, count } = answer.as<{ vendors: { name: string }[]; count: number }>();
    const due = { amount: '42.00', currency: 'USD' };
    const own = { id: String(vendor.id), name: vendor.name, orders: 0, products: 0, due };
    expect(vendors.find(({ name }) => name === vendor.name)).toEqual(own);
    expect(vendors.map(({ name }) => name)).not.toContain(deleted.name);
    expect(count).toBe(vendors.length);
    expect((await api(await buildUser({ vendor })).get('/session/vendors')).status).toBe(403);
  });
});
