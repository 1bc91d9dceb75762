import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { callPaypal, callStripe, openPaypal } from '../providers/testing.ts';
import type { RunningSandbox } from '../start.ts';
import { control, startSandbox } from '../testing.ts';

let running: RunningSandbox;
beforeAll(async () => {
  running = await startSandbox({ gateway: false });
});
afterAll(() => running.stop());

/** Posts a form of a page and answers what the page then says. */
async function press(action: string, fields: Record<string, string> = {}): Promise<string> {
  const response = await fetch(running.url + action, {
    method: 'POST',
    redirect: 'manual',
    body: new URLSearchParams(fields),
    headers: { origin: running.url },
  });
  const to = new URL(response.headers.get('location') ?? '', running.url);
  return to.searchParams.get('done') ?? to.searchParams.get('error') ?? '';
}

const open = async (path: string): Promise<string> => (await fetch(running.url + path)).text();
/** The addresses of the forms that a page offers. */
const formsOf = (page: string): string[] => [...page.matchAll(/action="([^"]+)"/g)].map((match) => match[1] ?? '');

describe('Stripe’s console', () => {
  it('sets balances, moves accounts, pays out, reverses and ends keys', async () => {
    const [platform] = await control<{ id: string; testKey: string }[]>(running.url, 'GET', '/stripe/platforms');
    const key = platform?.testKey ?? '';
    const made = await callStripe(running.url, key, 'POST', '/v1/accounts', {
      type: 'express',
      email: '<vendor>@example.test',
      capabilities: { transfers: { requested: true } },
    });
    expect(made.status).toBe(400);
    const { body } = await callStripe(running.url, key, 'POST', '/v2/core/accounts', {
      display_name: '<b>Vendor</b>',
      configuration: { recipient: { capabilities: { stripe_balance: { stripe_transfers: { requested: true } } } } },
      defaults: { responsibilities: { fees_collector: 'application', losses_collector: 'application' } },
    });
    const vendor = String(body['id']);
    expect(await press(`/providers/stripe/accounts/${vendor}/status`, { status: 'active' })).toBe(
      '<b>Vendor</b> is active.',
    );
    const mode = `/providers/stripe/platforms/${platform?.id ?? ''}/test`;
    expect(await press(`${mode}/balance`, { currency: 'usd', amount: '12.34' })).toBe(
      'Demo marketplace now has $12.34.',
    );
    expect(await press(`${mode}/balance`, { currency: 'usd', amount: 'much' })).toBe('This is no amount of USD.');
    const transfer = await callStripe(running.url, key, 'POST', '/v1/transfers', {
      amount: 1234,
      currency: 'usd',
      destination: vendor,
    });
    const page = await open('/providers/stripe');
    expect(page).toContain('&lt;b&gt;Vendor&lt;/b&gt;');
    expect(page).not.toContain('<b>Vendor</b>');
    const reverse = `/providers/stripe/transfers/${String(transfer.body['id'])}/reverse`;
    expect(formsOf(page)).toContain(reverse);
    expect(await press(reverse, { amount: '2.34' })).toContain('was reversed');
    expect(await press(reverse, { amount: '99' })).toContain('greater than what is left');
    expect(await press(`/providers/stripe/accounts/${vendor}/payouts`, { failed: 'true' })).toBe(
      'The payout of $10.00 failed; the money is back.',
    );
    expect(await press(`/providers/stripe/accounts/${vendor}/payouts`, { failed: 'false' })).toBe(
      '$10.00 went to the bank.',
    );
    expect(await press(`${mode}/expire`)).toBe('The key has expired.');
    expect((await callStripe(running.url, key, 'GET', '/v1/balance')).status).toBe(401);
    expect(await open('/providers/stripe')).toContain('The key has expired');
    expect(await press(`${mode}/roll`)).toBe('There is a new key.');
  });
});

describe('PayPal’s console', () => {
  it('lets items wait, ends them, denies batches and takes rights away', async () => {
    const [app] = await control<(Parameters<typeof openPaypal>[1] & { id: string })[]>(
      running.url,
      'GET',
      '/paypal/apps',
    );
    const access = await openPaypal(running.url, app!);
    const pay = async (id: string): Promise<string> => {
      const { body } = await callPaypal(access, 'POST', '/v1/payments/payouts', {
        sender_batch_header: { sender_batch_id: id },
        items: [{ amount: { currency: 'USD', value: '5.00' }, receiver: 'vendor@example.test' }],
      });
      return (body['batch_header'] as { payout_batch_id: string }).payout_batch_id;
    };
    expect(await press('/providers/paypal/hold', { hold: 'true' })).toBe('Items to come wait for you.');
    const [first, second] = [await pay('console-1'), await pay('console-2')];
    const page = await open('/providers/paypal');
    const [item = ''] = formsOf(page)
      .filter((action) => action.startsWith('/providers/paypal/items/'))
      .reverse();
    expect(page).toContain('Pending');
    expect(await press(item, { status: 'RETURNED' })).toBe('vendor@example.test: returned.');
    expect(await press(`/providers/paypal/batches/${second}/deny`)).toBe('The batch is denied.');
    expect(await press(`/providers/paypal/batches/${first}/deny`)).toContain('already');
    expect(await press('/providers/paypal/hold', { hold: 'false' })).toBe('Items to come are settled at once.');
    const rights = `/providers/paypal/apps/${app?.id ?? ''}`;
    expect(await press(`${rights}/grant`)).toBe('Payouts are not granted any more.');
    expect(await press(`${rights}/restrict`)).toBe('The account is restricted.');
    expect(await press(`${rights}/balance`, { currency: 'JPY', amount: '500' })).toBe('The balance is now ¥500.');
    expect(await press(`${rights}/revoke`)).toBe('The credentials do not work any more.');
    await expect(openPaypal(running.url, app!)).rejects.toThrow('invalid_client');
    expect(await press(`${rights}/renew`)).toBe('The credentials work again.');
    expect(await open('/providers/paypal')).toContain('Payouts are not granted');
  });
});
