import {
  createCarrier,
  deleteCarrier,
  listCarriers,
  readPlan,
  SHIPPING_SCOPE,
  updateCarrier,
} from '#app/adapters/shopify/carrier-services.server.ts';
import type { PlatformClient } from '#app/adapters/shopify/client.server.ts';
import { listGrantedScopes } from '#app/adapters/shopify/products/translations.server.ts';
import { DAY_MS } from '#app/core/durations.ts';
import { AppError } from '#app/core/errors.ts';
import type { StoreId } from '#app/core/ids.ts';
import { marketplaceScope } from '#app/core/viewer.ts';
import { recordAudit } from '#app/platform/audit/audit.service.server.ts';
import { readSwitches } from '#app/platform/settings/switches.service.server.ts';
import { findStoreById } from '#app/platform/stores/stores.service.server.ts';
import type { Services } from '#app/server/context.server.ts';
import { randomToken } from '#app/server/crypto.server.ts';
import type { SqlTx } from '#app/server/db.server.ts';
import { scheduleJob, type JobEnd } from '#app/server/scheduled-jobs.server.ts';
import { ratePath } from '../rates/rate-address.ts';
import { CARRIER_NAME, findOwn, wasDeactivated } from './carrier.ts';
import * as repo from './carrier.repo.server.ts';

/** The job that brings our carrier service at the platform to what the switch says; at most one of a store runs. */
export const CARRIER_JOB = 'shipping.carrier';

const TOKEN_BYTES = 24;

/** Plans a look at the carrier service now: after the switch was turned, the store changed, or somebody asked. */
export async function planCarrierSync(services: Pick<Services, 'jobs'>, tx: SqlTx): Promise<void> {
  if ((await readSwitches(tx)).delivery) await repo.openCarrier(tx, randomToken(TOKEN_BYTES));
  else if (!(await repo.findCarrier(tx))) return;
  await services.jobs.enqueue(tx, CARRIER_JOB, {}, { key: 'now' });
}

/** The part of an installation that registers the carrier service again. May run twice. */
export async function startCarrier(services: Services, storeId: StoreId): Promise<void> {
  await services.db.fast(marketplaceScope(storeId), (tx) => planCarrierSync(services, tx));
}

type CarrierStatus = Pick<repo.CarrierRow, 'carrierId' | 'state' | 'refusal' | 'plan'> & { isDeactivated: boolean };

/**
 * Registers the carrier service, turns it on again where the platform turned it off, or removes it. May run twice: what is there
 * is found before anything is made. Throws platform_failed where the platform does not answer.
 */
export async function syncCarrier(services: Services, storeId: StoreId): Promise<JobEnd | undefined> {
  const { isOn, row } = await services.db.fast(marketplaceScope(storeId), (tx) => start(services, tx));
  const store = await findStoreById(services, storeId);
  if (!row || !store || store.uninstalledAt) return undefined;
  const platform = await openPlatform(services, store.domain);
  if (!platform) return undefined;
  const at = services.clock.now();
  const callbackUrl = new URL(ratePath({ storeId, token: row.token }), services.env.SHOPIFY_APP_URL).toString();
  if (!isOn) {
    const refusal = await unregister(platform, row, callbackUrl);
    return (tx) =>
      refusal === undefined
        ? repo.deleteCarrier(tx)
        : repo.saveCarrier(tx, { ...row, state: 'off', refusal, plan: null, at, isDeactivated: false });
  }
  const documentStatus = await register(platform, row, callbackUrl);
  return async (tx) => {
    await repo.saveCarrier(tx, { ...documentStatus, at });
    await recordCarrierStatus(tx, { row, status: documentStatus, at });
  };
}

/** The platform; undefined where the store has given us no access: there is nothing that could ask us. */
async function openPlatform({ adapters }: Services, domain: string): Promise<PlatformClient | undefined> {
  try {
    return await adapters.platform(domain);
  } catch (error) {
    if (error instanceof AppError && error.code === 'store_uninstalled') return undefined;
    throw error;
  }
}

/** What the switch says and how the service stood; the next daily look is planned first, so that no failure ends the row of them. */
async function start(services: Services, tx: SqlTx): Promise<{ isOn: boolean; row: repo.CarrierRow | undefined }> {
  const isOn = (await readSwitches(tx)).delivery;
  if (isOn) {
    const dueAt = new Date(services.clock.now().getTime() + DAY_MS);
    await scheduleJob(tx, { kind: CARRIER_JOB, key: dueAt.toISOString().slice(0, 10), payload: {}, dueAt });
  }
  return { isOn, row: await repo.findCarrier(tx) };
}

async function register(platform: PlatformClient, row: repo.CarrierRow, callbackUrl: string): Promise<CarrierStatus> {
  const { carrierId } = row;
  if (!(await listGrantedScopes(platform)).has(SHIPPING_SCOPE)) {
    return { carrierId, state: 'not_granted', refusal: null, plan: null, isDeactivated: false };
  }
  const own = findOwn(await listCarriers(platform), { carrierId, callbackUrl });
  const isDeactivated = wasDeactivated(row.state, own);
  if (own?.active && own.callbackUrl === callbackUrl) {
    return { carrierId: own.id, state: 'active', refusal: null, plan: null, isDeactivated };
  }
  const answer = own
    ? await updateCarrier(platform, own.id, { callbackUrl, active: true })
    : await createCarrier(platform, { name: CARRIER_NAME, callbackUrl });
  if (answer.ok && answer.carrier.active) {
    return { carrierId: answer.carrier.id, state: 'active', refusal: null, plan: null, isDeactivated };
  }
  const plan = await readPlan(platform);
  const refusal = answer.ok ? null : answer.refusal.slice(0, 500);
  return { carrierId: own?.id ?? null, state: 'refused', refusal, plan, isDeactivated };
}

/**
 * Removes it at the platform, found by its address where the answer that named its id was not recorded. One that a shipping zone still asks
 * cannot be removed: it is turned off, and that is returned.
 */
async function unregister(
  platform: PlatformClient,
  row: repo.CarrierRow,
  callbackUrl: string,
): Promise<string | undefined> {
  if (!(await listGrantedScopes(platform)).has(SHIPPING_SCOPE)) return undefined;
  const own = findOwn(await listCarriers(platform), { carrierId: row.carrierId, callbackUrl });
  if (!own) return undefined;
  const carrierId = own.id;
  const refusal = await deleteCarrier(platform, carrierId);
  if (refusal !== undefined) await updateCarrier(platform, carrierId, { active: false });
  return refusal?.slice(0, 500);
}

async function recordCarrierStatus(
  tx: SqlTx,
  { row, status: documentStatus, at }: { row: repo.CarrierRow; status: CarrierStatus; at: Date },
): Promise<void> {
  if (row.state === documentStatus.state && !documentStatus.isDeactivated) return;
  await recordAudit(tx, [
    {
      subject: 'settings',
      subjectId: 'delivery',
      vendorId: null,
      action: 'settings.carrier.changed',
      at,
      actor: { kind: 'system', id: 'carrier', name: '', role: 'system' },
      detail: { state: [row.state, documentStatus.state], deactivated: documentStatus.isDeactivated },
    },
  ]);
}
