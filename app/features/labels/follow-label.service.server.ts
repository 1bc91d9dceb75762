import { z } from 'zod';
import { ShippoProblem, type ShippoClient } from '#app/adapters/shippo/shippo.server.ts';
import { DAY_MS, HOUR_MS } from '#app/core/durations.ts';
import { asStoreId, idSchema, type StoreId } from '#app/core/ids.ts';
import { marketplaceScope } from '#app/core/viewer.ts';
import type { Services } from '#app/server/context.server.ts';
import type { DueJob, JobEnd } from '#app/server/scheduled-jobs.server.ts';
import { openShippo } from './shippo-key.service.server.ts';
import { planLabelJob, planRefundJob } from './label-job.service.server.ts';
import { findOwnPurchase, isNewerTracking, readTracking, buildReference, type LabelTracking } from './label.ts';
import * as repo from './labels.repo.server.ts';
import { settlePurchase, shipWithLabel } from './settle-label.service.server.ts';
import { chargeTakenReturn } from './packages/book-return-price.service.server.ts';
import { haveAllArrived, joinTracking, listSent } from './packages/package-states.ts';
import { listPackages, saveTracking, type LabelPackage } from './packages/packages.repo.server.ts';
import { recordTracking } from './tracking/record-tracking.service.server.ts';
import { settlePackage } from './packages/void-packages.service.server.ts';
import { settleRefund } from './void-label.service.server.ts';

const payloadSchema = z.object({
  labelId: idSchema,
  repeats: z.boolean().default(false),
  /** Where the refund of a package is looked at, and not where it is. */
  position: z.number().int().optional(),
});
const NEXT_TRACK_MS = 4 * HOUR_MS;
const NEXT_REFUND_MS = DAY_MS;
const MAX_TRACKED_MS = 60 * DAY_MS;
/** A buyer may take months to send something back, and is looked after once a day. */
const MAX_RETURN_MS = 180 * DAY_MS;
const NEXT_RETURN_MS = DAY_MS;

/**
 * Goes on with a label whose time has come: finds out what became of a purchase or a void, makes the shipment that a crash left
 * open, asks the carrier where the package is. May run twice. Throws where Shippo does not answer, so that it is tried again.
 */
export async function followLabel(
  services: Services,
  storeId: StoreId,
  { payload }: DueJob,
): Promise<JobEnd | undefined> {
  const { labelId, repeats, position } = payloadSchema.parse(payload);
  const label = await services.db.unit(marketplaceScope(storeId), (tx) => repo.findLabel(tx, labelId));
  const access = await openShippo(services, storeId);
  if (!label || !access || access.isTest !== label.isTest) return undefined;
  if (position !== undefined) return followRefund(services, access.client, label, position);
  switch (label.status) {
    case 'buying':
      return followPurchase(services, access.client, storeId, label);
    case 'voiding':
      return followPackage(services, access.client, label, { repeats });
    case 'bought':
      await shipWithLabel(services, storeId, labelId);
      return followPackage(services, access.client, label, { repeats });
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
    : findOwnPurchase(await client.listPurchases(label.rateId), buildReference(storeId, label));
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
  position: number,
): Promise<JobEnd | undefined> {
  const scope = marketplaceScope(asStoreId(label.storeId));
  const packages = await services.db.unit(scope, (tx) => listPackages(tx, label));
  try {
    if (packages.length > 1) await settlePackage(services, client, label, position);
    else if (label.status === 'voiding') await settleRefund(services, client, label, { wasRequested: true });
    return undefined;
  } catch (error) {
    if (!(error instanceof ShippoProblem) || error.reason === 'lost' || error.reason === 'busy') throw error;
    const again = new Date(services.clock.now().getTime() + NEXT_REFUND_MS);
    return (tx) => planRefundJob(tx, { labelId: label.id, position, dueAt: again });
  }
}

async function followPackage(
  services: Services,
  client: ShippoClient,
  label: repo.LabelRow,
  { repeats }: { repeats: boolean },
): Promise<JobEnd | undefined> {
  const now = services.clock.now();
  const since = (label.boughtAt ?? label.createdAt).getTime();
  const scope = marketplaceScope(asStoreId(label.storeId));
  // What was voided is not sent: the label has arrived with the others.
  const packages = listSent(await services.db.unit(scope, (tx) => listPackages(tx, label)));
  const known = packages.map(({ trackingStatus }) => trackingStatus);
  if (
    !label.tracking ||
    packages.length === 0 ||
    (haveAllArrived(known) && !isNewerTracking(label.trackingStatus, joinTracking(known))) ||
    now.getTime() - since > (label.isReturn ? MAX_RETURN_MS : MAX_TRACKED_MS)
  )
    return undefined;
  const moved: LabelPackage[] = [];
  for (const one of packages) {
    const read = await readStatus(client, one.transactionId);
    moved.push({
      ...one,
      trackingStatus: read && isNewerTracking(one.trackingStatus, read) ? read : one.trackingStatus,
    });
  }
  const statuses = moved.map(({ trackingStatus }) => trackingStatus);
  await services.db.unit(scope, async (tx) => {
    for (const one of moved) await saveTracking(tx, label.id, one);
    await recordTracking(tx, services, { label, status: joinTracking(statuses), at: now });
    await chargeTakenReturn(tx, label.id, now);
  });
  // The regular looks go on by themselves: a report, or the end of a purchase, adds none.
  if (!repeats || haveAllArrived(statuses)) return undefined;
  return (tx) =>
    planLabelJob(tx, label.id, new Date(now.getTime() + (label.isReturn ? NEXT_RETURN_MS : NEXT_TRACK_MS)), {
      repeats,
    });
}

/** The word of the purchase itself: it is there for every carrier, and needs no name of one. */
async function readStatus(client: ShippoClient, transactionId: string): Promise<LabelTracking | undefined> {
  try {
    const { trackingStatus } = await client.readPurchase(transactionId);
    return readTracking(trackingStatus);
  } catch (error) {
    if (error instanceof ShippoProblem) return undefined;
    throw error;
  }
}
