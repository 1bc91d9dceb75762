import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { callPaypal, callStripe, openPaypal } from '#sandbox/providers/testing.ts';
import type { Answer, Input, PaypalAccess } from '#sandbox/providers/testing.ts';
import { STRIPE_OPERATIONS } from '#sandbox/providers/stripe/service.ts';
import type { RunningSandbox } from '#sandbox/start.ts';
import { control, startSandbox } from '#sandbox/testing.ts';
import { askForMemberships } from './stripe-memberships.ts';
import { CONTRACTS_FOLDER, openProviderContracts } from './provider-contracts.ts';

const contracts = openProviderContracts();
if (!contracts)
  console.warn(
    `NOT CHECKED: the providers' published contracts are not at ${CONTRACTS_FOLDER}. The stand-ins of Stripe and PayPal were held against nothing. Set PROVIDER_CONTRACTS to their folder.`,
  );

/** No published contract at hand speaks of these; they follow the types of Stripe's own client. */
const WITHOUT_CONTRACT = /^v2\.|^event_destinations\.|^billing_portal\.configurations\./;
/** The older contract takes its address for that of a customer. */
const TAKEN_FOR_ANOTHER = new Set(['customers.search']);
/** Since 2025 the period of a subscription stands with its item, which the older contract cannot know. */
const OF_LATER_SHAPE = /^subscriptions\./;

let running: RunningSandbox;
beforeAll(async () => {
  running = await startSandbox({ gateway: false });
});
afterAll(() => running.stop());

/** What request and answer of the latest exchange violate. */
function problemsOf(target: string, answer: Answer): string[] {
  const entry = running.sandbox.log.list(target).at(-1);
  if (!contracts || !entry) return ['nothing was sent'];
  const name = `${entry.operation ?? ''} ${entry.status}`;
  if (TAKEN_FOR_ANOTHER.has(entry.operation ?? ''))
    return entry.contract === 'ok' ? [] : [`${name}: ${entry.contract}`];
  const sent = contracts.requestProblems(entry);
  if (sent === null) return WITHOUT_CONTRACT.test(entry.operation ?? '') ? [] : [`${name}: no contract knows it`];
  const isLater = OF_LATER_SHAPE.test(entry.operation ?? '');
  const answered = isLater ? [] : (contracts.answerProblems(entry, answer.status, answer.body) ?? []);
  return [
    ...sent.map((problem) => `${name}: request ${problem}`),
    ...answered.map((problem) => `${name}: answer ${problem}`),
    ...(entry.contract === 'ok' ? [] : [`${name}: ${entry.contract}`]),
  ];
}

describe.skipIf(!contracts)('the stand-in of Stripe', () => {
  it('takes and gives what Stripe’s published contracts allow, in every operation', async () => {
    const platform = await control<{ id: string; testKey: string }>(running.url, 'POST', '/stripe/platforms', {});
    await control(running.url, 'POST', '/stripe/balance', {
      platform: platform.id,
      currency: 'usd',
      availableMinor: 5000,
    });
    const problems: string[] = [];
    const ask = async (method: string, path: string, input: Input = {}, account?: string): Promise<string> => {
      const headers: Record<string, string> = account ? { 'stripe-account': account } : {};
      const answer = await callStripe(running.url, platform.testKey, method, path, input, headers);
      problems.push(...problemsOf('stripe', answer));
      return String(answer.body['id']);
    };
    const hook = 'http://127.0.0.1:9/hooks';
    await ask('GET', '/v1/account');
    const vendor = await ask('POST', '/v1/accounts', {
      country: 'US',
      email: 'vendor@example.test',
      controller: {
        fees: { payer: 'application' },
        losses: { payments: 'application' },
        stripe_dashboard: { type: 'express' },
      },
      capabilities: { transfers: { requested: true } },
      metadata: { vendor: '7' },
    });
    await control(running.url, 'POST', `/stripe/accounts/${vendor}`, { status: 'active' });
    await ask('GET', '/v1/accounts', { limit: 3 });
    await ask('GET', `/v1/accounts/${vendor}`);
    await ask('POST', '/v1/account_links', {
      account: vendor,
      type: 'account_onboarding',
      refresh_url: 'http://localhost/again',
      return_url: 'http://localhost/back',
      collection_options: { fields: 'eventually_due' },
    });
    await ask('POST', `/v1/accounts/${vendor}/login_links`);
    await ask('POST', '/v1/account_sessions', {
      account: vendor,
      components: { account_onboarding: { enabled: true } },
    });
    const recipient = await ask('POST', '/v2/core/accounts', {
      contact_email: 'vendor@example.test',
      display_name: 'Vendor',
      dashboard: 'express',
      identity: { country: 'us', entity_type: 'company' },
      configuration: { recipient: { capabilities: { stripe_balance: { stripe_transfers: { requested: true } } } } },
      defaults: { responsibilities: { fees_collector: 'application', losses_collector: 'application' } },
      include: ['configuration.recipient', 'requirements'],
    });
    await ask('GET', '/v2/core/accounts', { limit: 2 });
    await ask('GET', `/v2/core/accounts/${recipient}`, { include: ['identity'] });
    await ask('POST', '/v2/core/account_links', {
      account: recipient,
      use_case: {
        type: 'account_onboarding',
        account_onboarding: { refresh_url: 'http://localhost/again', return_url: 'http://localhost/back' },
      },
    });
    const endpoint = await ask('POST', '/v1/webhook_endpoints', { url: hook, enabled_events: ['transfer.created'] });
    await ask('GET', '/v1/webhook_endpoints');
    await ask('GET', `/v1/webhook_endpoints/${endpoint}`);
    await ask('POST', `/v1/webhook_endpoints/${endpoint}`, { description: 'Souk' });
    const destination = await ask('POST', '/v2/core/event_destinations', {
      name: 'Accounts',
      type: 'webhook_endpoint',
      event_payload: 'thin',
      enabled_events: ['v2.core.account[requirements].updated'],
      webhook_endpoint: { url: hook },
    });
    await ask('GET', '/v2/core/event_destinations');
    await ask('GET', `/v2/core/event_destinations/${destination}`);
    const ping = await ask('POST', `/v2/core/event_destinations/${destination}/ping`);
    await ask('GET', `/v2/core/events/${ping}`);
    const transfer = await ask('POST', '/v1/transfers', {
      amount: 1234,
      currency: 'usd',
      destination: vendor,
      transfer_group: 'payout_1',
      metadata: { payout: '1' },
    });
    await ask('POST', '/v1/transfers', { amount: 999_999, currency: 'usd', destination: vendor });
    await ask('GET', '/v1/transfers', { transfer_group: 'payout_1', limit: 2, created: { gte: 1 } });
    await ask('GET', `/v1/transfers/${transfer}`);
    await ask('POST', `/v1/transfers/${transfer}`, { metadata: { seen: 'yes' } });
    const reversal = await ask('POST', `/v1/transfers/${transfer}/reversals`, { amount: 34 });
    await ask('GET', `/v1/transfers/${transfer}/reversals`);
    await ask('GET', `/v1/transfers/${transfer}/reversals/${reversal}`);
    await ask('GET', '/v1/balance');
    await ask('GET', '/v1/balance', {}, vendor);
    await control(running.url, 'POST', `/stripe/accounts/${vendor}/payouts`, { failed: true });
    await ask('GET', '/v1/payouts', { limit: 5 }, vendor);
    const [event] = await control<{ id: string }[]>(running.url, 'GET', '/stripe/events?type=transfer.created');
    await ask('GET', '/v1/events', { type: 'transfer.created' });
    await ask('GET', `/v1/events/${event?.id ?? ''}`);
    await ask('DELETE', `/v1/webhook_endpoints/${endpoint}`);
    await ask('DELETE', `/v2/core/event_destinations/${destination}`);
    const byHand = (path: string, body: object) => control(running.url, 'POST', `/stripe${path}`, body);
    await askForMemberships(ask, (path, body) => byHand(path, { platform: platform.id, ...body }));
    expect(problems).toEqual([]);
    const operations = new Set(running.sandbox.log.list('stripe').map((entry) => entry.operation));
    expect(STRIPE_OPERATIONS.filter((name) => !operations.has(name))).toEqual([]);
  });

  it('is held by contracts that refuse what is wrong', () => {
    const post = (path: string, body: string): string[] | null | undefined =>
      contracts?.requestProblems({ method: 'POST', path: `api.stripe.com${path}`, body });
    expect(post('/v1/transfers', 'amount=12.5&destination=acct_1&vendor=x')).toEqual([
      '/ lacks currency',
      '/ must not have vendor',
      '/ lacks currency',
      '/amount must be integer',
    ]);
    expect(post('/v2/core/accounts', '{"dashboard":"none","vendor":1}')).toEqual(['/ must not have vendor']);
    expect(post('/v1/nothing', '')).toBeNull();
  });
});

describe.skipIf(!contracts)('the stand-in of PayPal', () => {
  it('takes and gives what PayPal’s published contracts allow, in every operation', async () => {
    const app = await control<Parameters<typeof openPaypal>[1] & { id: string }>(running.url, 'POST', '/paypal/apps');
    await control(running.url, 'POST', '/paypal/balance', { app: app.id, currency: 'USD', availableMinor: 10_000 });
    const access: PaypalAccess = await openPaypal(running.url, app);
    const problems: string[] = [];
    const ask = async (method: string, path: string, body?: unknown): Promise<Answer> => {
      const answer = await callPaypal(access, method, path, body);
      problems.push(...problemsOf('paypal', answer));
      return answer;
    };
    const hook = await ask('POST', '/v1/notifications/webhooks', {
      url: 'http://127.0.0.1:9/hooks',
      event_types: [{ name: 'PAYMENT.PAYOUTS-ITEM.SUCCEEDED' }],
    });
    const batch = {
      sender_batch_header: { sender_batch_id: 'souk-1', email_subject: 'Your payout', recipient_type: 'EMAIL' },
      items: [
        {
          recipient_type: 'EMAIL',
          amount: { currency: 'USD', value: '12.34' },
          receiver: 'vendor@example.test',
          sender_item_id: 'line-1',
          note: 'Thank you',
        },
        { amount: { currency: 'USD', value: '5.00' }, receiver: 'nobody@example.test', sender_item_id: 'line-2' },
      ],
    };
    const made = await ask('POST', '/v1/payments/payouts', batch);
    await ask('POST', '/v1/payments/payouts', batch);
    const id = (made.body['batch_header'] as { payout_batch_id: string }).payout_batch_id;
    const read = await ask('GET', `/v1/payments/payouts/${id}?page=1&page_size=100&total_required=true`);
    const items = read.body['items'] as { payout_item_id: string }[];
    await ask('GET', `/v1/payments/payouts-item/${items[0]?.payout_item_id ?? ''}`);
    await ask('POST', `/v1/payments/payouts-item/${items[1]?.payout_item_id ?? ''}/cancel`);
    await ask('GET', '/v1/payments/payouts/UNKNOWN');
    await ask('GET', '/v1/notifications/webhooks');
    const path = `/v1/notifications/webhooks/${String(hook.body['id'])}`;
    await ask('GET', path);
    await running.sandbox.providerWebhooks.drain();
    await ask('POST', '/v1/notifications/verify-webhook-signature', {
      auth_algo: 'SHA256withRSA',
      cert_url: 'https://api-m.sandbox.paypal.com/v1/notifications/certs/CERT',
      transmission_id: 'transmission-1',
      transmission_sig: 'c2lnbmF0dXJl',
      transmission_time: '2026-11-21T10:00:00Z',
      webhook_id: String(hook.body['id']),
      webhook_event: (await control<{ body: object }[]>(running.url, 'GET', '/paypal/events'))[0]?.body,
    });
    await ask('DELETE', path);
    expect(problems).toEqual([]);
  });

  it('is held by contracts that refuse what is wrong', () => {
    const body = JSON.stringify({
      sender_batch_header: {},
      items: [{ amount: { currency: 'EUR', value: 5 }, sender_item_id: 'x'.repeat(64) }],
    });
    expect(contracts?.requestProblems({ method: 'POST', path: 'api-m.paypal.com/v1/payments/payouts', body })).toEqual([
      '/items/0 lacks receiver',
      '/items/0/amount/value must be string',
      '/items/0/sender_item_id is longer than 63',
    ]);
  });
});
