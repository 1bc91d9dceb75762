import { asCurrency } from '#app/core/money/money.ts';
import { bookLabelPrice } from '#app/features/adjustments/book-label-price.service.server.ts';
import type { Tx } from '#app/server/db.server.ts';
import { isUnused } from '../label.ts';
import * as repo from '../labels.repo.server.ts';
import { chargeForLabel, formatPackageName } from '../settle-label.service.server.ts';
import { splitCharge } from './package-states.ts';
import { listPackages, saveCharge } from './packages.repo.server.ts';

/**
 * Charges the vendor for what a carrier has taken of a return label, once: the label, or of several packages the share of each that
 * was taken. Labels that go out are charged when they are bought and are left as they are.
 */
export async function chargeTakenReturn(tx: Tx, labelId: bigint, at: Date): Promise<void> {
  const label = await repo.findLabel(tx, labelId, { lock: true });
  if (!label?.isReturn || (label.status !== 'bought' && label.status !== 'voiding')) return;
  const packages = await listPackages(tx, label);
  if (packages.length === 1) {
    if (!isUnused(label.trackingStatus)) await chargeForLabel(tx, label, at);
    return;
  }
  const { orderId, vendorId, chargedMinor, boughtBy } = label;
  if (chargedMinor === null) return;
  const shares = splitCharge(chargedMinor, packages.length);
  for (const [index, { position, trackingStatus, adjustmentId }] of packages.entries()) {
    const amountMinor = shares[index] ?? 0n;
    if (isUnused(trackingStatus) || adjustmentId !== null || amountMinor === 0n) continue;
    const charge = { orderId, vendorId, amountMinor, currency: asCurrency(label.chargedCurrency), actor: boughtBy, at };
    const made = await bookLabelPrice(tx, { ...charge, note: formatPackageName(label, position) });
    await saveCharge(tx, labelId, { position, adjustmentId: made });
  }
}
