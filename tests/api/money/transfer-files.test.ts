import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import type { TransferAccountView, TransferPlan } from '#app/features/payouts/transfer-file/transfer-file.contract.ts';
import { buildDefaultList, placeOrder } from '#tests/factories/money.ts';
import { buildBankAccount } from '#tests/factories/payouts/bank-accounts.ts';
import { buildAdmin, buildStaff, buildUser, type BuiltUser } from '#tests/factories/people.ts';
import { buildStore, buildVendor, type BuiltStore, type BuiltVendor } from '#tests/factories/stores.ts';
import { dumpRows, findIn } from '#tests/support/database/database-dump.ts';
import { api, program, startProgram } from '#tests/support/program.ts';

const OWN = { holder: 'Fjord & Field AS', iban: 'NL91 ABNA 0417 1643 00', bic: 'ABNANL2A' };

beforeAll(async () => {
  await startProgram();
});
afterAll(() => program().stop());

let store: BuiltStore;
let admin: BuiltUser;
let kiln: BuiltVendor;
let owner: BuiltUser;

beforeEach(async () => {
  store = await buildStore({ name: 'Fjord & Field', currency: 'EUR' });
  await buildDefaultList(store);
  admin = await buildAdmin({ store });
  kiln = await buildVendor({ store, name: 'Kiln' });
  owner = await buildUser({ vendor: kiln });
});

/** Records a payout of one order of a vendor by hand; its id. */
async function record(vendor = kiln, currency = 'EUR'): Promise<string> {
  const order = await placeOrder(store, { currency, lines: [{ vendor: vendor.name, price: '100.00' }] });
  const paid = await api(admin).post('/payment/v3/pay', {
    payoutLines: [{ orderName: order.name, vendor: vendor.name, orderId: String(order.id) }],
    methods: [{ vendor: vendor.name, method: 'manual' }],
    manual: { paidAt: program().clock.now().toISOString(), details: 'By bank transfer' },
  });
  expect(paid.status, JSON.stringify(paid.body)).toBe(200);
  return paid.as<{ results: { transactionId: string }[] }>().results[0]?.transactionId ?? '';
}

const plan = async (...payoutIds: string[]) =>
  (await api(admin).post('/payout/transfer-file/plan', { payoutIds })).as<TransferPlan>();
const take = (format: 'sepa' | 'csv', payoutIds: string[], who: Parameters<typeof api>[0] = admin) =>
  api(who).post('/payout/transfer-file', { payoutIds, format });
/** A file as text. */
const takeText = async (format: 'sepa' | 'csv', payoutIds: string[]): Promise<string> =>
  (await take(format, payoutIds)).as<string>();
const saveOwn = (more: object = {}, who: Parameters<typeof api>[0] = admin) =>
  api(who).put('/payout/transfer-account', { ...OWN, ...more });
const exported = async () =>
  (
    await program().owner.auditEvent.findMany({
      where: { vendorId: kiln.id, action: 'vendor.bank_account.exported' },
      orderBy: { id: 'asc' },
    })
  ).map(({ detail }) => detail);

describe('a SEPA file of recorded payouts', () => {
  it('names the account, the holder, the amount and the payout, and each account is noted in its vendor’s log', async () => {
    await buildBankAccount(owner, kiln.id, { isOld: true });
    const id = await record();
    await saveOwn();
    expect(await plan(id)).toMatchObject({
      sepa: { count: 1, total: { amount: '90.00', currency: 'EUR' } },
      csv: { count: 1 },
      notInSepa: [],
      account: { account: { holder: 'Fjord & Field AS', masked: 'NL91 … 4300' } },
    });
    expect(await exported()).toEqual([]);
    const file = await take('sepa', [id]);
    expect(file.status).toBe(200);
    expect(file.headers.get('content-type')).toContain('application/xml');
    const xml = file.as<string>();
    expect(xml).toContain('<IBAN>NL91ABNA0417164300</IBAN>');
    expect(xml).toContain('<IBAN>DE89370400440532013000</IBAN>');
    expect(xml).toContain('<InstdAmt Ccy="EUR">90.00</InstdAmt>');
    expect(xml).toContain(`<EndToEndId>${id}</EndToEndId>`);
    expect(xml).toContain(`<Ustrd>Fjord + Field payout ${id}</Ustrd>`);
    expect(await exported()).toEqual([{ payout: id, format: 'sepa' }]);
  });

  it('has the same message id for the same payouts, so that a bank refuses it twice', async () => {
    await buildBankAccount(owner, kiln.id, { isOld: true });
    const [one, other] = [await record(), await record()];
    await saveOwn();
    const idOf = async (...ids: string[]) => /<MsgId>([^<]+)/.exec(await takeText('sepa', ids))?.[1];
    expect(await idOf(one, other)).toBe(await idOf(other, one));
    expect(await idOf(one)).not.toBe(await idOf(other));
  });

  it('is refused before the marketplace entered its own account', async () => {
    await buildBankAccount(owner, kiln.id, { isOld: true });
    const id = await record();
    expect(await take('sepa', [id])).toMatchObject({ status: 409, body: { reason: 'no_transfer_account' } });
    expect((await plan(id)).account).toEqual({ account: null, suggestedHolder: 'Fjord & Field' });
    expect(await exported()).toEqual([]);
  });

  it('leaves out accounts that are missing, new, no IBAN or outside of SEPA, with the reason, and the CSV lists them', async () => {
    const vendors = await Promise.all(['Absent', 'Fresh', 'Texan', 'Turk'].map((name) => buildVendor({ store, name })));
    const [absent, fresh, texan, turk] = vendors as [BuiltVendor, BuiltVendor, BuiltVendor, BuiltVendor];
    await buildBankAccount(await buildUser({ vendor: fresh }), fresh.id, {
      accountNumber: 'FR1420041010050500013M02606',
    });
    const us = { kind: 'us', accountNumber: '000123456789', bankCode: '110000000' };
    await buildBankAccount(await buildUser({ vendor: texan }), texan.id, { isOld: true, ...us });
    const turkish = { accountNumber: 'TR330006100519786457841326', bankCode: '' };
    await buildBankAccount(await buildUser({ vendor: turk }), turk.id, { isOld: true, ...turkish });
    await saveOwn();
    const ids: string[] = [];
    for (const vendor of [absent, fresh, texan, turk]) ids.push(await record(vendor));
    const planned = await plan(...ids);
    expect(planned.sepa.count).toBe(0);
    expect(planned.notInSepa.map(({ vendor, obstacle }) => [vendor, obstacle])).toEqual([
      ['Absent', 'no_account'],
      ['Fresh', 'details_changed'],
      ['Texan', 'not_iban'],
      ['Turk', 'country'],
    ]);
    expect(await take('sepa', ids)).toMatchObject({ status: 409, body: { reason: 'nothing_to_transfer' } });
    const csv = await take('csv', ids);
    expect(csv.headers.get('content-type')).toContain('text/csv');
    const rows = csv.as<string>().replace('\uFEFF', '').trim().split('\r\n');
    expect(rows).toHaveLength(5);
    expect(rows[2]).toContain('Fresh,90.00,EUR,,,,');
    expect(rows[2]).toContain('no,details_changed');
    expect(rows[3]).toContain('Texan,90.00,EUR,Kiln & Co GmbH,000123456789,110000000');
    expect(csv.as<string>()).not.toContain('13M02606');
  });

  it('leaves out what is not in euros', async () => {
    store = await buildStore({ currency: 'USD' });
    await buildDefaultList(store);
    admin = await buildAdmin({ store });
    kiln = await buildVendor({ store, name: 'Kiln' });
    await buildBankAccount(await buildUser({ vendor: kiln }), kiln.id, { isOld: true });
    expect((await plan(await record(kiln, 'USD'))).notInSepa).toMatchObject([{ obstacle: 'currency' }]);
  });

  it('leaves a payout out of every file once it was deleted', async () => {
    await buildBankAccount(owner, kiln.id, { isOld: true });
    await saveOwn();
    const id = await record();
    expect((await api(admin).delete('/payment/manual', { transactionId: id })).status).toBe(200);
    expect(await plan(id)).toMatchObject({
      sepa: { count: 0 },
      csv: { count: 0 },
      notInSepa: [{ obstacle: 'deleted' }],
    });
    expect((await take('csv', [id])).status).toBe(409);
  });

  it('is for those of the store who may pay out alone', async () => {
    await buildBankAccount(owner, kiln.id, { isOld: true });
    await saveOwn();
    const id = await record();
    const clerk = await buildStaff({ store, isOwner: false });
    for (const who of [clerk, owner]) {
      expect((await take('csv', [id], who)).status).toBe(403);
      expect((await saveOwn({}, who)).status).toBe(403);
      expect((await api(who).get('/payout/transfer-account')).status).toBe(403);
    }
    const outsider = await buildAdmin({ store: await buildStore({ currency: 'EUR' }) });
    expect((await take('csv', [id], outsider)).status).toBe(404);
    expect(await exported()).toEqual([]);
  });
});

describe('the marketplace’s own account', () => {
  it('lies encrypted, is answered without its middle, and is refused where no SEPA transfer can leave it', async () => {
    expect(await saveOwn({ iban: 'NL92 ABNA 0417 1643 00' })).toMatchObject({
      status: 422,
      body: { issues: [{ path: 'iban', rule: 'sepa_iban' }] },
    });
    expect((await saveOwn({ iban: 'TR330006100519786457841326' })).status).toBe(422);
    expect((await saveOwn({ bic: 'X' })).body).toMatchObject({ issues: [{ path: 'bic', rule: 'bic' }] });
    expect((await saveOwn()).as<TransferAccountView>().account).toEqual({
      holder: 'Fjord & Field AS',
      masked: 'NL91 … 4300',
      bic: 'ABNANL2A',
    });
    expect((await saveOwn()).status).toBe(200);
    const changes = await program().owner.auditEvent.findMany({
      where: { storeId: store.id, subjectId: 'transfer-account' },
    });
    expect(changes.map(({ detail }) => detail)).toEqual([{ transferAccount: ['', 'NL91 … 4300'] }]);
    expect(findIn(await dumpRows(), ['NL91ABNA0417164300', 'ABNA 0417'])).toEqual([]);
  });
});
