import { z } from 'zod';
import { ShippoProblem, type ShippoClient } from '#app/adapters/shippo/shippo.server.ts';
import { asStoreId, idSchema, type StoreId } from '#app/core/ids.ts';
import { marketplaceScope, type Actor } from '#app/core/viewer.ts';
import { recordAudit } from '#app/features/audit/audit.service.server.ts';
import type { Services } from '#app/server/context.server.ts';
import type { Tx } from '#app/server/db.server.ts';
import type { DueJob, JobEnd } from '#app/server/scheduled-jobs.server.ts';
import { openShippo } from './shippo-key.service.server.ts';
import { planLabelJob } from './label-job.service.server.ts';
import { findOwnPurchase, isNewerTracking, readTracking, referenceOf, type LabelTracking } from './label.ts';
import * as repo from './labels.repo.server.ts';
import { settlePurchase, shipWithLabel } from './settle-label.service.server.ts';
import { askRefund, settleRefund } from './void-label.service.server.ts';

const payloadSchema = z.object({ labelId: idSchema });
const CARRIER: Actor = { kind: 'system', id: 'carrier', name: '', role: 'system' };
const NEXT_TRACK_MS = 4 * 3_600_000;
const NEXT_REFUND_MS = 86_400_000;
const MAX_TRACKED_MS = 60 * 86_400_000;
const ENDED: readonly LabelTracking[] = ['delivered', 'returned'];

/** The words of the timeline for what a carrier says. */
const EVENTS: Partial<Record<LabelTracking, string>> = { transit: 'label.in_transit', delivered: 'label.delivered' };

/**
 * Goes on with a label whose time has come: finds out what became of a purchase or a void, makes the shipment that a crash left
 * open, asks the carrier where the package is. May run twice. Throws where Shippo does not answer, so that it is tried again.
 */
export async function followLabel(
  services: Services,
  storeId: StoreId,
  { payload }: DueJob,
): Promise<JobEnd | undefined> {
  const { labelId } = payloadSchema.parse(payload);
  const label = await services.db.unit(marketplaceScope(storeId), (tx) => repo.findLabel(tx, labelId));
  const access = await openShippo(services, storeId);
  if (!label || !access || access.isTest !== label.isTest) return undefined;
  switch (label.status) {
    case 'buying':
      return followPurchase(services, access.client, storeId, label);
    case 'voiding':
      return followRefund(services, access.client, label);
    case 'bought':
      await shipWithLabel(services, storeId, labelId);
      return followPackage(services, access.client, label);
    default:
      return undefined;
  }
}

/** What was asked for is looked up; where it is not there although its time is over, nothing was bought. */
async function followPurchase(
  services: Services,
  client: ShippoClient,
  storeId: StoreId,
  label: repo.LabelRow,
): Promise<JobEnd | undefined> {
  if (label.workingUntil > services.clock.now()) {
    return (tx) => planLabelJob(tx, label.id, label.workingUntil);
  }
  const purchase = label.transactionId
    ? await client.readPurchase(label.transactionId)
    : findOwnPurchase(await client.listPurchases(label.rateId), referenceOf(storeId, label.id));
  if (!purchase) {
    await services.db.unit(marketplaceScope(storeId), (tx) =>
      repo.updateLabel(
        tx,
        { labelId: label.id, from: ['buying'], turn: label.turn },
        { status: 'failed', problem: null },
      ),
    );
    return undefined;
  }
  await settlePurchase(services, client, label, purchase);
  await shipWithLabel(services, storeId, label.id);
  return undefined;
}

/** What became of a void. A key of another account does not know it: it is looked at again later, and not given up. */
async function followRefund(
  services: Services,
  client: ShippoClient,
  label: repo.LabelRow,
): Promise<JobEnd | undefined> {
  try {
    await settleRefund(services, label, await askRefund(client, label));
    return undefined;
  } catch (error) {
    if (!(error instanceof ShippoProblem) || error.reason === 'lost' || error.reason === 'busy') throw error;
    const again = new Date(services.clock.now().getTime() + NEXT_REFUND_MS);
    return (tx) => planLabelJob(tx, label.id, again);
  }
}

async function followPackage(
  services: Services,
  client: ShippoClient,
  label: repo.LabelRow,
): Promise<JobEnd | undefined> {
  const now = services.clock.now();
  const since = (label.boughtAt ?? label.createdAt).getTime();
  if (!label.tracking || ENDED.includes(label.trackingStatus) || now.getTime() - since > MAX_TRACKED_MS)
    return undefined;
  const status = await readStatus(client, label);
  if (status) {
    await services.db.unit(marketplaceScope(asStoreId(label.storeId)), (tx) => recordTracking(tx, label, status, now));
  }
  if (status && ENDED.includes(status)) return undefined;
  return (tx) => planLabelJob(tx, label.id, new Date(now.getTime() + NEXT_TRACK_MS));
}

/** The word of the purchase itself: it is there for every carrier, and needs no name of one. */
async function readStatus(client: ShippoClient, label: repo.LabelRow): Promise<LabelTracking | undefined> {
  try {
    const { trackingStatus } = await client.readPurchase(label.transactionId ?? '');
    return readTracking(trackingStatus);
  } catch (error) {
    if (error instanceof ShippoProblem) return undefined;
    throw error;
  }
}

/** Writes where a package is, where that is newer than what is known. */
async function recordTracking(tx: Tx, label: repo.LabelRow, status: LabelTracking, at: Date): Promise<void> {
  const known = await repo.findLabel(tx, label.id);
  if (!known || !isNewerTracking(known.trackingStatus, status)) return;
  await repo.updateLabel(tx, { labelId: label.id, from: ['bought', 'voiding'] }, { trackingStatus: status });
  const action = EVENTS[status];
  if (!action) return;
  await recordAudit(tx, [
    {
      ...{ subject: 'order', subjectId: String(label.orderId), vendorId: label.vendorId, action, actor: CARRIER, at },
      detail: { label: String(label.id) },
    },
  ]);
}
