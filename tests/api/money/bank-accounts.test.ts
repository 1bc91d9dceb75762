import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { marketplaceScope } from '#app/core/viewer.ts';
import type { BankAccountView } from '#app/features/payouts/methods/bank-account/bank-account.contract.ts';
import { forgetBankAccount } from '#app/features/payouts/methods/bank-account/bank-account.service.server.ts';
import { buildBankAccount, GERMAN_ACCOUNT } from '#tests/factories/payouts/bank-accounts.ts';
import { buildAdmin, buildStaff, buildUser, type BuiltUser } from '#tests/factories/people.ts';
import { buildStore, buildVendor, nextNumber, type BuiltStore, type BuiltVendor } from '#tests/factories/stores.ts';
import { dumpRows, findIn } from '#tests/support/database/database-dump.ts';
import { api, program, startProgram } from '#tests/support/program.ts';

const IBAN = 'DE89370400440532013000';
let store: BuiltStore;
let vendor: BuiltVendor;
let seller: BuiltUser;
let admin: BuiltUser;

beforeAll(async () => {
  await startProgram({ worker: false });
  store = await buildStore();
  admin = await buildAdmin({ store });
});
afterAll(() => program().stop());
beforeEach(async () => {
  vendor = await buildVendor({ store, name: `Kiln ${nextNumber()}` });
  seller = await buildUser({ vendor });
});

const read = async (who: Parameters<typeof api>[0] = seller) =>
  (await api(who).get('/payout/bank-account')).as<BankAccountView>();
const save = (more: object = {}) => api(seller).put('/payout/bank-account', { ...GERMAN_ACCOUNT, ...more });
const reveal = (who: Parameters<typeof api>[0] = admin, id = vendor.id) =>
  api(who).post(`/payout/bank-account/${id}/reveal`);
const mails = () =>
  program().owner.mail.count({ where: { template: 'vendor-payout-details-changed', vendorId: vendor.id } });
const history = async () =>
  (
    await program().owner.auditEvent.findMany({
      where: { vendorId: vendor.id, action: { startsWith: 'vendor.bank_account' } },
      orderBy: { id: 'asc' },
    })
  ).map(({ action, detail }) => ({ action, detail }));

describe('the bank account of a vendor for manual payouts', () => {
  it('is entered once, however often it is sent, and read without its number', async () => {
    expect(await read()).toEqual({ account: null, mayChange: true });
    const answers = await Promise.all([save(), save()]);
    expect(answers.map(({ status }) => status)).toEqual([200, 200]);
    expect((await save({ accountNumber: IBAN.toLowerCase() })).status).toBe(200);
    const { account } = await read();
    expect(account).toMatchObject({
      kind: 'iban',
      holder: 'Kiln & Co GmbH',
      lastFour: '3000',
      bankName: 'Commerzbank',
    });
    expect(account?.heldUntil).not.toBeNull();
    expect(JSON.stringify(answers.map(({ body }) => body))).not.toContain('0532');
    expect(await mails()).toBe(1);
    expect(await history()).toEqual([{ action: 'vendor.bank_account.changed', detail: { way: ['none', 'bank'] } }]);
  });

  it('lies encrypted in the database, and its number stands nowhere else', async () => {
    await buildBankAccount(seller, vendor.id, { isOld: true });
    expect((await reveal()).status).toBe(200);
    expect(findIn(await dumpRows(), [IBAN, GERMAN_ACCOUNT.accountNumber, 'COBADEFF', 'Kiln & Co GmbH'])).toEqual([]);
  });

  it('is shown whole to those who may pay out once it is 72 hours old, and each reading is recorded', async () => {
    await buildBankAccount(seller, vendor.id);
    expect(await reveal()).toMatchObject({
      status: 409,
      body: { reason: 'bank_details_on_hold', params: { hours: 72 } },
    });
    await buildBankAccount(seller, vendor.id, { isOld: true });
    expect((await reveal()).body).toEqual({ ...GERMAN_ACCOUNT, accountNumber: IBAN });
    expect((await history()).map(({ action }) => action)).toEqual([
      'vendor.bank_account.changed',
      'vendor.bank_account.revealed',
    ]);
    // Another account is held back again, and the one before it is gone.
    await save({ accountNumber: 'NL91 ABNA 0417 1643 00', bankCode: '' });
    expect(await reveal()).toMatchObject({ status: 409, body: { reason: 'bank_details_on_hold' } });
  });

  it('is refused field by field', async () => {
    const refused = await save({ accountNumber: 'DE88370400440532013000', bankCode: 'X' });
    expect(refused).toMatchObject({
      status: 422,
      body: {
        issues: [
          { path: 'accountNumber', rule: 'iban' },
          { path: 'bankCode', rule: 'bic' },
        ],
      },
    });
    const us = { kind: 'us', accountNumber: '000123456789', bankCode: '110000001', bankName: '' };
    expect(await save(us)).toMatchObject({
      status: 422,
      body: { issues: [{ path: 'bankCode', rule: 'routing_number' }] },
    });
    expect((await save({ ...us, bankCode: '110000000' })).body).toMatchObject({ account: { lastFour: '6789' } });
  });

  it('is changed by the vendor’s owners alone, and read by nobody of another vendor', async () => {
    await buildBankAccount(seller, vendor.id, { isOld: true });
    const clerk = await buildUser({ vendor, role: 'staff' });
    expect((await api(clerk).put('/payout/bank-account', GERMAN_ACCOUNT)).status).toBe(403);
    expect((await api(clerk).delete('/payout/bank-account')).status).toBe(403);
    expect(await read(clerk)).toMatchObject({ account: { lastFour: '3000' }, mayChange: false });
    const outsider = await buildUser({ vendor: await buildVendor({ store, name: `Other ${nextNumber()}` }) });
    expect(await read(outsider)).toMatchObject({ account: null });
    for (const who of [seller, clerk, outsider]) expect((await reveal(who)).status).toBe(403);
    expect((await reveal(await buildStaff({ store, isOwner: false }))).status).toBe(403);
    const otherHost = await buildAdmin({ store: await buildStore() });
    expect((await reveal(otherHost)).status).toBe(404);
  });

  it('waits for another person where whoever entered it was invited lately by an admin', async () => {
    await buildStaff({ store });
    const clerk = await buildStaff({ store, isOwner: false });
    await program().owner.user.update({
      where: { id: seller.id },
      data: {
        broughtBy: { kind: 'person', id: String(admin.id), name: 'Admin', role: 'admin' },
        broughtAt: program().clock.now(),
      },
    });
    const { account } = await buildBankAccount(seller, vendor.id, { isOld: true });
    expect(account?.waitsForApproval).toEqual({ invitedBy: 'Admin' });
    const owner = await buildStaff({ store });
    expect(await reveal(owner)).toMatchObject({ status: 409, body: { reason: 'bank_details_unapproved' } });
    const seen = (await read()).account?.detailsChangedAt ?? '';
    const approve = (who: Parameters<typeof api>[0], detailsChangedAt = seen) =>
      api(who).post(`/payout/bank-account/${vendor.id}/approve`, { detailsChangedAt });
    expect((await approve(clerk)).status).toBe(403);
    expect(await approve(admin)).toMatchObject({ status: 409, body: { reason: 'own_invitation' } });
    expect((await approve(owner, '2026-01-01T00:00:00.000Z')).status).toBe(409);
    expect(await approve(owner)).toMatchObject({ status: 200, body: { account: { waitsForApproval: null } } });
    expect((await approve(owner)).status).toBe(200);
    expect((await reveal(owner)).status).toBe(200);
  });

  it('is forgotten when its owner removes it, and when the vendor is deleted', async () => {
    await save();
    expect((await api(seller).delete('/payout/bank-account')).body).toEqual({ account: null, mayChange: true });
    expect((await api(seller).delete('/payout/bank-account')).status).toBe(200);
    expect(await mails()).toBe(2);
    expect((await reveal()).status).toBe(404);
    await save();
    const { db } = program().container.services;
    await db.fast(marketplaceScope(store.id), (tx) => forgetBankAccount(tx, vendor.id));
    expect(await read()).toMatchObject({ account: null });
  });
});
