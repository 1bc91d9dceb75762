import { createHmac } from 'node:crypto';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import type { SettingsHistory } from '#app/features/marketplace-settings/history.contract.ts';
import type { OrderCommentDto } from '#app/features/orders/comments/order-comments.contract.ts';
import type { WorkflowRightsDto } from '#app/platform/payout-rights/workflow-rights.contract.ts';
import { installDemoStore } from '#tests/factories/installation.ts';
import { buildLiveProduct, readDetail, setProductRules } from '#tests/factories/live-products.ts';
import { sellOrder } from '#tests/factories/orders/sold-orders.ts';
import { buildAdmin, buildStaff, buildUser, type BuiltUser } from '#tests/factories/people.ts';
import { buildProductInput } from '#tests/factories/products.ts';
import { buildStore, buildVendor, nextNumber, type BuiltStore, type BuiltVendor } from '#tests/factories/stores.ts';
import { API_SECRET } from '#tests/support/environment.ts';
import type { Caller } from '#tests/support/api.ts';
import { api, program, startProgram } from '#tests/support/program.ts';

let store: BuiltStore;
let admin: BuiltUser;
let north: BuiltUser;
let south: BuiltUser;

beforeAll(async () => {
  await startProgram({ sandbox: true });
  store = await installDemoStore();
  admin = await buildAdmin({ store });
  north = await buildUser({ vendor: await buildVendor({ store, name: 'North' }) });
  south = await buildUser({ vendor: await buildVendor({ store, name: 'South' }) });
});
afterAll(() => program().stop());
beforeEach(() => program().owner.rateBucket.deleteMany());

type Issue = { path: string; rule: string };
type Answer = { status: number; body: { code?: string; reason?: string; message?: string; issues?: Issue[] } };
type Run = { properties: object; runId?: string; shop?: string; secret?: string };

/** A run as the platform posts it: signed over the raw bytes, the shop named inside. */
async function send(handle: string, { properties, runId, shop, secret }: Run): Promise<Answer> {
  const body = JSON.stringify({
    shop_id: '1',
    shopify_domain: shop ?? store.domain,
    action_run_id: runId ?? `run-${String(nextNumber())}`,
    action_definition_id: handle,
    handle,
    properties,
  });
  const response = await fetch(`${program().url}/flow/actions/${handle}`, {
    method: 'POST',
    headers: {
      'content-type': 'application/json',
      'x-shopify-hmac-sha256': createHmac('sha256', secret ?? API_SECRET)
        .update(body)
        .digest('base64'),
    },
    body,
  });
  const text = await response.text();
  return { status: response.status, body: (text === '' ? {} : JSON.parse(text)) as Answer['body'] };
}

async function makeDraft(): Promise<string> {
  const product = buildProductInput({ title: `Jug ${String(nextNumber())}` });
  return (await api(north).put('/products-v2', { product })).as<{ productId: string }>().productId;
}
const sell = () =>
  sellOrder([
    { vendor: 'North', title: 'Mug', price: '20.00' },
    { vendor: 'South', title: 'Bowl', price: '30.00' },
  ]);
const commentsOf = async (by: BuiltUser, orderId: string) =>
  (await api(by).get(`/orders/${orderId}/comments`)).as<{ comments: OrderCommentDto[] }>().comments;
/** The mails to vendors as groups; the worker makes one for each of their people beside it. */
const remindersOf = (orderId: string) =>
  program().owner.mail.count({
    where: { dedupeKey: { startsWith: `order-reminder-now/${orderId}/` }, toAddress: null },
  });

describe('an action of a workflow', () => {
  test('approves a product, by its number or its global id, and finds one that is live as it should be', async () => {
    const id = await makeDraft();
    expect((await send('souk-approve-product', { properties: { product_id: id } })).status).toBe(200);
    expect((await readDetail(id, north)).product.status).toBe('ACTIVE');
    const again = await send('souk-approve-product', { properties: { product_id: `gid://shopify/Product/${id}` } });
    expect(again.status).toBe(200);
    expect((await readDetail(id, admin)).logs.map(({ actor }) => actor.name)).toContain('Flow');
  });

  test('applies what waits of a change, and declines it with a note', async () => {
    await setProductRules(admin, { hold: 'content' });
    const product = await buildLiveProduct(north, admin, { title: 'Carafe' });
    const change = (title: string) => api(north).put('/products-v2', { product: { ...product, title } });
    await change('Carafe, blue');
    expect((await send('souk-approve-product', { properties: { product_id: product.id } })).status).toBe(200);
    const live = (await readDetail(product.id, admin)).product;
    expect(live.title).toBe('Carafe, blue');
    await api(north).put('/products-v2', { product: { ...product, version: undefined, title: 'Carafe, green' } });
    const note = 'Blue is what we agreed on.';
    expect((await send('souk-send-product-back', { properties: { product_id: product.id, note } })).status).toBe(200);
    expect((await readDetail(product.id, north)).change).toMatchObject({
      waiting: [],
      last: { outcome: 'declined', note },
    });
    await setProductRules(admin, {});
  });

  test('sends a draft back with a note, once for a run that comes twice', async () => {
    const id = await makeDraft();
    const run = { properties: { product_id: id, note: 'A picture is missing.' }, runId: 'run-back-1' };
    expect([
      (await send('souk-send-product-back', run)).status,
      (await send('souk-send-product-back', run)).status,
    ]).toEqual([200, 200]);
    const detail = await readDetail(id, admin);
    expect(detail.product.submission).toBe('sent_back');
    expect(detail.logs.filter(({ note }) => note === 'A picture is missing.')).toHaveLength(1);
  });

  test('writes a note on an order for each of its vendors or for one, and a run that comes four times at once writes it once', async () => {
    const { id } = await sell();
    const run = { properties: { order_id: id, note: 'The buyer moves on Friday.' }, runId: 'run-note-1' };
    const answers = await Promise.all([1, 2, 3, 4].map(() => send('souk-add-order-note', run)));
    expect(answers.every(({ status }) => status === 200 || status === 202)).toBe(true);
    expect(answers.filter(({ status }) => status === 200).length).toBeGreaterThan(0);
    expect((await send('souk-add-order-note', run)).status).toBe(200);
    for (const by of [north, south])
      expect((await commentsOf(by, id)).map(({ text }) => text)).toEqual(['The buyer moves on Friday.']);
    await send('souk-add-order-note', { properties: { order_id: id, note: 'Only for you.', vendor: ' NORTH ' } });
    expect((await commentsOf(north, id)).map(({ text, by }) => [text, by])[0]).toEqual(['Only for you.', 'Flow']);
    expect(await commentsOf(south, id)).toHaveLength(1);
  });

  test('reminds the vendors of an order, and another run on the same day reminds nobody again', async () => {
    const { id } = await sell();
    for (const runId of ['run-remind-1', 'run-remind-1', 'run-remind-2']) {
      expect((await send('souk-remind-vendor', { properties: { order_id: id }, runId })).status).toBe(200);
    }
    expect(await remindersOf(id)).toBe(2);
  });

  test('ends with what our services refuse, and with the fields that are missing', async () => {
    const { id } = await sell();
    const missing = await send('souk-add-order-note', { properties: { order_id: id, note: ' ' } });
    expect(missing).toMatchObject({ status: 422, body: { code: 'invalid_input' } });
    const unknown = await send('souk-remind-vendor', { properties: { order_id: id, vendor: 'West' } });
    expect(unknown).toMatchObject({ status: 404, body: { code: 'not_found' } });
    expect((await send('souk-approve-product', { properties: { product_id: '404' } })).status).toBe(404);
    expect((await send('souk-approve-product', { properties: {} })).status).toBe(422);
    await api(admin).patch('/app/info/features', { features: { comments: { enabled: false } } });
    const off = await send('souk-add-order-note', { properties: { order_id: id, note: 'Hello' } });
    expect(off).toMatchObject({ status: 404, body: { code: 'feature_disabled' } });
    await api(admin).patch('/app/info/features', { features: { comments: { enabled: true } } });
  });

  test('a run that was refused may come again under the same id', async () => {
    const id = await makeDraft();
    const runId = 'run-again-1';
    expect((await send('souk-send-product-back', { properties: { product_id: id }, runId })).status).toBe(422);
    const run = { properties: { product_id: id, note: 'A price is missing.' }, runId };
    expect((await send('souk-send-product-back', run)).status).toBe(200);
  });
});

describe('a workflow that decides about money', () => {
  const hold = { properties: { vendor: 'Loom', reason: 'Papers are missing.' } };
  const release = { properties: { vendor: 'Loom' } };
  const setTiers = { properties: { vendor: 'Loom', list: '0: 15\n100: 12.5 %' } };
  let loom: BuiltVendor;

  beforeAll(async () => {
    loom = await buildVendor({ store, name: 'Loom' });
  });

  const readRights = async () => (await api(admin).get('/settings/workflows')).as<WorkflowRightsDto>();
  const saveRights = async (by: Caller, mayDecideMoney: boolean) =>
    api(by).put('/settings/workflows', { mayDecideMoney, version: (await readRights()).version });
  const readHold = async () => {
    const [row] = await program().owner.$queryRaw<{ reason: string | null; by: string | null }[]>`
      SELECT payouts_on_hold_reason AS reason, payouts_on_hold_by ->> 'name' AS "by" FROM vendors WHERE id = ${loom.id}`;
    return row;
  };
  const NO_HOLD = { reason: null, by: null };
  /** The versions of the vendor's own list as the log has them, oldest first: who saved it, and each range with its percentage. */
  const readLists = async () => {
    const where = { vendorId: loom.id, action: 'commission.vendor.saved' };
    const events = await program().owner.auditEvent.findMany({ where, orderBy: { id: 'asc' } });
    expect(await program().owner.commissionList.count({ where: { vendorId: loom.id } })).toBe(events.length);
    return events.map(({ actor, detail }) => {
      const [, after] = (detail as { commissions: { min: string; percentage: string }[][] }).commissions;
      return [(actor as { name: string }).name, ...(after ?? []).map(({ min, percentage }) => `${min}: ${percentage}`)];
    });
  };
  const countEvents = (action: string) => program().owner.auditEvent.count({ where: { vendorId: loom.id, action } });
  /** The mails to the vendor as a group, each of which the worker makes one of for each of its people. */
  const countMails = (what: 'held' | 'released') =>
    program().owner.mail.count({
      where: { dedupeKey: { startsWith: `payouts-${what}/${String(loom.id)}/` }, toAddress: null },
    });

  test('is refused while nobody who may pay out allowed it, and changes nothing', async () => {
    for (const [handle, run] of [
      ['souk-hold-payouts', hold],
      ['souk-release-payouts', release],
      ['souk-set-commission', setTiers],
    ] as const) {
      const { status, body } = await send(handle, run);
      expect([handle, status, body]).toMatchObject([
        handle,
        409,
        { code: 'invalid_state', reason: 'workflows_not_allowed' },
      ]);
      expect(body.message).toContain('let workflows decide about money');
    }
    expect(await readHold()).toEqual(NO_HOLD);
    expect(await readLists()).toEqual([]);
    expect(await countMails('held')).toBe(0);
  });

  test('is allowed by whoever may pay out alone, over the version that was read, which the history of settings says', async () => {
    const clerk = await buildStaff({ store, isOwner: false });
    expect((await api(clerk).get('/settings/workflows')).body).toEqual({ mayDecideMoney: false, version: 0 });
    expect(await saveRights(clerk, true)).toMatchObject({ status: 403, body: { code: 'missing_permission' } });
    expect((await saveRights(north, true)).status).toBe(403);
    expect((await readRights()).mayDecideMoney).toBe(false);

    const payer = await buildStaff({ store, isOwner: false, mayPayOut: true, name: 'Ingrid' });
    const { status, body } = await saveRights(payer, true);
    expect([status, body]).toEqual([200, { mayDecideMoney: true, version: 1 }]);
    const stale = { mayDecideMoney: false, version: 0 };
    expect(await api(admin).put('/settings/workflows', stale)).toMatchObject({
      status: 409,
      body: { code: 'conflict' },
    });
    const { changes } = (await api(admin).get('/settings/history')).as<SettingsHistory>();
    expect(changes[0]).toMatchObject({
      by: 'Ingrid',
      subject: 'payouts',
      lines: [{ kind: 'switch', field: 'workflowsMayDecide', isOn: true }],
    });
  });

  test('holds and releases the payouts of a vendor, once for a run that comes twice; another run finds it done', async () => {
    for (const runId of ['run-hold-1', 'run-hold-1', 'run-hold-2'])
      expect((await send('souk-hold-payouts', { ...hold, runId })).status).toBe(200);
    expect(await readHold()).toEqual({ reason: 'Papers are missing.', by: 'Flow' });
    for (const runId of ['run-release-1', 'run-release-1', 'run-release-2'])
      expect((await send('souk-release-payouts', { ...release, runId })).status).toBe(200);
    // The first run once more, after its hold has ended.
    expect((await send('souk-hold-payouts', { ...hold, runId: 'run-hold-1' })).status).toBe(200);
    expect(await readHold()).toEqual(NO_HOLD);
    expect([await countEvents('vendor.payouts.held'), await countEvents('vendor.payouts.released')]).toEqual([1, 1]);
    expect([await countMails('held'), await countMails('released')]).toEqual([1, 1]);
  });

  test('leaves a hold that a person began as it is', async () => {
    expect((await api(admin).put('/vendors/Loom/payout-hold', { reason: 'We talk first.' })).status).toBe(200);
    const before = await readHold();
    expect(before?.reason).toBe('We talk first.');
    expect((await send('souk-hold-payouts', hold)).status).toBe(200);
    const refused = await send('souk-release-payouts', release);
    expect(refused).toMatchObject({ status: 409, body: { code: 'invalid_state', reason: 'hold_by_person' } });
    expect(await readHold()).toEqual(before);
    expect((await api(admin).delete('/vendors/Loom/payout-hold')).status).toBe(200);
    expect((await send('souk-release-payouts', release)).status).toBe(200);
  });

  test('sets the commission of a vendor, one version for a list that comes three times, and returns it to the default', async () => {
    for (const runId of ['run-tiers-1', 'run-tiers-1', 'run-tiers-2'])
      expect((await send('souk-set-commission', { ...setTiers, runId })).status).toBe(200);
    const toDefault = { properties: { vendor: ' loom ', list: 'default' } };
    for (const runId of ['run-default-1', 'run-default-1', 'run-default-2'])
      expect((await send('souk-set-commission', { ...toDefault, runId })).status).toBe(200);
    expect(await readLists()).toEqual([['Flow', '0.00: 15', '100.00: 12.5'], ['Flow']]);
  });

  const full = Array.from({ length: 101 }, (_, index) => `${String(index)}: 10`).join('\n');
  const reason = 'Papers are missing.';
  const vendor = 'Loom';
  test.each([
    ['hold-payouts', 'a blank reason', { vendor, reason: ' ' }, 'reason', 'required_field'],
    ['hold-payouts', 'a long reason', { vendor, reason: 'x'.repeat(501) }, 'reason', 'max_characters'],
    ['hold-payouts', 'no vendor', { reason }, 'vendor', 'required_field'],
    ['release-payouts', 'a blank vendor', { vendor: '' }, 'vendor', 'required_field'],
    ['set-commission', 'no vendor', { list: '0: 15' }, 'vendor', 'required_field'],
    ['set-commission', 'no list', { vendor }, 'list', 'required_field'],
    ['set-commission', 'no colon', { vendor, list: '0: 15\n100 12.5' }, 'list', 'commission_line'],
    ['set-commission', 'a comma', { vendor, list: '0: 12,5' }, 'list', 'commission_line'],
    ['set-commission', '101 lines', { vendor, list: full }, 'list', 'max_lines'],
    ['set-commission', 'a long list', { vendor, list: `0: 15${' '.repeat(5_000)}x` }, 'list', 'max_characters'],
    ['set-commission', '150 percent', { vendor, list: '0: 150' }, 'list.0.percentage', 'percentage_range'],
    ['set-commission', 'five places', { vendor, list: '0: 1.23456' }, 'list.0.percentage', 'percentage_places'],
    ['set-commission', 'tenths of a cent', { vendor, list: '0.001: 15' }, 'list.0.min', 'too_many_places'],
    ['set-commission', 'nothing from 0', { vendor, list: '10: 15' }, 'list.0.min', 'gap'],
    ['set-commission', 'one price twice', { vendor, list: '0: 15\n0: 12' }, 'list.1.min', 'overlap_above'],
  ])('%s refuses %s, naming the field and the rule', async (action, _what, properties, path, code) => {
    const lists = await readLists();
    const { status, body } = await send(`souk-${action}`, { properties });
    expect([status, body.code, body.issues?.map((issue) => [issue.path, issue.rule])]).toEqual([
      422,
      'invalid_input',
      [[path, code]],
    ]);
    expect(await readHold()).toEqual(NO_HOLD);
    expect(await readLists()).toEqual(lists);
  });

  test('names a vendor of the store, or is refused: another store’s is none', async () => {
    const { id } = await buildVendor({ store: await buildStore(), name: 'West' });
    for (const handle of ['souk-hold-payouts', 'souk-release-payouts', 'souk-set-commission']) {
      const run = { properties: { vendor: 'West', reason: 'Papers are missing.', list: '0: 15' } };
      expect(await send(handle, run)).toMatchObject({ status: 404, body: { code: 'not_found' } });
    }
    const foreign = await program().owner.vendor.findUniqueOrThrow({ where: { id } });
    expect(foreign.payoutsOnHoldSince).toBeNull();
    expect(await program().owner.commissionList.count({ where: { vendorId: id } })).toBe(0);
  });

  test('is run on the page of the sandbox’s Flow, with the lines of its fields as a browser sends them', async () => {
    const page = `${process.env.SANDBOX_ORIGIN ?? ''}/admin/store/demo/flow`;
    const shown = await (await fetch(page)).text();
    for (const name of ['Hold payouts', 'Release payouts', 'Set commission'])
      expect(shown).toContain(`<h2>${name}</h2>`);
    for (const field of ['reason', 'list']) expect(shown).toMatch(new RegExp(`<textarea[^>]+ name="${field}"`));
    const run = async (handle: string, fields: Record<string, string>) =>
      (await fetch(`${page}/${handle}`, { method: 'POST', body: new URLSearchParams(fields) })).text();
    const DONE = 'The step is done (200).';
    expect(await run('souk-set-commission', { vendor: 'Loom', list: '0: 20\r\n50: 10%\r\n' })).toContain(DONE);
    expect((await readLists()).at(-1)).toEqual(['Flow', '0.00: 20', '50.00: 10']);
    expect(await run('souk-hold-payouts', { vendor: 'Loom', reason: 'One.\r\nTwo.' })).toContain(DONE);
    expect((await readHold())?.reason).toBe('One.\r\nTwo.');
    expect(await run('souk-release-payouts', { vendor: 'Loom' })).toContain(DONE);
    expect(await readHold()).toEqual(NO_HOLD);
  });

  test('is refused again once it is no longer allowed', async () => {
    expect((await saveRights(admin, false)).body).toMatchObject({ mayDecideMoney: false });
    const refused = await send('souk-hold-payouts', hold);
    expect(refused).toMatchObject({ status: 409, body: { reason: 'workflows_not_allowed' } });
    expect(await readHold()).toEqual(NO_HOLD);
  });
});

describe('nobody but the platform', () => {
  test('runs an action: another signature, none, another method, an action that there is not', async () => {
    const id = await makeDraft();
    const properties = { product_id: id };
    expect((await send('souk-approve-product', { properties, secret: 'guessed' })).status).toBe(401);
    const path = `${program().url}/flow/actions/souk-approve-product`;
    expect((await fetch(path, { method: 'POST', body: '{}' })).status).toBe(401);
    expect((await fetch(path)).status).toBe(405);
    expect((await send('souk-pay-vendor', { properties })).status).toBe(404);
    expect((await readDetail(id, north)).product.status).toBe('DRAFT');
  });

  test('reaches another store: its products and orders are not found, and a store without the app is refused', async () => {
    const id = await makeDraft();
    const foreign = await buildStore();
    const fromAnother = await send('souk-approve-product', { properties: { product_id: id }, shop: foreign.domain });
    expect(fromAnother.status).toBe(404);
    const gone = await send('souk-approve-product', { properties: { product_id: id }, shop: 'gone.myshopify.com' });
    expect(gone).toMatchObject({ status: 409, body: { code: 'store_uninstalled' } });
    expect((await readDetail(id, north)).product.status).toBe('DRAFT');
  });

  test('sends more than a run holds, or what is no JSON', async () => {
    const post = (body: string) =>
      fetch(`${program().url}/flow/actions/souk-approve-product`, {
        method: 'POST',
        headers: { 'x-shopify-hmac-sha256': createHmac('sha256', API_SECRET).update(body).digest('base64') },
        body,
      });
    expect((await post('no json')).status).toBe(400);
    expect((await post('{}')).status).toBe(400);
    expect((await post(`"${'x'.repeat(200_000)}"`)).status).toBe(413);
  });
});

test('the sandbox’s Flow runs an action by the fields of its extension', async () => {
  const id = await makeDraft();
  const answer = await program().sandbox?.control<{ status: number }>('POST', '/flow/actions/souk-approve-product', {
    properties: { product_id: id },
  });
  expect(answer?.status).toBe(200);
  expect((await readDetail(id, north)).product.status).toBe('ACTIVE');
});
