import { asCurrency } from '#app/core/money/money.ts';
import { marketplaceScope, type Actor } from '#app/core/viewer.ts';
import { chargeLabel, reverseLabelCharge } from '#app/features/adjustments/label-cost.service.server.ts';
import { program } from '#tests/support/program.ts';
import { count, type Run } from './money-model-run.ts';

const BUYER: Actor = { kind: 'system', id: 'carrier', name: 'The dice', role: 'system' };
const NOTE = 'PostNL, Standard';

/** A label whose cost was charged. One that an admin undid since then is voided all the same. */
type Charged = { orderId: string; adjustmentId: string };
const chargedOf = new WeakMap<Run, Charged[]>();

function labelsOf(run: Run): Charged[] {
  const known = chargedOf.get(run) ?? [];
  chargedOf.set(run, known);
  return known;
}

/** Buys labels for some parts, whatever stands of them: paid out or not, refunded, edited, cancelled. */
export async function labelSome(run: Run): Promise<void> {
  const { dice, model, town, lives } = run;
  for (const [orderId] of run.said) {
    const vendors = [...model.parts(orderId).keys()].filter((vendor) => vendor !== '');
    if (vendors.length === 0 || !dice.chance(0.2)) continue;
    const vendor = dice.pick(vendors);
    if (!model.standing(orderId, vendor).isPosted) continue;
    const amount = BigInt(1 + dice.below(3_000));
    const cost = { orderId: BigInt(orderId), vendorId: BigInt(town.idOf.get(vendor) ?? 0), amountMinor: amount };
    const how = { currency: asCurrency(run.plan.currency), note: NOTE, actor: BUYER, at: program().clock.now() };
    const { db } = program().container.services;
    const adjustmentId = String(
      await db.unit(marketplaceScope(town.store.id), (tx) => chargeLabel(tx, { ...cost, ...how })),
    );
    model.adjust(orderId, adjustmentId, { kind: 'label', vendor, amount });
    run.adjustments.push({ id: adjustmentId, orderId });
    labelsOf(run).push({ orderId, adjustmentId });
    lives.get(orderId)?.log.push(`label of ${vendor} for ${amount}`);
    count(run, 'labels charged');
  }
}

/** Carriers give the money of some labels back, now and then twice; what an admin undid before is not given back again. */
export async function voidSome(run: Run): Promise<void> {
  const { dice, model, town, lives } = run;
  const { db } = program().container.services;
  for (const label of labelsOf(run).filter(() => dice.chance(0.3))) {
    const { orderId, adjustmentId } = label;
    const at = program().clock.now();
    for (let times = dice.chance(0.3) ? 2 : 1; times > 0; times--) {
      await db.unit(marketplaceScope(town.store.id), (tx) =>
        reverseLabelCharge(tx, {
          ...{ orderId: BigInt(orderId), adjustmentId: BigInt(adjustmentId), note: NOTE, actor: BUYER, at },
        }),
      );
    }
    labelsOf(run).splice(labelsOf(run).indexOf(label), 1);
    const standing = run.adjustments.findIndex(({ id }) => id === adjustmentId);
    if (standing !== -1) {
      model.undo(orderId, adjustmentId);
      run.adjustments.splice(standing, 1);
    }
    lives.get(orderId)?.log.push(`label ${adjustmentId} voided`);
    count(run, standing === -1 ? 'labels voided after an admin undid them' : 'labels voided');
  }
}
