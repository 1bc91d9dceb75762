import { listCarriers } from '#app/adapters/shopify/carrier-services.server.ts';
import { readNewestBuyers } from '#app/adapters/shopify/customer-data.server.ts';
import { listGrantedScopes } from '#app/adapters/shopify/products/translations.server.ts';
import { readShopFacts } from '#app/adapters/shopify/shop.server.ts';
import type { StoreId } from '#app/core/ids.ts';
import { DAY_MS } from '#app/core/durations.ts';
import { marketplaceScope } from '#app/core/viewer.ts';
import { listPlatformProblems } from '#app/platform/platform-access/platform-problems.service.server.ts';
import { readSubscriptions } from '#app/platform/platform-access/subscriptions.service.server.ts';
import type { Services } from '#app/server/context.server.ts';
import type { Check, Finding } from './check.ts';
import * as repo from './doctor.repo.server.ts';

/** A store that is open hears of something at least so often. */
const QUIET_DAYS = 7;

type ExaminedStore = { id: StoreId; domain: string; installedAt: Date };
type PlatformCheckId = 'access' | 'scopes' | 'customerData' | 'deliveries' | 'topics' | 'refusals' | 'rates';

/** What the platform gives this installation: access, scopes, buyers' data, deliveries, and rates at its checkout. */
export function listPlatformChecks(services: Services, store: ExaminedStore): Check<PlatformCheckId>[] {
  const open = () => services.adapters.platform(store.domain);
  return [
    { id: 'access', ask: async () => ({ status: 'ok', detail: (await readShopFacts(await open())).name }) },
    { id: 'scopes', ask: async () => judgeScopes(services, await listGrantedScopes(await open())) },
    { id: 'customerData', ask: async () => judgeBuyers(await readNewestBuyers(await open())) },
    { id: 'deliveries', ask: () => findDeliveries(services, store) },
    { id: 'topics', ask: async () => judgeTopics(await readSubscriptions(services, await open())) },
    { id: 'refusals', ask: () => findRefusals(services, store) },
    { id: 'rates', ask: async () => judgeRates(services, store, await listGrantedScopes(await open())) },
  ];
}

const split = (scopes: string): string[] =>
  scopes
    .split(',')
    .map((scope) => scope.trim())
    .filter(Boolean);

/** Writing covers reading. */
const hasScope = (granted: ReadonlySet<string>, scope: string): boolean =>
  granted.has(scope) || granted.has(scope.replace(/^read_/, 'write_'));

/** Optional scopes that were not granted are no fault: their features ask for them. */
function judgeScopes({ env }: Services, granted: ReadonlySet<string>): Finding {
  const missing = split(env.SCOPES).filter((scope) => !hasScope(granted, scope));
  if (missing.length > 0) return { status: 'fail', detail: missing.join(', ') };
  const optional = split(env.OPTIONAL_SCOPES).filter((scope) => hasScope(granted, scope));
  return { status: 'ok', detail: optional.join(', ') };
}

function judgeBuyers(buyers: Awaited<ReturnType<typeof readNewestBuyers>>): Finding {
  if (buyers === 'denied') return { status: 'fail', detail: 'ACCESS_DENIED' };
  // Orders of the counter have no buyer: a store without any other cannot tell.
  if (buyers.length === 0) return { status: 'warn' };
  const shown = buyers.filter(({ isShown }) => isShown).length;
  return { status: shown > 0 ? 'ok' : 'fail', detail: `${shown}/${buyers.length}` };
}

async function findDeliveries({ db, clock }: Services, { domain, installedAt }: ExaminedStore): Promise<Finding> {
  const last = await repo.findLastDelivery(db, domain);
  if (last && clock.now().getTime() - last.getTime() < QUIET_DAYS * DAY_MS)
    return { status: 'ok', detail: last.toISOString() };
  const isNew = clock.now().getTime() - installedAt.getTime() < DAY_MS;
  return { status: isNew || last ? 'warn' : 'fail', ...(last ? { detail: last.toISOString() } : {}) };
}

/** Topics of optional scopes are subscribed by a call of ours; those that the app's file declares are the platform's own affair. */
const judgeTopics = ({ missing }: { missing: readonly string[] }): Finding =>
  missing.length > 0 ? { status: 'fail', detail: missing.join(', ') } : { status: 'ok' };

/** What calls of the last days were refused for and only a person can mend, such as bulk queries that are not enabled. */
async function findRefusals({ db }: Services, { id }: ExaminedStore): Promise<Finding> {
  const problems = await db.fast(marketplaceScope(id), listPlatformProblems);
  return problems.length > 0
    ? { status: 'fail', detail: problems.map(({ kind, detail }) => `${kind} ${detail}`).join(', ') }
    : { status: 'ok' };
}

/** Rates at the checkout are a feature that a store may not use: then there is nothing to find. */
async function judgeRates(services: Services, store: ExaminedStore, granted: ReadonlySet<string>): Promise<Finding> {
  if (!hasScope(granted, 'read_shipping')) return { status: 'ok' };
  const platform = await services.adapters.platform(store.domain);
  const ours = (await listCarriers(platform)).filter(({ callbackUrl }) => callbackUrl?.includes('/rates/'));
  if (ours.length === 0) return { status: 'ok' };
  const here = ours.filter(({ callbackUrl }) => callbackUrl?.startsWith(services.env.SHOPIFY_APP_URL));
  if (here.length === 0) return { status: 'warn', detail: 'another address' };
  return { status: here.some(({ active }) => active) ? 'ok' : 'fail' };
}
