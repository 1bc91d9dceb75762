import type { DemoWorld } from './world.ts';

type Account = { kind: 'iban' | 'us' | 'other'; accountNumber: string; bankCode: string; bankName: string };
const iban = (accountNumber: string, bankCode: string, bankName: string): Account => ({
  kind: 'iban',
  accountNumber,
  bankCode,
  bankName,
});

/** The published example numbers of each country: their check digits are right and they are nobody's. */
const ACCOUNTS: Readonly<Record<string, Account>> = {
  'Birk Furniture': iban('DK50 0040 0440 1162 43', 'NDEADKKK', 'Nordea Danmark'),
  'Fjell Woolens': iban('NO93 8601 1117 947', 'DNBANOKK', 'DNB Bank'),
  'Granite Coffee': iban('NO93 8601 1117 947', 'DNBANOKK', 'DNB Bank'),
  'Havn Outdoor': iban('NO93 8601 1117 947', 'DNBANOKK', 'DNB Bank'),
  'Kelp & Co': iban('NO93 8601 1117 947', 'DNBANOKK', 'DNB Bank'),
  'Little Otter': iban('NL91 ABNA 0417 1643 00', 'ABNANL2A', 'ABN AMRO'),
  'Meadow Linen': iban('BE68 5390 0754 7034', 'BBRUBEBB', 'ING Belgium'),
  'Salt & Rye': iban('SE45 5000 0000 0583 9825 7466', 'ESSESESS', 'SEB'),
};
/** Paid at Stripe, with the country of its account. */
const AT_STRIPE = { 'Nordlys Ceramics': 'NO', 'Lumen Workshop': 'NL' } as const;
const AT_PAYPAL = ['Ember Knives'] as const;

type Platform = { id: string; liveKey: string };
type PaypalApp = { id: string; clientId: string; clientSecret: string };

/** How each vendor is paid, by its name. Papir Studio has not said so yet, and is paid by nobody. */
export function methodOf(vendor: string): 'stripe' | 'paypal' | 'manual' | null {
  if (vendor in AT_STRIPE) return 'stripe';
  if (AT_PAYPAL.some((name) => name === vendor)) return 'paypal';
  return vendor in ACCOUNTS ? 'manual' : null;
}

/** The marketplace's accounts at Stripe and PayPal with money in them, and its keys of both. */
export async function connectProviders(world: DemoWorld): Promise<void> {
  const { client } = world;
  const [platform] = await client.control<Platform[]>('GET', '/stripe/platforms');
  const app = await client.control<PaypalApp>('POST', '/paypal/apps', { name: 'Fjord & Field', environment: 'live' });
  const availableMinor = 50_000_00;
  for (const currency of ['USD', 'EUR']) {
    const balance = { currency, availableMinor };
    await client.control('POST', '/stripe/balance', { ...balance, platform: platform?.id, live: true });
    await client.control('POST', '/paypal/balance', { ...balance, app: app.id });
  }
  const { clientId, clientSecret } = app;
  await world.call('admin', 'PUT', '/stripe/api-key', { apiKey: platform?.liveKey });
  await world.call('admin', 'PUT', '/paypal/admin/api-key', { clientId, clientSecret, isSandbox: false });
}

/** Vendors say where their money goes: most to a bank account, two to Stripe, one to PayPal, one nowhere yet. */
export async function registerPayoutMethods(world: DemoWorld): Promise<void> {
  await Promise.all(
    world.vendors.map(async (vendor) => {
      const account = ACCOUNTS[vendor.name];
      if (account) await world.call(vendor, 'PUT', '/payout/bank-account', { holder: vendor.name, ...account });
      const country = Object.entries(AT_STRIPE).find(([name]) => name === vendor.name)?.[1];
      if (country) await world.call(vendor, 'POST', '/stripe/register', { email: vendor.email, country });
      if (methodOf(vendor.name) === 'paypal')
        await world.call(vendor, 'POST', '/paypal/register', { emailOrVenmo: vendor.email, type: 'EMAIL' });
    }),
  );
  await world.settle();
  const accounts = await world.client.control<{ id: string }[]>('GET', '/stripe/accounts');
  for (const { id } of accounts) await world.client.control('POST', `/stripe/accounts/${id}`, { status: 'active' });
}

type Destination = { detailsChangedAt: string | null; waitsForApproval: unknown };

/** The store's owner looks at where the money of new vendors goes: whoever invited them may not release it alone. */
export async function approvePayoutMethods(world: DemoWorld): Promise<void> {
  const { vendors } = await world.call<{ vendors: { id: string; vendor: string }[] }>('admin', 'GET', '/vendors');
  for (const { id, vendor: name } of vendors) {
    const vendor = world.vendor(name);
    const { account } = await world.call<{ account: Destination | null }>(vendor, 'GET', '/payout/bank-account');
    const registered = await world.call<Destination>(vendor, 'GET', '/payout/register');
    for (const [kind, found] of [
      ['bank-account', account],
      ['register', registered],
    ] as const) {
      if (!found?.waitsForApproval) continue;
      const { detailsChangedAt } = found;
      await world.client.callAsOwner('POST', `/payout/${kind}/${id}/approve`, { detailsChangedAt });
    }
  }
}

/** One vendor has another bank account since today: nothing is paid there until it was waited for. */
export async function changeBankAccount(world: DemoWorld): Promise<void> {
  const vendor = world.vendor('Havn');
  const account = iban('DE89 3704 0044 0532 0130 00', 'COBADEFF', 'Commerzbank');
  await world.call(vendor, 'PUT', '/payout/bank-account', { holder: vendor.name, ...account });
}
