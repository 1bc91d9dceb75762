import { Refusal } from '../core/kernel.ts';
import type { Sandbox } from '../core/kernel.ts';
import { json, route } from '../core/router.ts';
import type { Route } from '../core/router.ts';
import { STRIPE_ACCOUNT_STATUSES } from '../core/state-stripe.ts';
import type { StripePlatform } from '../core/state-stripe.ts';
import { accountById, changeStatus } from '../providers/stripe/account-status.ts';
import { payOutAccount } from '../providers/stripe/balance.ts';
import { NO_CAUSE } from '../providers/stripe/call.ts';
import { currencyOfCountry, isCurrency } from '../providers/stripe/countries.ts';
import {
  addPlatform,
  addRestrictedKey,
  availableOf,
  currentKey,
  expireKeys,
  platformOf,
  rollKey,
  stripeOf,
} from '../providers/stripe/platforms.ts';
import { reverseByHand } from '../providers/stripe/reversals.ts';
import { reversedOf, transferById } from '../providers/stripe/transfers.ts';
import { controlBody } from './guard.ts';
import { readFlag, readNumber, readObject, readOneOf, readText, requireText } from './input.ts';
import type { Body } from './input.ts';

const APIS = ['v1', 'v2', 'both'] as const;

/** What happens at Stripe without the app: in its dashboard, at its banks, by its decisions. */
export function stripeControlRoutes(sandbox: Sandbox): Route[] {
  return [...platformRoutes(sandbox), ...accountRoutes(sandbox), ...transferRoutes(sandbox)];
}

function platformRoutes(sandbox: Sandbox): Route[] {
  const show = (platform: StripePlatform) => ({
    id: platform.id,
    name: platform.name,
    country: platform.country,
    currency: platform.currency,
    accountsApi: platform.accountsApi,
    testKey: currentKey(platform, false),
    liveKey: currentKey(platform, true),
    available: platform.available,
  });
  const platformIn = (body: Body): StripePlatform => platformOf(sandbox, readText(body, 'platform'));
  return [
    route('GET', '/control/stripe/platforms', () => json(200, stripeOf(sandbox).platforms.map(show))),
    route('POST', '/control/stripe/platforms', (request) => {
      const body = controlBody(request);
      const country = readText(body, 'country') ?? 'US';
      const currency = currencyOfCountry(country);
      if (currency === null) throw new Refusal(`${country} is no country that Stripe serves.`, ['country']);
      const platform = addPlatform(sandbox, {
        name: readText(body, 'name') ?? 'Marketplace',
        country,
        currency,
        accountsApi: readOneOf(body, 'accountsApi', APIS) ?? 'both',
      });
      sandbox.save();
      return json(201, show(platform));
    }),
    route('POST', '/control/stripe/platforms/{id}', (request) => {
      const platform = platformOf(sandbox, request.params['id']);
      platform.accountsApi = readOneOf(controlBody(request), 'accountsApi', APIS) ?? platform.accountsApi;
      sandbox.save();
      return json(200, show(platform));
    }),
    route('POST', '/control/stripe/balance', (request) => {
      const body = controlBody(request);
      const platform = platformIn(body);
      setMinor(availableOf(platform, readFlag(body, 'live') ?? false), body);
      sandbox.save();
      return json(200, show(platform));
    }),
    route('POST', '/control/stripe/keys/restricted', (request) => {
      const body = controlBody(request);
      const permissions = requireText(body, 'permissions').split(' ');
      const key = addRestrictedKey(sandbox, platformIn(body), {
        livemode: readFlag(body, 'live') ?? false,
        permissions,
      });
      sandbox.save();
      return json(200, { key });
    }),
    route('POST', '/control/stripe/keys/{act}', (request) => {
      const body = controlBody(request);
      const [platform, live] = [platformIn(body), readFlag(body, 'live') ?? false];
      const { act } = request.params;
      if (act !== 'roll' && act !== 'expire') throw new Refusal('Keys can be rolled or expired.', ['act']);
      if (act === 'roll') rollKey(sandbox, platform, live);
      else expireKeys(sandbox, platform, live);
      sandbox.save();
      return json(200, show(platform));
    }),
  ];
}

/** `{currency, availableMinor}` of a control call into balances by currency. */
function setMinor(balances: Record<string, number>, body: Body): void {
  const currency = requireText(body, 'currency').toLowerCase();
  if (!isCurrency(currency)) throw new Refusal(`${currency} is no currency of transfers.`, ['currency']);
  const minor = readNumber(body, 'availableMinor');
  if (minor === undefined || !Number.isSafeInteger(minor))
    throw new Refusal('availableMinor must be a whole number of minor units.', ['availableMinor']);
  balances[currency] = minor;
}

function accountRoutes(sandbox: Sandbox): Route[] {
  return [
    route('GET', '/control/stripe/accounts', () => json(200, Object.values(stripeOf(sandbox).accounts))),
    route('GET', '/control/stripe/accounts/{id}', (request) =>
      json(200, accountById(sandbox, request.params['id'] ?? '')),
    ),
    route('POST', '/control/stripe/accounts/{id}', (request) => {
      const body = controlBody(request);
      const account = accountById(sandbox, request.params['id'] ?? '');
      if (body['currency'] !== undefined) setMinor(account.balances, body);
      const status = readOneOf(body, 'status', STRIPE_ACCOUNT_STATUSES);
      if (status) changeStatus(sandbox, account, status, NO_CAUSE);
      sandbox.save();
      return json(200, account);
    }),
    route('POST', '/control/stripe/accounts/{id}/payouts', (request) => {
      const body = controlBody(request);
      const account = accountById(sandbox, request.params['id'] ?? '');
      const payout = payOutAccount(sandbox, account, {
        currency: (readText(body, 'currency') ?? account.currency).toLowerCase(),
        amountMinor: readNumber(body, 'amountMinor'),
        failed: readFlag(body, 'failed') ?? false,
      });
      return json(201, payout);
    }),
  ];
}

function transferRoutes(sandbox: Sandbox): Route[] {
  return [
    route('GET', '/control/stripe/transfers', (request) => {
      const [destination, group] = [request.query.get('destination'), request.query.get('group')];
      const found = Object.values(stripeOf(sandbox).transfers).filter(
        (transfer) =>
          (destination === null || transfer.destination === destination) &&
          (group === null || transfer.transferGroup === group),
      );
      return json(
        200,
        found.map((transfer) => ({ ...transfer, reversedMinor: reversedOf(transfer) })),
      );
    }),
    route('GET', '/control/stripe/transfers/{id}', (request) => {
      const transfer = transferById(sandbox, request.params['id'] ?? '');
      return json(200, { ...transfer, reversedMinor: reversedOf(transfer) });
    }),
    route('POST', '/control/stripe/transfers/{id}', (request) => {
      const transfer = transferById(sandbox, request.params['id'] ?? '');
      reverseByHand(sandbox, transfer, readReversal(controlBody(request)));
      return json(200, { ...transfer, reversedMinor: reversedOf(transfer) });
    }),
    route('GET', '/control/stripe/events', (request) => {
      const type = request.query.get('type');
      return json(
        200,
        stripeOf(sandbox).events.filter((event) => type === null || event.type === type),
      );
    }),
    route('GET', '/control/stripe/endpoints', () => json(200, stripeOf(sandbox).endpoints)),
  ];
}

/** `{reverse: true}` for what is left, `{reverse: {amountMinor}}` for a part. */
function readReversal(body: Body): number | undefined {
  if (body['reverse'] === true) return undefined;
  const amountMinor = readNumber(readObject(body['reverse'], 'reverse'), 'amountMinor');
  if (amountMinor === undefined || !Number.isSafeInteger(amountMinor) || amountMinor < 1)
    throw new Refusal('reverse.amountMinor must be a whole number from 1.', ['reverse']);
  return amountMinor;
}
