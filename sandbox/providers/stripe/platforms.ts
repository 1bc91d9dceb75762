import { Refusal } from '../../core/kernel.ts';
import type { Sandbox } from '../../core/kernel.ts';
import type { SandboxRequest } from '../../core/router.ts';
import type { Balances, StripePlatform, StripeState } from '../../core/state-stripe.ts';
import { makeId, spell } from '../identifiers.ts';
import { StripeProblem } from './problem.ts';

/** The id of the platform that is there from the start. */
const DEMO_PLATFORM = 'acct_SoukSandboxPlat';

/** Stripe's part of the state; a first platform with keys and balances is there from the start. */
export function stripeOf(sandbox: Sandbox): StripeState {
  sandbox.state.stripe ??= {
    platforms: [
      {
        id: DEMO_PLATFORM,
        name: 'Demo marketplace',
        country: 'US',
        currency: 'usd',
        accountsApi: 'both',
        keys: [
          { key: makeKey('demo', false), livemode: false, expiredAt: null },
          { key: makeKey('demo', true), livemode: true, expiredAt: null },
        ],
        available: { test: { usd: 1_000_000, eur: 1_000_000 }, live: { usd: 0 } },
      },
    ],
    accounts: {},
    links: {},
    transfers: {},
    payouts: {},
    endpoints: [],
    events: [],
    idempotent: {},
    idempotentClearedAt: sandbox.clock.iso(),
  };
  return sandbox.state.stripe;
}

/** A secret key; put together here so that no text of this repository looks like one. */
function makeKey(seed: string, livemode: boolean): string {
  return `sk_${livemode ? 'live' : 'test'}_${spell(`stripe ${seed} ${String(livemode)}`, 48)}`;
}

/** Adds a platform with a key for either mode. */
export function addPlatform(
  sandbox: Sandbox,
  input: { name: string; country: string; currency: string; accountsApi: StripePlatform['accountsApi'] },
): StripePlatform {
  const id = makeId(sandbox, 'acct_', 16);
  const platform: StripePlatform = {
    ...input,
    id,
    keys: [
      { key: makeKey(id, false), livemode: false, expiredAt: null },
      { key: makeKey(id, true), livemode: true, expiredAt: null },
    ],
    available: { test: {}, live: {} },
  };
  stripeOf(sandbox).platforms.push(platform);
  return platform;
}

/** A platform by its id, or the first; refused when there is none. */
export function platformOf(sandbox: Sandbox, id: string | undefined): StripePlatform {
  const { platforms } = stripeOf(sandbox);
  const found = id === undefined ? platforms[0] : platforms.find((platform) => platform.id === id);
  if (!found) throw new Refusal(`There is no platform ${id ?? ''}.`, ['platform'], 'NOT_FOUND');
  return found;
}

/** Gives a platform a new key for a mode; the old ones expire, as when a person rolls a key in the dashboard. */
export function rollKey(sandbox: Sandbox, platform: StripePlatform, livemode: boolean): string {
  expireKeys(sandbox, platform, livemode);
  const key = makeKey(`${platform.id}${platform.keys.length}`, livemode);
  platform.keys.push({ key, livemode, expiredAt: null });
  return key;
}

/** A restricted key of a mode beside the secret one. */
export function addRestrictedKey(
  sandbox: Sandbox,
  platform: StripePlatform,
  { livemode, permissions }: { livemode: boolean; permissions: readonly string[] },
): string {
  const key = makeKey(`${platform.id}${platform.keys.length}`, livemode).replace(/^sk_/, 'rk_');
  platform.keys.push({ key, livemode, expiredAt: null, permissions });
  return key;
}

/** Lets the keys of a mode expire. */
export function expireKeys(sandbox: Sandbox, platform: StripePlatform, livemode: boolean): void {
  for (const entry of platform.keys) if (entry.livemode === livemode) entry.expiredAt ??= sandbox.clock.iso();
}

/** The key of a mode that works at the moment. */
export function currentKey(platform: StripePlatform, livemode: boolean): string | null {
  return (
    platform.keys.find((entry) => entry.livemode === livemode && entry.expiredAt === null && !entry.permissions)?.key ??
    null
  );
}

/** What the platform may transfer in a mode, by currency. */
export function availableOf(platform: StripePlatform, livemode: boolean): Balances {
  return livemode ? platform.available.live : platform.available.test;
}

/** Who asks: the platform, the mode and the rights of the request's key, or Stripe's 401. */
export function authenticate(
  sandbox: Sandbox,
  request: SandboxRequest,
): { platform: StripePlatform; livemode: boolean; permissions?: readonly string[] } {
  const key = readKey(request.headers.authorization);
  if (!key)
    throw new StripeProblem(401, {
      message:
        "You did not provide an API key. You need to provide your API key in the Authorization header, using Bearer auth (e.g. 'Authorization: Bearer YOUR_SECRET_KEY').",
    });
  for (const platform of stripeOf(sandbox).platforms) {
    const entry = platform.keys.find((candidate) => candidate.key === key);
    if (!entry) continue;
    if (entry.expiredAt !== null) throw expiredKey(key);
    const { livemode, permissions } = entry;
    return { platform, livemode, ...(permissions ? { permissions } : {}) };
  }
  throw new StripeProblem(401, { message: `Invalid API Key provided: ${maskKey(key)}` });
}

/** What the rights of restricted keys are called for whom the first word of an operation's name does not say it. */
const PERMISSION_RESOURCES: Readonly<Record<string, string>> = {
  account: 'accounts_kyc_id_numbers',
  transfers: 'transfer',
  reversals: 'transfer',
  webhook_endpoints: 'webhook',
  event_destinations: 'webhook',
};

/**
 * Refuses what a restricted key may not do, in Stripe's words (github.com/stripe/stripe-node/issues/2246, which also shows that an
 * account's own data need `rak_accounts_kyc_id_numbers_read`). The right to write holds for reading.
 */
export function assertPermitted(
  caller: { platform: StripePlatform; permissions?: readonly string[] },
  operation: { name: string; method: string },
  key: string,
): void {
  if (!caller.permissions) return;
  const [resource = ''] = operation.name.replace(/^v2\./, '').split('.');
  const right = `rak_${PERMISSION_RESOURCES[resource] ?? resource}`;
  const wanted = `${right}_${operation.method === 'GET' ? 'read' : 'write'}`;
  if (caller.permissions.includes(wanted) || caller.permissions.includes(`${right}_write`)) return;
  throw new StripeProblem(403, {
    message: `The provided key '${maskKey(key)}' does not have the required permissions for this endpoint on account '${caller.platform.id}'. Having the '${wanted}' permission would allow this request to continue.`,
  });
}

/** The answer to a key that was rolled or has expired. */
export function expiredKey(key: string): StripeProblem {
  return new StripeProblem(401, {
    code: 'api_key_expired',
    message: `Expired API Key provided: ${maskKey(key)}`,
  });
}

/** The secret key of an Authorization header: as a bearer, or as the user of basic authentication. */
export function readKey(header: string | undefined): string | null {
  const [scheme = '', value = ''] = (header ?? '').split(' ', 2);
  if (/^bearer$/i.test(scheme)) return value || null;
  if (!/^basic$/i.test(scheme)) return null;
  return Buffer.from(value, 'base64').toString('utf8').split(':')[0] || null;
}

/** `sk_test_****1234`: a key as messages show it. */
export function maskKey(key: string): string {
  const prefix = /^[a-z]+_(?:test|live)_/.exec(key)?.[0] ?? '';
  const rest = key.slice(prefix.length);
  return `${prefix}${'*'.repeat(Math.max(rest.length - 4, 0))}${rest.slice(-4)}`;
}
