import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import type { RunningSandbox } from '../../start.ts';
import { control, startSandbox } from '../../testing.ts';
import { callStripe } from '../testing.ts';
import type { Answer, Input } from '../testing.ts';

let running: RunningSandbox;
let platform: { id: string; testKey: string; liveKey: string };
let vendor: string;

beforeAll(async () => {
  running = await startSandbox({ gateway: false });
});
afterAll(() => running.stop());
beforeEach(async () => {
  platform = await control(running.url, 'POST', '/stripe/platforms', { country: 'NL' });
  await control(running.url, 'POST', '/stripe/balance', {
    platform: platform.id,
    currency: 'eur',
    availableMinor: 10_000,
  });
  vendor = await openAccount('DE');
  await control(running.url, 'POST', `/stripe/accounts/${vendor}`, { status: 'active' });
});

function ask(method: string, path: string, input: Input = {}, key?: string): Promise<Answer> {
  return callStripe(running.url, platform.testKey, method, path, input, key ? { 'idempotency-key': key } : {});
}

async function openAccount(country: string): Promise<string> {
  const made = await ask('POST', '/v1/accounts', {
    type: 'express',
    country,
    email: 'vendor@example.test',
    capabilities: { transfers: { requested: true } },
  });
  return String(made.body['id']);
}

async function availableMinor(): Promise<number> {
  const { body } = await ask('GET', '/v1/balance');
  const available = body['available'] as { amount: number; currency: string }[];
  return available.find((entry) => entry.currency === 'eur')?.amount ?? 0;
}

const pay = (amount: Input['amount'] = 1234, more: Input = {}, key?: string): Promise<Answer> =>
  ask('POST', '/v1/transfers', { amount, currency: 'eur', destination: vendor, ...more }, key);
const errorOf = (answer: Answer): Record<string, string> => answer.body['error'] as Record<string, string>;

describe('a transfer', () => {
  it('moves the amount from the platform’s balance to the account’s', async () => {
    const made = await pay(1234, { transfer_group: 'payout_7', metadata: { payout: '7' } });
    expect(made.status).toBe(200);
    expect(made.body).toMatchObject({
      object: 'transfer',
      amount: 1234,
      amount_reversed: 0,
      currency: 'eur',
      destination: vendor,
      livemode: false,
      metadata: { payout: '7' },
      reversed: false,
      transfer_group: 'payout_7',
    });
    expect(await availableMinor()).toBe(8766);
    const mine = await callStripe(
      running.url,
      platform.testKey,
      'GET',
      '/v1/balance',
      {},
      { 'stripe-account': vendor },
    );
    expect(mine.body['available']).toEqual([{ amount: 1234, currency: 'eur', source_types: { card: 1234 } }]);
    expect((await ask('GET', `/v1/transfers/${String(made.body['id'])}`)).body).toEqual(made.body);
  });

  it('is refused when the available balance does not cover it, and moves nothing', async () => {
    const refused = await pay(10_001);
    expect([refused.status, errorOf(refused)['code']]).toEqual([400, 'balance_insufficient']);
    const other = await pay(1, { currency: 'usd' });
    expect(errorOf(other)['code']).toBe('balance_insufficient');
    expect(await availableMinor()).toBe(10_000);
  });

  it('is refused to an account that may not receive transfers', async () => {
    for (const status of ['pending', 'review', 'restricted', 'rejected']) {
      await control(running.url, 'POST', `/stripe/accounts/${vendor}`, { status });
      const refused = await pay();
      expect([refused.status, errorOf(refused)['code']], status).toEqual([
        400,
        'insufficient_capabilities_for_transfer',
      ]);
    }
  });

  it('stays within the platform’s region', async () => {
    vendor = await openAccount('JP');
    await control(running.url, 'POST', `/stripe/accounts/${vendor}`, { status: 'active' });
    const refused = await pay();
    expect([refused.status, errorOf(refused)['code']]).toEqual([400, 'transfers_not_allowed']);
    vendor = await openAccount('US');
    await control(running.url, 'POST', `/stripe/accounts/${vendor}`, { status: 'active' });
    expect((await pay()).status).toBe(200);
  });

  it('is refused to an account of another platform or of the other mode', async () => {
    const other = await control<{ id: string; testKey: string }>(running.url, 'POST', '/stripe/platforms', {});
    const foreign = await callStripe(running.url, other.testKey, 'POST', '/v1/transfers', {
      amount: 1,
      currency: 'eur',
      destination: vendor,
    });
    expect(errorOf(foreign)).toMatchObject({ code: 'resource_missing', param: 'destination' });
    const live = await callStripe(running.url, platform.liveKey, 'POST', '/v1/transfers', {
      amount: 1,
      currency: 'eur',
      destination: vendor,
    });
    expect(errorOf(live)['message']).toContain('a similar object exists in test mode, but a live mode key was used');
  });

  it('names the parameter that is wrong', async () => {
    const wrong: [Input, string, string | undefined][] = [
      [{ amount: '12.5' }, 'amount', 'parameter_invalid_integer'],
      [{ amount: 0 }, 'amount', 'parameter_invalid_integer'],
      [{ currency: 'xxx' }, 'currency', undefined],
      [{ vendor: 'x' }, 'vendor', 'parameter_unknown'],
      [{ metadata: { note: 'x'.repeat(501) } }, 'metadata[note]', undefined],
    ];
    for (const [input, param, code] of wrong) {
      const refused = await pay(1234, input);
      expect(refused.status, param).toBe(400);
      expect([errorOf(refused)['param'], errorOf(refused)['code']]).toEqual([param, code]);
    }
    const missing = await ask('POST', '/v1/transfers', { amount: 5, currency: 'eur' });
    expect(errorOf(missing)).toMatchObject({ code: 'parameter_missing', param: 'destination' });
    const log = await control<{ contract: string }[]>(running.url, 'GET', '/requests?target=stripe');
    expect(log.at(-1)?.contract).toBe('violates: Missing required param: destination.');
  });

  it('is listed by group, destination and time, newest first, in pages', async () => {
    const ids: string[] = [];
    for (let at = 0; at < 5; at += 1)
      ids.unshift(String((await pay(10 + at, { transfer_group: at < 3 ? 'g1' : 'g2' })).body['id']));
    const list = async (input: Input): Promise<{ ids: string[]; more: unknown }> => {
      const { body } = await ask('GET', '/v1/transfers', input);
      return { ids: (body['data'] as { id: string }[]).map((entry) => entry.id), more: body['has_more'] };
    };
    expect(await list({})).toEqual({ ids, more: false });
    expect(await list({ transfer_group: 'g1' })).toEqual({ ids: ids.slice(2), more: false });
    expect(await list({ limit: 2 })).toEqual({ ids: ids.slice(0, 2), more: true });
    expect(await list({ limit: 2, starting_after: ids[1] ?? '' })).toEqual({ ids: ids.slice(2, 4), more: true });
    expect(await list({ limit: 3, ending_before: ids[3] ?? '' })).toEqual({ ids: ids.slice(0, 3), more: false });
    const later = Math.floor(running.sandbox.clock.now().getTime() / 1000) + 60;
    expect(await list({ created: { gte: later } })).toEqual({ ids: [], more: false });
    expect(await list({ destination: vendor, created: { lt: later } })).toEqual({ ids, more: false });
    expect((await ask('GET', '/v1/transfers', { limit: 101 })).status).toBe(400);
  });
});

describe('a reversal', () => {
  it('takes back a part and then the rest, never more', async () => {
    const id = String((await pay(1000)).body['id']);
    const part = await ask('POST', `/v1/transfers/${id}/reversals`, { amount: 400 });
    expect(part.body).toMatchObject({ object: 'transfer_reversal', amount: 400, transfer: id });
    expect((await ask('GET', `/v1/transfers/${id}`)).body).toMatchObject({ amount_reversed: 400, reversed: false });
    expect((await ask('POST', `/v1/transfers/${id}/reversals`, { amount: 601 })).status).toBe(400);
    expect((await ask('POST', `/v1/transfers/${id}/reversals`)).body['amount']).toBe(600);
    expect((await ask('GET', `/v1/transfers/${id}`)).body).toMatchObject({ amount_reversed: 1000, reversed: true });
    expect((await ask('POST', `/v1/transfers/${id}/reversals`)).status).toBe(400);
    expect(await availableMinor()).toBe(10_000);
  });

  it('is refused when the account’s balance does not cover it any more', async () => {
    const id = String((await pay(1000)).body['id']);
    await control(running.url, 'POST', `/stripe/accounts/${vendor}/payouts`, { amountMinor: 1 });
    const refused = await ask('POST', `/v1/transfers/${id}/reversals`);
    expect([refused.status, errorOf(refused)['code']]).toEqual([400, 'balance_insufficient']);
    await expect(control(running.url, 'POST', `/stripe/transfers/${id}`, { reverse: true })).rejects.toThrow('422');
  });

  it('can be made at Stripe itself', async () => {
    const id = String((await pay(1000)).body['id']);
    await control(running.url, 'POST', `/stripe/transfers/${id}`, { reverse: { amountMinor: 250 } });
    const [seen] = await control<{ reversedMinor: number }[]>(
      running.url,
      'GET',
      `/stripe/transfers?destination=${vendor}`,
    );
    expect(seen?.reversedMinor).toBe(250);
  });
});

describe('an idempotency key', () => {
  it('gives the same answer to the same request and moves the money once', async () => {
    const first = await pay(700, {}, 'payout:1');
    const again = await pay(700, {}, 'payout:1');
    expect(again.body).toEqual(first.body);
    expect([first.headers.get('idempotent-replayed'), again.headers.get('idempotent-replayed')]).toEqual([
      null,
      'true',
    ]);
    expect(await availableMinor()).toBe(9300);
  });

  it('refuses other parameters and other operations under the same key', async () => {
    await pay(700, {}, 'payout:2');
    const other = await pay(701, {}, 'payout:2');
    expect([other.status, errorOf(other)['type']]).toEqual([400, 'idempotency_error']);
    const otherAccount = await ask('POST', '/v1/accounts', { country: 'DE' }, 'payout:2');
    expect(errorOf(otherAccount)['type']).toBe('idempotency_error');
  });

  it('keeps a refusal of the balance, but not a wrong parameter', async () => {
    expect((await pay(10_001, {}, 'payout:3')).status).toBe(400);
    await control(running.url, 'POST', '/stripe/balance', {
      platform: platform.id,
      currency: 'eur',
      availableMinor: 20_000,
    });
    const again = await pay(10_001, {}, 'payout:3');
    expect([again.status, again.headers.get('idempotent-replayed')]).toEqual([400, 'true']);
    expect((await pay('x', {}, 'payout:4')).status).toBe(400);
    expect((await pay(5, {}, 'payout:4')).status).toBe(200);
  });

  it('keeps a 500 and answers it again, a 503 leaves no trace', async () => {
    await control(running.url, 'POST', '/faults', {
      target: 'stripe',
      operation: 'transfers.create',
      kind: 'error',
      times: 1,
    });
    expect((await pay(5, {}, 'payout:5')).status).toBe(500);
    const again = await pay(5, {}, 'payout:5');
    expect([again.status, again.headers.get('idempotent-replayed')]).toEqual([500, 'true']);
    expect(await availableMinor()).toBe(10_000);
    await control(running.url, 'POST', '/faults', { target: 'stripe', kind: 'error', status: 503, times: 1 });
    expect((await pay(5, {}, 'payout:6')).status).toBe(503);
    expect((await pay(5, {}, 'payout:6')).status).toBe(200);
  });

  it('is forgotten after a day: the same request is a new one then', async () => {
    await pay(700, {}, 'payout:7');
    await control(running.url, 'POST', '/clock', { advanceHours: 25 });
    expect((await pay(700, {}, 'payout:7')).headers.get('idempotent-replayed')).toBeNull();
    expect(await availableMinor()).toBe(8600);
  });
});

describe('faults of Stripe', () => {
  it('lose the answer after the work was done, or before', async () => {
    const fault = (kind: string, more = {}): Promise<unknown> =>
      control(running.url, 'POST', '/faults', {
        target: 'stripe',
        operation: 'transfers.create',
        kind,
        times: 1,
        ...more,
      });
    await fault('drop_response');
    await expect(pay(100, { transfer_group: 'lost' }, 'payout:8')).rejects.toThrow();
    const { body } = await ask('GET', '/v1/transfers', { transfer_group: 'lost' });
    expect(body['data']).toHaveLength(1);
    expect((await pay(100, { transfer_group: 'lost' }, 'payout:8')).headers.get('idempotent-replayed')).toBe('true');
    await fault('drop');
    await expect(pay(100, { transfer_group: 'gone' })).rejects.toThrow();
    await fault('timeout', { delayMs: 10 });
    await expect(pay(100, { transfer_group: 'gone' })).rejects.toThrow();
    expect((await ask('GET', '/v1/transfers', { transfer_group: 'gone' })).body['data']).toEqual([]);
  });

  it('throttle, delay and let keys expire', async () => {
    const fault = (kind: string, more = {}): Promise<unknown> =>
      control(running.url, 'POST', '/faults', { target: 'stripe', kind, times: 1, ...more });
    await fault('throttle');
    const throttled = await pay();
    expect([throttled.status, errorOf(throttled)['code']]).toEqual([429, 'rate_limit']);
    await fault('delay', { delayMs: 5 });
    expect((await pay()).status).toBe(200);
    await fault('error', { status: 401 });
    expect(errorOf(await pay())['code']).toBe('api_key_expired');
  });
});
