import { control } from '#tests/factories/payouts/payment-providers.ts';
import { setBalances, type Provider } from './money-model-providers.ts';
import { count, type RequestedPayout, type Run } from './money-model-run.ts';
import { ask } from './money-model-world.ts';

/** What stands between the program and a provider while it works. */
export type ProviderFault =
  | 'calm'
  /** What is asked is done, and every answer is lost. */
  | 'answers lost'
  /** Nothing that is asked arrives. */
  | 'out of reach'
  /** Nothing that is sent arrives, but what is looked up is answered. */
  | 'never sent'
  | 'busy'
  | 'short of money'
  | 'key expired'
  | 'key removed'
  | 'not granted';
export type ProviderFaults = Record<Provider, ProviderFault> & {
  /** A month goes by in the place of a day. */
  isLong: boolean;
  /** Accounts at Stripe that are rejected while the program works. */
  rejected: string[];
};

const OF_BOTH = [
  'calm',
  'calm',
  'calm',
  'answers lost',
  'answers lost',
  'out of reach',
  'busy',
  'short of money',
] as const;
const KINDS: Readonly<Record<Provider, readonly ProviderFault[]>> = {
  stripe: [...OF_BOTH, 'never sent', 'key expired', 'key removed'],
  paypal: [...OF_BOTH, 'not granted', 'key removed'],
};
const SENDING: Readonly<Record<Provider, string>> = { stripe: 'transfers.create', paypal: 'payouts.create' };
const READING: Readonly<Record<Provider, string>> = { stripe: 'transfers.list', paypal: 'payouts.get' };
/** Past the next look at a payout whose sending failed a moment ago. */
export const PAST_A_LOOK = { minutes: 61 } as const;

/** What PayPal makes of items to come: most arrive. */
const OUTCOMES = [
  'SUCCESS',
  'SUCCESS',
  'SUCCESS',
  'PENDING',
  'PENDING',
  'ONHOLD',
  'UNCLAIMED',
  'UNCLAIMED',
  'FAILED',
  'BLOCKED',
  'RETURNED',
];

/** What the dice have of weather for the payouts that are out. */
export function drawFault({ dice, providers }: Run, out: readonly RequestedPayout[]): ProviderFaults {
  const isLong = dice.chance(0.2);
  const draw = (provider: Provider): ProviderFault =>
    isLong || dice.chance(0.3) ? 'calm' : dice.pick(KINDS[provider]);
  const faults = { stripe: draw('stripe'), paypal: draw('paypal') };
  const fresh = out.filter(({ method, sentAt }) => method === 'stripe' && sentAt === null && dice.chance(0.1));
  const accounts = new Set(fresh.flatMap(({ vendor }) => providers.accountOf.get(vendor) ?? []));
  return { ...faults, isLong, rejected: faults.stripe === 'calm' ? [...accounts] : [] };
}

/** Makes it so, until all is restored. */
export async function disturb(run: Run, faults: ProviderFaults, out: readonly RequestedPayout[]): Promise<void> {
  const { dice, providers } = run;
  for (const provider of ['stripe', 'paypal'] as const) {
    const own = out.filter(({ method }) => method === provider);
    if (own.length > 0) count(run, `${provider} ${faults[provider]}`);
    await makeFaults(run, provider, faults[provider]);
  }
  for (const accountId of faults.rejected)
    await control('POST', `/stripe/accounts/${accountId}`, { status: 'rejected' });
  for (const { method, sentAt, vendor } of out) {
    if (method !== 'paypal' || sentAt !== null) continue;
    const outcome = { status: dice.pick(OUTCOMES), receiver: providers.receiverOf.get(vendor), times: 1 };
    await control('POST', '/paypal/outcomes', outcome);
  }
}

async function makeFaults({ dice, world, providers }: Run, provider: Provider, fault: ProviderFault): Promise<void> {
  const strike = (operation: string, kind: string) => control('POST', '/faults', { target: provider, operation, kind });
  switch (fault) {
    case 'calm':
      return;
    case 'answers lost':
    case 'out of reach':
      await strike(SENDING[provider], fault === 'out of reach' ? 'drop' : 'drop_response');
      // Stripe is asked before anything is sent: answers are lost by what sends alone, or nothing would be sent at all.
      if (provider === 'paypal' || fault === 'out of reach') await strike(READING[provider], 'drop');
      return;
    case 'never sent':
      await strike(SENDING[provider], 'drop');
      return;
    case 'busy':
      await strike(SENDING[provider], 'throttle');
      await strike(READING[provider], 'throttle');
      return;
    case 'short of money':
      await setBalances(world, providers, { [provider]: dice.below(10_000) });
      return;
    case 'key expired':
      await control('POST', '/stripe/keys/expire', { platform: providers.platformId, live: true });
      return;
    case 'key removed':
      await ask(world, 'DELETE', provider === 'stripe' ? '/stripe/api-key' : '/paypal/admin/api-key');
      return;
    case 'not granted':
      await control('POST', `/paypal/apps/${providers.appId}`, { payoutsGranted: false });
      return;
  }
}
