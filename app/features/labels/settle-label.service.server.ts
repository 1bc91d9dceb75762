import type { ShippoClient, ShippoTransaction } from '#app/adapters/shippo/shippo.server.ts';
import { UnreadablePdf } from '#app/adapters/pdf/join-pdf-files.ts';
import { ShippoProblem } from '#app/adapters/shippo/shippo.server.ts';
import type { FurtherPackage } from '#app/adapters/shopify/orders/fulfillments.server.ts';
import { HOUR_MS, MINUTE_MS } from '#app/core/durations.ts';
import { AppError } from '#app/core/errors.ts';
import { invariant } from '#app/core/invariant.ts';
import { asStoreId, type StoreId } from '#app/core/ids.ts';
import { asCurrency } from '#app/core/money/money.ts';
import { marketplaceScope } from '#app/core/viewer.ts';
import { bookLabelPrice } from '#app/features/adjustments/book-label-price.service.server.ts';
import { recordAudit } from '#app/platform/audit/audit.service.server.ts';
import { sendFulfillments } from '#app/features/orders/fulfillment/send-fulfillments.service.server.ts';
import { wasShippedWith } from '#app/features/orders/fulfillment/shippable-part.service.server.ts';
import type { Tx } from '#app/server/db.server.ts';
import { findStoreById } from '#app/platform/stores/stores.service.server.ts';
import type { Services } from '#app/server/context.server.ts';
import { planLabelJob } from './label-job.service.server.ts';
import { listMade, readOutcome, type FulfillmentState } from './label.ts';
import * as repo from './labels.repo.server.ts';
import { splitCharge } from './packages/package-states.ts';
import { insertPackages, listPackages, type LabelPackage } from './packages/packages.repo.server.ts';
import { fetchFiles } from './packages/read-label-file.service.server.ts';

const MAX_PROBLEM = 500;
/** How often a purchase that the carrier still works on is looked at before the job goes on with it. */
const MAX_POLLS = 4;
const POLL_EVERY_MS = 800;
const FIRST_TRACK_MS = HOUR_MS;
const OPEN_POLL_MS = MINUTE_MS;
/** How long a label of several packages waits for a purchase of each: some carriers make one for all of them. */
const MAX_PACKAGES_WAIT_MS = 900_000;

/**
 * Writes what became of a purchase: the label with its file and its charge, or the carrier's refusal. Once, whoever comes first.
 * One that the carrier still works on stays open, and the job looks again.
 */
export async function settlePurchase(
  services: Services,
  client: ShippoClient,
  label: repo.LabelRow,
  first: ShippoTransaction,
): Promise<void> {
  const purchase = await waitForOutcome(services, client, first);
  const made = await listPurchasesOf(services, client, label, purchase);
  const outcome = made === undefined ? undefined : made.length > 0 ? 'bought' : 'failed';
  const scope = marketplaceScope(asStoreId(label.storeId));
  const { transactionId } = purchase;
  if (made === undefined) {
    const again = new Date(services.clock.now().getTime() + OPEN_POLL_MS);
    await services.db.unit(scope, async (tx) => {
      await repo.updateLabel(tx, { labelId: label.id, from: ['buying'] }, { transactionId, workingUntil: again });
      await planLabelJob(tx, label.id, again);
    });
    return;
  }
  if (outcome === 'failed') {
    const problem = purchase.messages
      .map(({ text }) => text)
      .join(' ')
      .slice(0, MAX_PROBLEM);
    await services.db.unit(scope, (tx) =>
      repo.updateLabel(tx, { labelId: label.id, from: ['buying'] }, { status: 'failed', problem }),
    );
    return;
  }
  const file = await fetchFile(client, made);
  await recordBought(services, label, made, file && services.vault.seal(file));
}

/**
 * The purchases of a label that were made, one for each package: none where the carrier refused, undefined while that is not
 * decided of each. Shippo answers the purchase of several packages with that of the first; the others are listed by the rate.
 */
async function listPurchasesOf(
  services: Services,
  client: ShippoClient,
  label: repo.LabelRow,
  first: ShippoTransaction,
): Promise<ShippoTransaction[] | undefined> {
  if (label.packageCount === 1) {
    const outcome = readOutcome(first.status);
    return outcome && (outcome === 'bought' ? [first] : []);
  }
  for (let pollCount = 0; pollCount < MAX_POLLS; pollCount += 1) {
    if (pollCount > 0) await services.clock.sleep(POLL_EVERY_MS);
    const found = await client.listPurchases(label.rateId).catch((error: unknown) => {
      if (error instanceof ShippoProblem) return undefined;
      throw error;
    });
    const made = listMade(found ?? []);
    const isDecided = made.every(({ status }) => readOutcome(status) !== undefined);
    if (found && made.length === 0 && readOutcome(first.status) === 'failed') return [];
    if (made.length >= label.packageCount && isDecided) return made;
    const waited = services.clock.now().getTime() - label.createdAt.getTime();
    if (made.length > 0 && isDecided && waited > MAX_PACKAGES_WAIT_MS) return made;
  }
  return undefined;
}

async function recordBought(
  services: Services,
  label: repo.LabelRow,
  made: readonly ShippoTransaction[],
  encrypted: Buffer | undefined,
): Promise<void> {
  const [first] = made;
  invariant(first, 'a label is bought by at least one purchase');
  const at = services.clock.now();
  const { orderId, vendorId, boughtBy, carrier, service } = label;
  await services.db.unit(marketplaceScope(asStoreId(label.storeId)), async (tx) => {
    // What was paid for counts as bought, also where nobody believed in it any more.
    const isFirst = await repo.updateLabel(
      tx,
      { labelId: label.id, from: ['buying', 'failed'] },
      {
        status: 'bought',
        transactionId: first.transactionId,
        tracking: first.tracking || null,
        trackingUrl: first.trackingUrl,
        problem: null,
        boughtAt: at,
      },
    );
    if (!isFirst) return;
    if (encrypted) await repo.saveFile(tx, label, encrypted);
    if (made.length > 1) await recordPackages(tx, label, made, at);
    // The provider bills a return once a carrier has taken it, and so does the marketplace (chargeTakenReturn).
    else if (!label.isReturn) await chargeForLabel(tx, label, at);
    await recordAudit(tx, [
      {
        subject: 'order',
        subjectId: String(orderId),
        vendorId,
        action: 'label.bought',
        actor: boughtBy,
        at,
        detail: { carrier, service, label: String(label.id) },
      },
    ]);
    await planLabelJob(tx, label.id, new Date(at.getTime() + FIRST_TRACK_MS), { repeats: true });
  });
}

/**
 * Keeps the packages of a label that is for several, each with the charge of its share: by it a void takes that back alone. Those
 * of a return are charged once a carrier has them.
 */
async function recordPackages(
  tx: Tx,
  label: repo.LabelRow,
  made: readonly ShippoTransaction[],
  at: Date,
): Promise<void> {
  const { orderId, vendorId, chargedMinor, boughtBy } = label;
  const shares = chargedMinor === null || label.isReturn ? [] : splitCharge(chargedMinor, made.length);
  const packages = [];
  for (const [index, { transactionId, tracking, trackingUrl }] of made.entries()) {
    const amountMinor = shares[index] ?? 0n;
    const charge = { orderId, vendorId, amountMinor, currency: asCurrency(label.chargedCurrency), actor: boughtBy, at };
    const adjustmentId =
      amountMinor === 0n ? null : await bookLabelPrice(tx, { ...charge, note: formatPackageName(label, index + 1) });
    packages.push({ transactionId, trackingUrl, tracking: tracking || null, adjustmentId });
  }
  await insertPackages(tx, label, packages);
}

/** Charges the vendor for a label that it bears, once: whoever calls holds the label. */
export async function chargeForLabel(tx: Tx, label: repo.LabelRow, at: Date): Promise<void> {
  const { orderId, vendorId, chargedMinor, boughtBy, adjustmentId: charged } = label;
  if (chargedMinor === null || charged !== null) return;
  const adjustmentId = await bookLabelPrice(tx, {
    orderId,
    vendorId,
    amountMinor: chargedMinor,
    currency: asCurrency(label.chargedCurrency),
    note: formatLabelName(label),
    actor: boughtBy,
    at,
  });
  await repo.updateLabel(tx, { labelId: label.id, from: ['bought', 'voiding'] }, { adjustmentId });
}

/** A label in one line: by whom it is carried and how. */
export const formatLabelName = ({ carrier, service }: Pick<repo.LabelRow, 'carrier' | 'service'>): string =>
  [carrier, service].filter(Boolean).join(', ');

/** A package of a label for several in one line. */
export const formatPackageName = (
  label: Pick<repo.LabelRow, 'carrier' | 'service' | 'packageCount'>,
  position: number,
) => `${formatLabelName(label)} (${String(position)}/${String(label.packageCount)})`;

const toTracking = (one: LabelPackage): FurtherPackage => ({ tracking: one.tracking, url: one.trackingUrl });

async function waitForOutcome(
  services: Services,
  client: ShippoClient,
  first: ShippoTransaction,
): Promise<ShippoTransaction> {
  let purchase = first;
  for (let pollCount = 0; pollCount < MAX_POLLS && readOutcome(purchase.status) === undefined; pollCount += 1) {
    await services.clock.sleep(POLL_EVERY_MS);
    try {
      purchase = await client.readPurchase(purchase.transactionId);
    } catch (error) {
      if (!(error instanceof ShippoProblem)) throw error;
    }
  }
  return purchase;
}

/** The file; undefined where it cannot be had now: it is fetched when somebody prints. */
async function fetchFile(client: ShippoClient, made: readonly ShippoTransaction[]): Promise<Buffer | undefined> {
  try {
    return await fetchFiles(
      client,
      made.map(({ labelUrl }) => labelUrl),
    );
  } catch (error) {
    if (error instanceof ShippoProblem || error instanceof UnreadablePdf) return undefined;
    throw error;
  }
}

/**
 * Marks the items of a bought label as shipped with its tracking number, once. What the store refuses is recorded with the label:
 * the items can be shipped by hand then.
 */
export async function shipWithLabel(services: Services, storeId: StoreId, labelId: bigint): Promise<void> {
  const scope = marketplaceScope(storeId);
  const found = await services.db.unit(scope, async (tx) => {
    const label = await repo.findLabel(tx, labelId);
    return label && { label, packages: await listPackages(tx, label) };
  });
  const { label, packages = [] } = found ?? {};
  if (label?.status !== 'bought' || label.fulfillmentState !== 'open') return;
  const { orderId, vendorId, tracking, trackingUrl, boughtBy } = label;
  const store = await findStoreById(services, storeId);
  if (!store || store.uninstalledAt) return;
  // One that was shipped and taken back since is a person's to ship again.
  const isKnown =
    tracking !== null && (await services.db.fast(scope, (tx) => wasShippedWith(tx, { orderId, vendorId, tracking })));
  if (isKnown) return record('made');
  // Looked at and marked in one statement, so that nothing is shipped with a label that was voided meanwhile.
  const mark = { shipmentRequestedAt: services.clock.now() };
  const isOurs = await services.db.unit(scope, (tx) =>
    repo.updateLabel(tx, { labelId, from: ['bought'], fulfillmentState: 'open' }, mark),
  );
  if (!isOurs) return;
  try {
    await sendFulfillments(
      services,
      {
        domain: store.domain,
        part: { storeId, orderId, vendorId, actor: boughtBy },
        checkLeft: () => Promise.resolve(),
      },
      {
        notify: label.notify,
        fulfillments: [
          {
            carrier: label.carrier,
            tracking,
            url: trackingUrl,
            location: null,
            lines: label.units,
            ...(packages.length > 1 ? { further: packages.slice(1).map(toTracking) } : {}),
          },
        ],
      },
    );
  } catch (error) {
    if (!(error instanceof AppError)) throw error;
    // Nobody knows what became of it: the same request is sent again and finds what was made.
    if (
      error.code === 'platform_failed' ||
      error.code === 'platform_throttled' ||
      error.reason === 'fulfillment_in_progress'
    )
      return services.db.unit(scope, (tx) =>
        planLabelJob(tx, labelId, new Date(services.clock.now().getTime() + OPEN_POLL_MS)),
      );
    return record('failed');
  }
  return record('made');

  async function record(fulfillmentState: FulfillmentState): Promise<void> {
    await services.db.unit(scope, (tx) => repo.updateLabel(tx, { labelId, from: ['bought'] }, { fulfillmentState }));
  }
}
