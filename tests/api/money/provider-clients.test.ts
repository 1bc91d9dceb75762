import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { createPaypal, type PaypalClient } from '#app/adapters/paypal/paypal.server.ts';
import { createStripe, type StripeClient } from '#app/adapters/stripe/stripe.server.ts';
import { DAY_MS, HOUR_MS } from '#app/core/durations.ts';
import { asCurrency } from '#app/core/money/money.ts';
import { ProviderProblem } from '#app/core/provider-problem.ts';
import { openProviderContracts } from '#tests/contracts/provider-contracts.ts';
import { startTestSandbox, type TestSandbox } from '#tests/support/sandbox.ts';

type Platform = { id: string; testKey: string; liveKey: string };
type App = { id: string; clientId: string; clientSecret: string };

const USD = asCurrency('USD');
const HOOK = 'http://127.0.0.1:9/hooks';
const contracts = openProviderContracts();
/** No published contract at hand speaks of these; they follow the types of Stripe's own client. */
const WITHOUT_CONTRACT = /^v2\.|^event_destinations\./;

let sandbox: TestSandbox;
beforeAll(async () => {
  sandbox = await startTestSandbox('http://127.0.0.1:9');
});
afterAll(async () => {
  // What the clients sent, all of it, is what the providers publish.
  if (contracts) {
    const sent = ['stripe', 'paypal'].flatMap((target) => sandbox.sandbox.log.list(target));
    const wrong = sent.flatMap((entry) => {
      const problems = contracts.requestProblems(entry);
      if (problems === null)
        return WITHOUT_CONTRACT.test(entry.operation ?? '') || entry.operation === 'token'
          ? []
          : [`${entry.operation ?? ''}: unknown`];
      return problems.map((problem) => `${entry.operation ?? ''}: ${problem}`);
    });
    expect(wrong).toEqual([]);
    expect(
      sent.filter((entry) => entry.contract.startsWith('violates')).map((entry) => [entry.operation, entry.contract]),
      'nothing but the country that a test asks for to be refused',
    ).toEqual([['v2.accounts.create', 'violates: KP is not currently supported by Stripe.']]);
  }
  await sandbox.stop();
});

const fault = (target: 'stripe' | 'paypal', operation: string, more: object) =>
  sandbox.control('POST', '/faults', { target, operation, times: 1, ...more });

async function reasonOf(work: Promise<unknown>): Promise<string> {
  const error = await work.then(
    () => undefined,
    (thrown: unknown) => thrown,
  );
  return error instanceof ProviderProblem ? error.reason : String(error);
}

describe('the client of Stripe', () => {
  let platform: Platform;
  let stripe: StripeClient;
  beforeEach(async () => {
    platform = await sandbox.control<Platform>('POST', '/stripe/platforms', { name: 'Clay Market' });
    stripe = createStripe().open(platform.testKey);
  });

  const newAccount = (n = 1) => ({
    email: 'vendor@example.test',
    country: 'US',
    displayName: 'Kiln & Co',
    metadata: { vendor: '7' },
    idempotencyKey: `account-${platform.id}-${n}`,
  });
  const fill = (availableMinor: number) =>
    sandbox.control('POST', '/stripe/balance', { platform: platform.id, currency: 'usd', availableMinor });
  const stand = (accountId: string, status: string) =>
    sandbox.control('POST', `/stripe/accounts/${accountId}`, { status });
  async function activeAccount(): Promise<string> {
    const { accountId } = await stripe.accounts.create(newAccount());
    await stand(accountId, 'active');
    return accountId;
  }
  const transferTo = (destination: string, amountMinor = 1234n, key = 'line-1') => ({
    amountMinor,
    currency: USD,
    destination,
    group: 'payout-1',
    description: 'Payout 1',
    metadata: { payout: '1' },
    idempotencyKey: `${platform.id}/${key}`,
  });

  it('reads the platform and its balance by currency', async () => {
    await fill(4200);
    expect(await stripe.readPlatform()).toEqual({ accountId: platform.id, name: 'Clay Market', country: 'US' });
    expect(await stripe.readBalance()).toEqual({ available: [{ amountMinor: 4200n, currency: 'USD' }], pending: [] });
  });

  it('makes an account by v2 once, and by v1 where the platform has no v2', async () => {
    const made = await stripe.accounts.create(newAccount());
    expect(made).toMatchObject({
      madeWith: 'v2',
      isTest: true,
      transfers: 'inactive',
      isRejected: false,
      isSubmitted: null,
    });
    expect(made.due).toContain('external_account');
    expect((await stripe.accounts.create(newAccount())).accountId).toBe(made.accountId);
    await sandbox.control('POST', `/stripe/platforms/${platform.id}`, { accountsApi: 'v1' });
    const older = await stripe.accounts.create(newAccount(2));
    expect(older).toMatchObject({ madeWith: 'v1', isTest: true, isSubmitted: false });
    await stand(older.accountId, 'active');
    expect(await stripe.accounts.read(older.accountId, 'v1')).toMatchObject({ transfers: 'active', due: [] });
  });

  it('reads every state of an account by either generation', async () => {
    const { accountId } = await stripe.accounts.create(newAccount());
    for (const [status, v1, v2] of [
      [
        'review',
        { transfers: 'pending', isUnderReview: true, isSubmitted: true },
        { transfers: 'pending', isUnderReview: true },
      ],
      ['active', { transfers: 'active', due: [] }, { transfers: 'active', due: [], isSubmitted: true }],
      ['restricted', { transfers: 'inactive', isRejected: false }, { transfers: 'inactive', isRejected: false }],
      ['rejected', { isRejected: true }, { isRejected: true }],
    ] as const) {
      await stand(accountId, status);
      expect(await stripe.accounts.read(accountId, 'v1')).toMatchObject(v1);
      expect(await stripe.accounts.read(accountId, 'v2')).toMatchObject(v2);
    }
  });

  it('opens Stripe’s own pages and parts', async () => {
    const accountId = await activeAccount();
    const urls = { returnUrl: 'http://127.0.0.1:9/back', refreshUrl: 'http://127.0.0.1:9/again' };
    for (const madeWith of ['v1', 'v2'] as const)
      expect(await stripe.accounts.createOnboardingLink({ accountId, madeWith, ...urls })).toContain('/stripe/setup/');
    expect(await stripe.accounts.createDashboardLink(accountId)).toContain('/stripe/express/');
    expect(await stripe.accounts.createSession(accountId)).toMatchObject({
      clientSecret: expect.stringMatching(/^accs_/) as string,
    });
  });

  it('registers its address for both kinds of webhook events, in the place of what was there, and takes it away', async () => {
    const first = await stripe.hooks.register(HOOK);
    expect(first.map(({ kind }) => kind)).toEqual(['platform', 'accounts', 'thin']);
    const second = await stripe.hooks.register(HOOK);
    const known = async () =>
      (await sandbox.control<{ id: string; platformId: string }[]>('GET', '/stripe/endpoints'))
        .filter((one) => one.platformId === platform.id)
        .map((one) => one.id);
    expect((await known()).sort()).toEqual(second.map(({ id }) => id).sort());
    await stripe.hooks.takeAway(HOOK);
    await stripe.hooks.takeAway(HOOK);
    expect(await known()).toEqual([]);
  });

  it('transfers once, finds it again by its group, and takes a part of it back', async () => {
    await fill(10_000);
    const destination = await activeAccount();
    const sent = await stripe.transfers.create(transferTo(destination));
    expect(sent).toMatchObject({
      amountMinor: 1234n,
      reversedMinor: 0n,
      currency: 'USD',
      destination,
      group: 'payout-1',
    });
    expect((await stripe.transfers.create(transferTo(destination))).transferId).toBe(sent.transferId);
    const back = {
      transferId: sent.transferId,
      amountMinor: 34n,
      currency: USD,
      metadata: {},
      idempotencyKey: `${platform.id}/back`,
    };
    expect(await stripe.transfers.reverse(back)).toMatchObject({ amountMinor: 34n });
    expect(await stripe.transfers.reverse(back)).toMatchObject({ amountMinor: 34n });
    expect(await stripe.transfers.listOfGroup('payout-1')).toMatchObject([
      { transferId: sent.transferId, reversedMinor: 34n },
    ]);
    expect((await stripe.readBalance()).available).toEqual([{ amountMinor: 10_000n - 1234n + 34n, currency: 'USD' }]);
  });

  it('lists transfers since a moment past the first hundred, each once, and those of a group likewise', async () => {
    await fill(100_000);
    const destination = await activeAccount();
    const sent: string[] = [];
    for (let n = 0; n < 103; n++)
      sent.push((await stripe.transfers.create(transferTo(destination, 100n, `many-${n}`))).transferId);
    const [first] = (await stripe.transfers.listSince(new Date(0))).transfers;
    const since = new Date((first?.createdAt.getTime() ?? 0) - DAY_MS);
    const page = await stripe.transfers.listSince(since);
    expect([page.transfers.length, page.hasMore]).toEqual([100, true]);
    const rest = await stripe.transfers.listSince(since, page.transfers.at(-1)?.transferId);
    expect([rest.transfers.length, rest.hasMore]).toEqual([3, false]);
    // Newest first.
    expect([...page.transfers, ...rest.transfers].map(({ transferId }) => transferId)).toEqual([...sent].reverse());
    expect(rest.transfers.at(-1)).toMatchObject({ amountMinor: 100n, reversedMinor: 0n, currency: 'USD', destination });
    expect(await stripe.transfers.listSince(new Date(since.getTime() + 3 * DAY_MS))).toEqual({
      transfers: [],
      hasMore: false,
    });
    const ofGroup = await stripe.transfers.listOfGroup('payout-1');
    expect(new Set(ofGroup.map(({ transferId }) => transferId))).toEqual(new Set(sent));
  });

  it('says why Stripe refuses, and distinguishes a lost answer from a refusal', async () => {
    await fill(2000);
    const destination = await activeAccount();
    expect(
      await reasonOf(
        createStripe()
          .open(`sk_test_${'0'.repeat(40)}`)
          .readBalance(),
      ),
    ).toBe('key');
    expect(await reasonOf(stripe.transfers.create(transferTo(destination, 5000n, 'much')))).toBe('insufficient');
    expect(await reasonOf(stripe.transfers.create(transferTo('acct_nobody', 5n, 'whom')))).toBe('missing');
    expect(await reasonOf(stripe.accounts.create({ ...newAccount(9), country: 'KP' }))).toBe('country');
    await stand(destination, 'restricted');
    expect(await reasonOf(stripe.transfers.create(transferTo(destination, 5n, 'disabled')))).toBe('account');
    await stand(destination, 'active');
    for (const [more, reason] of [
      [{ kind: 'error', status: 401 }, 'expired'],
      [{ kind: 'error', status: 403 }, 'missing'],
      [{ kind: 'throttle' }, 'busy'],
      [{ kind: 'error', status: 409 }, 'busy'],
      [{ kind: 'error', status: 500 }, 'lost'],
      [{ kind: 'drop' }, 'lost'],
      [{ kind: 'drop_response' }, 'lost'],
    ] as const) {
      await fault('stripe', 'transfers.create', more);
      const key = JSON.stringify(more);
      expect([key, await reasonOf(stripe.transfers.create(transferTo(destination, 100n, key)))]).toEqual([key, reason]);
    }
    // The one whose answer was dropped was made all the same: it is found by its group.
    expect(await stripe.transfers.listOfGroup('payout-1')).toMatchObject([{ amountMinor: 100n }]);
    await sandbox.control('POST', '/stripe/keys/expire', { platform: platform.id });
    expect(await reasonOf(stripe.readBalance())).toBe('expired');
  });

  it('keeps the key out of every problem', async () => {
    const key = `sk_test_${'planted'.repeat(6)}`;
    const error = await createStripe()
      .open(key)
      .readBalance()
      .catch((thrown: unknown) => thrown);
    expect(error).toBeInstanceOf(ProviderProblem);
    const problem = error as ProviderProblem;
    expect(
      `${problem.message} ${problem.stack ?? ''} ${JSON.stringify(problem, Object.getOwnPropertyNames(problem))}`,
    ).not.toContain('planted');
  });
});

describe('the client of PayPal', () => {
  let app: App;
  let paypal: PaypalClient;
  let offset = 0;
  const adapter = createPaypal(() => new Date(Date.now() + offset));
  beforeEach(async () => {
    offset = 0;
    app = await sandbox.control<App>('POST', '/paypal/apps', {});
    await sandbox.control('POST', '/paypal/balance', { app: app.id, currency: 'USD', availableMinor: 10_000 });
    paypal = adapter.open({ ...app, isSandbox: true });
  });

  const item = (more: object = {}) => ({
    itemId: 'line-1',
    type: 'EMAIL' as const,
    receiver: 'vendor@example.test',
    amountMinor: 1234n,
    note: 'Your payout',
    ...more,
  });
  const batch = (items = [item()]) => ({ batchId: `souk-${app.id}`, currency: USD, subject: 'Your payout', items });

  it('tries a pair against the world that it is for, and says whether payouts are granted', async () => {
    expect(await paypal.check()).toEqual({ mayPayOut: true });
    expect(await reasonOf(adapter.open({ ...app, isSandbox: false }).check())).toBe('key');
    expect(await reasonOf(adapter.open({ ...app, clientSecret: 'wrong-secret', isSandbox: true }).check())).toBe('key');
    await sandbox.control('POST', `/paypal/apps/${app.id}`, { payoutsGranted: false });
    expect(await paypal.check()).toEqual({ mayPayOut: false });
    expect(await reasonOf(paypal.batches.create(batch()))).toBe('not_granted');
  });

  it('sends a batch once, reads it with its items, and reads one item', async () => {
    const items = [item(), item({ itemId: 'line-2', receiver: '@kiln-co', type: 'USER_HANDLE', amountMinor: 500n })];
    const made = await paypal.batches.create(batch(items));
    expect(made.isRepeat).toBe(false);
    expect(await paypal.batches.create(batch(items))).toEqual({ paypalBatchId: made.paypalBatchId, isRepeat: true });
    const read = await paypal.batches.read(made.paypalBatchId);
    expect(read).toMatchObject({ batchId: `souk-${app.id}`, state: 'SUCCESS' });
    expect(read.items.map(({ itemId, state, value }) => [itemId, state, value])).toEqual([
      ['line-1', 'SUCCESS', '12.34'],
      ['line-2', 'SUCCESS', '5.00'],
    ]);
    expect(await paypal.batches.readItem(read.items[0]?.paypalItemId ?? '')).toEqual(read.items[0]);
  });

  it('says why PayPal refuses, and distinguishes a lost answer from a refusal', async () => {
    expect(await reasonOf(paypal.batches.create(batch([item({ amountMinor: 1_000_000n })])))).toBe('insufficient');
    expect(await reasonOf(paypal.batches.read('UNKNOWN'))).toBe('missing');
    for (const [more, reason] of [
      [{ kind: 'throttle' }, 'busy'],
      [{ kind: 'error', status: 500 }, 'lost'],
      [{ kind: 'drop' }, 'lost'],
      [{ kind: 'drop_response' }, 'lost'],
    ] as const) {
      await fault('paypal', 'payouts.create', more);
      expect(await reasonOf(paypal.batches.create(batch()))).toBe(reason);
    }
    // The batch whose answer was dropped is there: the same id leads to it and sends nothing again.
    expect(await paypal.batches.create(batch())).toMatchObject({ isRepeat: true });
    await sandbox.control('POST', `/paypal/apps/${app.id}`, { restricted: true });
    expect(await reasonOf(paypal.batches.create({ ...batch(), batchId: 'another' }))).toBe('account');
  });

  it('asks for a new token when the old one is over, and says when the pair is', async () => {
    const { paypalBatchId } = await paypal.batches.create(batch());
    const tokens = () => sandbox.sandbox.log.list('paypal').filter((entry) => entry.operation === 'token').length;
    const before = tokens();
    await paypal.batches.read(paypalBatchId);
    expect(tokens()).toBe(before);
    offset = 10 * HOUR_MS;
    await paypal.batches.read(paypalBatchId);
    expect(tokens()).toBe(before + 1);
    await sandbox.control('POST', '/paypal/keys/revoke', { app: app.id });
    expect(await reasonOf(paypal.batches.read(paypalBatchId))).toBe('key');
  });

  it('registers its address once, and takes it away', async () => {
    const id = await paypal.hooks.register(HOOK);
    expect(await paypal.hooks.register(HOOK)).toBe(id);
    await paypal.hooks.takeAway(HOOK);
    await paypal.hooks.takeAway(HOOK);
    expect(await paypal.hooks.register(HOOK)).not.toBe(id);
  });

  it('keeps the pair out of every problem', async () => {
    const access = { clientId: 'planted-client', clientSecret: 'planted-secret', isSandbox: true };
    await fault('paypal', 'token', { kind: 'drop' });
    for (let round = 0; round < 2; round++) {
      const error: unknown = await adapter
        .open(access)
        .check()
        .catch((thrown: unknown) => thrown);
      expect(error).toBeInstanceOf(ProviderProblem);
      expect(JSON.stringify(error, Object.getOwnPropertyNames(error))).not.toContain('planted');
    }
  });
});
