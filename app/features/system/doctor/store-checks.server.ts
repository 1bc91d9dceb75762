import { findKeys } from '#app/features/payment-providers/provider-access.service.server.ts';
import { findSenderRecords } from '#app/platform/mails/sender-domain/sender-domain.service.server.ts';
import { RECORDS } from '#app/platform/mails/sender-domain/sender-domain.ts';
import type { StoreId } from '#app/core/ids.ts';
import type { Services } from '#app/server/context.server.ts';
import type { Check, Finding } from './check.ts';

/** What the marketplace brings itself: the keys that it pays by, and the domain that it sends from. */
export function listOwnChecks(services: Services, storeId: StoreId): Check<'providers' | 'senderDomain'>[] {
  return [
    { id: 'providers', ask: () => judgeProviders(services, storeId) },
    { id: 'senderDomain', ask: () => judgeSender(services, storeId) },
  ];
}

/** A test key pays nobody; none at all is a marketplace that pays by hand. */
async function judgeProviders(services: Services, storeId: StoreId): Promise<Finding> {
  const keys = Object.entries(await findKeys(services, storeId)).filter(([, row]) => row !== undefined);
  const detail = keys.map(([provider, row]) => `${provider}: ${row?.isTest ? 'test' : 'live'}`).join(', ');
  return { status: keys.every(([, row]) => !row?.isTest) ? 'ok' : 'warn', detail };
}

async function judgeSender(services: Services, storeId: StoreId): Promise<Finding> {
  const { domain, states } = await findSenderRecords(services, storeId);
  if (domain === undefined || states === undefined) return { status: 'warn' };
  const open = RECORDS.filter((record) => states[record] !== 'found');
  const detail = [domain, ...open.map((record) => `${record}: ${states[record]}`)].join(', ');
  if (open.length === 0) return { status: 'ok', detail };
  return { status: open.every((record) => states[record] === 'unknown') ? 'warn' : 'fail', detail };
}
