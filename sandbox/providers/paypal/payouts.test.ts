import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import type { RunningSandbox } from '../../start.ts';
import { control, startSandbox } from '../../testing.ts';
import { callPaypal, openPaypal } from '../testing.ts';
import type { Answer, PaypalAccess } from '../testing.ts';

type App = {
  id: string;
  clientId: string;
  clientSecret: string;
  environment: 'sandbox' | 'live';
  balances: Record<string, number>;
};
type Item = { payout_item_id: string; transaction_status: string; errors?: { name: string }; payout_item: object };
type Batch = { batch_header: { payout_batch_id: string; batch_status: string }; items: Item[] };

const SANDBOX = 'api-m.sandbox.paypal.com';
let running: RunningSandbox;
let app: App;
let access: PaypalAccess;
let sent = 0;

beforeAll(async () => {
  running = await startSandbox({ gateway: false });
});
afterAll(() => running.stop());
beforeEach(async () => {
  await control(running.url, 'DELETE', '/paypal/outcomes', {});
  app = await control(running.url, 'POST', '/paypal/apps', {});
  await setBalance('EUR', 100_000);
  access = await openPaypal(running.url, app);
});

const setBalance = (currency: string, availableMinor: number): Promise<unknown> =>
  control(running.url, 'POST', '/paypal/balance', { app: app.id, currency, availableMinor });
const balance = async (currency = 'EUR'): Promise<number | undefined> =>
  (await control<App[]>(running.url, 'GET', '/paypal/apps')).find((one) => one.id === app.id)?.balances[currency];
const item = (more: object = {}): object => ({
  recipient_type: 'EMAIL',
  amount: { currency: 'EUR', value: '12.34' },
  receiver: 'vendor@example.test',
  sender_item_id: 'line-1',
  note: 'Thank you',
  ...more,
});
const newId = (): string => `souk-${(sent += 1)}`;
const pay = (items: object[] = [item()], id: string = newId()): Promise<Answer> =>
  callPaypal(access, 'POST', '/v1/payments/payouts', {
    sender_batch_header: { sender_batch_id: id, email_subject: 'Your payout' },
    items,
  });
const idOf = (answer: Answer): string => (answer.body as Batch).batch_header.payout_batch_id;
const look = async (id: string, query = ''): Promise<Batch> =>
  (await callPaypal(access, 'GET', `/v1/payments/payouts/${id}${query}`)).body as Batch;
const firstItem = async (answer: Answer): Promise<Item> => (await look(idOf(answer))).items[0]!;
const refusal = (answer: Answer): unknown => [answer.status, answer.body['name']];
const detailOf = (answer: Answer): Record<string, unknown> =>
  (answer.body['details'] as Record<string, unknown>[])[0] ?? {};

describe('a batch', () => {
  it('is taken as pending, and settled by the next look', async () => {
    const made = await pay([item(), item({ amount: { currency: 'EUR', value: '0.66' }, sender_item_id: 'line-2' })]);
    expect(made.status).toBe(201);
    expect(made.body['batch_header']).toMatchObject({ batch_status: 'PENDING' });
    expect(await balance()).toBe(100_000 - 1234 - 25 - 66 - 1);
    const batch = await look(idOf(made));
    expect(batch.batch_header).toMatchObject({
      batch_status: 'SUCCESS',
      amount: { currency: 'EUR', value: '13.00' },
      fees: { currency: 'EUR', value: '0.26' },
      sender_batch_header: { email_subject: 'Your payout' },
    });
    expect(batch.items.map((entry) => entry.transaction_status)).toEqual(['SUCCESS', 'SUCCESS']);
    const one = await callPaypal(access, 'GET', `/v1/payments/payouts-item/${batch.items[0]?.payout_item_id ?? ''}`);
    expect(one.body).toMatchObject({ transaction_status: 'SUCCESS', payout_item: { sender_item_id: 'line-1' } });
  });

  it('is read in pages', async () => {
    const made = await pay(Array.from({ length: 5 }, (_, at) => item({ sender_item_id: `line-${at}` })));
    const page = await look(idOf(made), '?page=2&page_size=2&total_required=true');
    expect(page).toMatchObject({ total_items: 5, total_pages: 3 });
    expect(page.items.map((entry) => entry.payout_item)).toMatchObject([
      { sender_item_id: 'line-2' },
      { sender_item_id: 'line-3' },
    ]);
    expect(JSON.stringify((page as unknown as { links: unknown }).links)).toContain('page=3');
    expect((await look(idOf(made), '?page=9&page_size=2')).items).toEqual([]);
    expect(Object.keys(await look(idOf(made), '?fields=batch_header'))).toEqual(['batch_header']);
  });

  it('is refused when its id was used in the last thirty days, with a link to the original', async () => {
    const first = await pay([item()], 'souk-twice');
    const again = await pay([item()], 'souk-twice');
    expect(refusal(again)).toEqual([400, 'USER_BUSINESS_ERROR']);
    expect(detailOf(again)).toMatchObject({
      field: 'SENDER_BATCH_ID',
      issue: 'Batch with given sender_batch_id already exists',
      link: [{ href: `https://${SANDBOX}/v1/payments/payouts/${idOf(first)}` }],
    });
    await setBalance('EUR', 0);
    expect(refusal(await pay([item()], 'souk-twice'))).toEqual([400, 'USER_BUSINESS_ERROR']);
    await setBalance('EUR', 10_000);
    await control(running.url, 'POST', '/clock', { advanceHours: 30 * 24 + 1 });
    access = await openPaypal(running.url, app);
    expect((await pay([item()], 'souk-twice')).status).toBe(201);
  });

  it('is refused when the balance does not cover it with its fees', async () => {
    await setBalance('EUR', 1234 + 24);
    expect(refusal(await pay())).toEqual([422, 'INSUFFICIENT_FUNDS']);
    expect(await balance()).toBe(1258);
    await setBalance('EUR', 1234 + 25);
    expect((await pay()).status).toBe(201);
    expect(refusal(await pay([item({ amount: { currency: 'GBP', value: '1.00' } })]))).toEqual([
      400,
      'NON_HOLDING_CURRENCY',
    ]);
  });

  it('is refused to an account without Payouts, and to a restricted one', async () => {
    await control(running.url, 'POST', `/paypal/apps/${app.id}`, { payoutsGranted: false });
    expect(refusal(await pay())).toEqual([403, 'REQUIRED_SCOPE_MISSING']);
    await control(running.url, 'POST', `/paypal/apps/${app.id}`, { payoutsGranted: true, restricted: true });
    expect(refusal(await pay())).toEqual([403, 'SENDER_RESTRICTED']);
  });

  it('names the field that is wrong', async () => {
    const venmo = { recipient_type: 'USER_HANDLE', recipient_wallet: 'VENMO', receiver: '@maker' };
    const usd = { currency: 'USD', value: '5.00' };
    const wrong: [object[], string][] = [
      [[item({ amount: { currency: 'EUR', value: 12.34 } })], 'items[0].amount.value'],
      [[item({ amount: { currency: 'EUR', value: '1.234' } })], 'items[0].amount.value'],
      [[item({ amount: { currency: 'EUR', value: '0.00' } })], 'items[0].amount.value'],
      [[item({ amount: { currency: 'EUR', value: '-5.00' } })], 'items[0].amount.value'],
      [[item(), item({ amount: usd })], 'items[1].amount.currency'],
      [[item({ receiver: 'nobody at home' })], 'items[0].receiver'],
      [[item({ recipient_type: 'HANDLE' })], 'items[0].recipient_type'],
      [[item({ ...venmo, recipient_wallet: undefined, amount: usd })], 'items[0].recipient_wallet'],
      [[item(venmo)], 'items[0].amount.currency'],
      [[item({ ...venmo, amount: usd, note: undefined })], 'items[0].note'],
      [[item({ vendor: 'x' })], 'items[0].vendor'],
      [[], 'items'],
    ];
    for (const [items, field] of wrong) {
      const refused = await pay(items);
      expect([refused.status, refused.body['name'], detailOf(refused)['field']], field).toEqual([
        400,
        'VALIDATION_ERROR',
        field,
      ]);
    }
    await setBalance('USD', 1000);
    expect((await pay([item({ ...venmo, amount: usd })])).status).toBe(201);
    const many = Array.from({ length: 15_001 }, () => item());
    expect(detailOf(await pay(many))['field']).toBe('items');
  });

  it('of another application is not found', async () => {
    const made = await pay();
    const other = await openPaypal(running.url, await control<App>(running.url, 'POST', '/paypal/apps', {}));
    const path = `/v1/payments/payouts/${idOf(made)}`;
    expect(refusal(await callPaypal(other, 'GET', path))).toEqual([404, 'INVALID_RESOURCE_ID']);
    expect(
      (await callPaypal(other, 'GET', `/v1/payments/payouts-item/${(await firstItem(made)).payout_item_id}`)).status,
    ).toBe(404);
  });
});

describe('an item', () => {
  it('to an unknown receiver is unclaimed, and goes back after thirty days', async () => {
    const made = await pay([item({ receiver: 'nobody@example.test' })]);
    expect(await firstItem(made)).toMatchObject({
      transaction_status: 'UNCLAIMED',
      errors: { name: 'RECEIVER_UNREGISTERED' },
    });
    await control(running.url, 'POST', '/clock', { advanceHours: 29 * 24 });
    access = await openPaypal(running.url, app);
    expect((await firstItem(made)).transaction_status).toBe('UNCLAIMED');
    expect(await balance()).toBe(100_000 - 1259);
    await control(running.url, 'POST', '/clock', { advanceHours: 25 });
    access = await openPaypal(running.url, app);
    expect((await firstItem(made)).transaction_status).toBe('RETURNED');
    expect(await balance()).toBe(100_000);
  });

  it('can be taken back while nobody claimed it, and only then', async () => {
    const cancel = async (made: Answer): Promise<Answer> =>
      callPaypal(access, 'POST', `/v1/payments/payouts-item/${(await firstItem(made)).payout_item_id}/cancel`);
    const made = await pay([item({ receiver: 'nobody@example.test' })]);
    expect((await cancel(made)).body['transaction_status']).toBe('RETURNED');
    expect(await balance()).toBe(100_000);
    expect(refusal(await cancel(made))).toEqual([400, 'ITEM_ALREADY_CANCELLED']);
    expect(refusal(await cancel(await pay()))).toEqual([400, 'ITEM_INCORRECT_STATUS']);
  });

  it('waits when it is scripted to, and ends as scripted', async () => {
    for (const [status, kept] of [
      ['SUCCESS', 1259],
      ['FAILED', 0],
      ['BLOCKED', 0],
      ['RETURNED', 0],
      ['ONHOLD', 1259],
      ['REFUNDED', 25],
      ['REVERSED', 25],
    ] as const) {
      await setBalance('EUR', 100_000);
      await control(running.url, 'POST', '/paypal/outcomes', { status: 'PENDING', times: 1 });
      const made = await pay();
      expect((await look(idOf(made))).batch_header.batch_status).toBe('PROCESSING');
      const waiting = await firstItem(made);
      expect(waiting.transaction_status).toBe('PENDING');
      await control(running.url, 'POST', `/paypal/items/${waiting.payout_item_id}`, { status });
      expect((await firstItem(made)).transaction_status).toBe(status);
      expect(await balance(), status).toBe(100_000 - kept);
    }
  });

  it('fails late, after it was sent', async () => {
    const made = await pay();
    const { payout_item_id: id } = await firstItem(made);
    await control(running.url, 'POST', `/paypal/items/${id}`, { status: 'REVERSED' });
    expect((await firstItem(made)).transaction_status).toBe('REVERSED');
    expect((await look(idOf(made))).batch_header.batch_status).toBe('SUCCESS');
    await control(running.url, 'POST', '/paypal/items/line-1', { status: 'RETURNED' });
    expect((await firstItem(made)).transaction_status).toBe('RETURNED');
  });

  it('of a locked receiver fails; a batch in which all fail is denied', async () => {
    await control(running.url, 'POST', '/paypal/receivers', { receiver: 'Locked@example.test', state: 'locked' });
    const mixed = await pay([item(), item({ receiver: 'locked@example.test' })]);
    const batch = await look(idOf(mixed));
    expect([batch.batch_header.batch_status, batch.items.map((entry) => entry.transaction_status)]).toEqual([
      'SUCCESS',
      ['SUCCESS', 'FAILED'],
    ]);
    const alone = await look(idOf(await pay([item({ receiver: 'locked@example.test' })])));
    expect([alone.batch_header.batch_status, alone.items[0]?.errors?.name]).toEqual([
      'DENIED',
      'RECEIVER_ACCOUNT_LOCKED',
    ]);
  });

  it('is denied with its batch', async () => {
    await control(running.url, 'POST', '/paypal/outcomes', { status: 'PENDING', times: 1 });
    const made = await pay();
    await control(running.url, 'POST', `/paypal/batches/${idOf(made)}`, {
      status: 'DENIED',
      error: 'SENDER_RESTRICTED',
    });
    const batch = await look(idOf(made));
    expect([batch.batch_header.batch_status, batch.items[0]?.transaction_status]).toEqual(['DENIED', 'FAILED']);
    expect(await balance()).toBe(100_000);
    await expect(control(running.url, 'POST', `/paypal/batches/${idOf(made)}`, { status: 'DENIED' })).rejects.toThrow(
      '422',
    );
  });
});

describe('faults of PayPal', () => {
  const fault = (kind: string, more = {}): Promise<unknown> =>
    control(running.url, 'POST', '/faults', { target: 'paypal', operation: 'payouts.create', kind, times: 1, ...more });

  it('lose the answer after the batch was made, or before', async () => {
    await fault('drop_response');
    await expect(pay([item()], 'souk-lost')).rejects.toThrow();
    expect(refusal(await pay([item()], 'souk-lost'))).toEqual([400, 'USER_BUSINESS_ERROR']);
    await fault('timeout', { delayMs: 5 });
    await expect(pay([item()], 'souk-silent')).rejects.toThrow();
    expect((await pay([item()], 'souk-silent')).status).toBe(201);
  });

  it('answer with errors, throttle, and end credentials', async () => {
    await fault('error');
    expect(refusal(await pay())).toEqual([500, 'INTERNAL_ERROR']);
    await fault('throttle');
    expect(refusal(await pay())).toEqual([429, 'RATE_LIMIT_REACHED']);
    await fault('error', { status: 401 });
    expect((await pay()).body['error']).toBe('invalid_token');
    await fault('error', { status: 401, operation: 'token' });
    await expect(openPaypal(running.url, app)).rejects.toThrow('invalid_client');
    const log = await control<{ operation: string; contract: string }[]>(running.url, 'GET', '/requests?target=paypal');
    expect(log.at(-1)).toMatchObject({ operation: 'token', contract: 'ok' });
  });
});
