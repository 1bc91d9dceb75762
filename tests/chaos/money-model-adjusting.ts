import { asCurrency } from '#app/core/money/money.ts';
import { marketplaceScope, type Actor } from '#app/core/viewer.ts';
import { bookLabelPrice, reverseLabelPrice } from '#app/features/adjustments/book-label-price.service.server.ts';
import { splitCharge } from '#app/features/labels/packages/package-states.ts';
import type { Adjustment } from '#tests/model/ledger-model.ts';
import { api, program } from '#tests/support/program.ts';
import { count, fail, type Run } from './money-model-run.ts';
import { ask, decimalOf, minorOf } from './money-model-world.ts';

type Dto = { amount: string; currency: string };
type Outcome = { adjustment: { id: string }; due: { before: Dto; after: Dto } | null };

const NOTE = 'As the dice have it, this time';

/** Something to adjust of an order that was paid: now and then more than there is. */
function draw({ dice, model }: Run, id: string, vendor: string): Adjustment {
  const { goodwill, chargeable } = model.room(id);
  const upTo = (most: bigint): bigint => (most > 0n ? BigInt(1 + dice.below(Number(most))) : 1n);
  const isTooMuch = dice.chance(0.1);
  switch (dice.pick(['correction', 'goodwill', 'goodwill', 'chargeback'] as const)) {
    case 'correction': {
      const amount = upTo(5_000n);
      return { kind: 'correction', vendor, amount: dice.chance(0.5) ? -amount : amount };
    }
    case 'goodwill':
      return { kind: 'goodwill', vendor, amount: isTooMuch ? goodwill + 1n : upTo(goodwill) };
    case 'chargeback': {
      const amount = isTooMuch ? chargeable + 1n : upTo(chargeable);
      if (dice.chance(0.4)) return { kind: 'chargeback', vendor: '', amount, borne: 0n };
      return { kind: 'chargeback', vendor, amount, borne: dice.chance(0.4) ? amount : upTo(amount) };
    }
  }
}

/** Adjusts some orders, whether or not it is possible; compares what is shown, answered and refused. */
export async function adjustSome(run: Run): Promise<void> {
  const { dice, model, world, scenarios } = run;
  for (const [id] of run.said) {
    const vendors = [...model.parts(id).keys()].filter((vendor) => vendor !== '');
    if (vendors.length === 0 || !dice.chance(0.25)) continue;
    const vendor = dice.pick(vendors);
    const { isPosted } = model.standing(id, vendor);
    if (!isPosted && dice.chance(0.8)) continue;
    const input: Adjustment = isPosted ? draw(run, id, vendor) : { kind: 'correction', vendor, amount: 1n };
    const room = model.room(id);
    const isPossible =
      isPosted &&
      (input.kind === 'correction' || input.amount <= (input.kind === 'goodwill' ? room.goodwill : room.chargeable));
    const differences = await compareRoom(run, id);
    const body = {
      kind: input.kind,
      vendor: input.vendor || null,
      amount: decimalOf(world, input.amount),
      borne: input.kind === 'chargeback' && input.vendor !== '' ? decimalOf(world, input.borne) : null,
      note: NOTE,
    };
    scenarios.get(id)?.log.push(`adjust ${JSON.stringify(body)}`);
    const answer = await api(world.admin).post(`/orders/${id}/adjustments`, body);
    if (answer.status !== (isPossible ? 201 : 409))
      differences.push(`order ${id}: ${JSON.stringify(answer.body)} for ${JSON.stringify(body)}`);
    if (answer.status === 201) {
      const { adjustment, due } = answer.as<Outcome>();
      model.adjust(id, adjustment.id, input);
      run.adjustments.push({ id: adjustment.id, orderId: id });
      differences.push(...compareDue(run, id, input.vendor, due));
    }
    fail(run, 'adjusted', differences);
    count(run, isPossible ? `adjustments: ${input.kind}` : 'adjustments refused');
  }
}

/** Undoes some adjustments that stand. */
export async function undoSome(run: Run): Promise<void> {
  const { dice, model, world, scenarios } = run;
  for (const one of run.adjustments.filter(() => dice.chance(0.2))) {
    const { id, orderId } = one;
    const path = `/orders/${orderId}/adjustments/${id}/undo`;
    const { due } = await ask<Outcome>(world, 'POST', path, { note: NOTE });
    scenarios.get(orderId)?.log.push(`undo ${id}`);
    const vendor = model.undo(orderId, id);
    run.adjustments.splice(run.adjustments.indexOf(one), 1);
    fail(run, 'undone', compareDue(run, orderId, vendor, due));
    count(run, 'adjustments undone');
  }
}

function compareDue({ model }: Run, id: string, vendor: string, shown: Outcome['due']): string[] {
  if (vendor === '') return shown === null ? [] : [`order ${id}: a due of nobody is told`];
  const { due, overpaid } = model.standing(id, vendor);
  const is = shown && minorOf(shown.after);
  return is === due - overpaid
    ? []
    : [`order ${id} ${vendor} due: ${is} in the program, ${due - overpaid} in the model`];
}

/** What can still be adjusted, as the list of adjustments says it. */
async function compareRoom({ world, model }: Run, id: string): Promise<string[]> {
  const shown = await ask<Record<'goodwill' | 'chargeable', Dto>>(world, 'GET', `/orders/${id}/adjustments`);
  const room = model.room(id);
  const names = model.balances(id).length > 0 ? (['goodwill', 'chargeable'] as const) : [];
  return names.flatMap((name) =>
    minorOf(shown[name]) === room[name]
      ? []
      : [`order ${id} ${name}: ${minorOf(shown[name])} in the program, ${room[name]} in the model`],
  );
}

const BUYER: Actor = { kind: 'system', id: 'carrier', name: 'The dice', role: 'system' };
const LABEL_NOTE = 'PostNL, Standard';

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
  const { dice, model, world, scenarios } = run;
  for (const [orderId] of run.said) {
    const vendors = [...model.parts(orderId).keys()].filter((vendor) => vendor !== '');
    if (vendors.length === 0 || !dice.chance(0.2)) continue;
    const vendor = dice.pick(vendors);
    if (!model.standing(orderId, vendor).isPosted) continue;
    const amount = BigInt(1 + dice.below(3_000));
    const cost = { orderId: BigInt(orderId), vendorId: BigInt(world.idOf.get(vendor) ?? 0) };
    const how = { currency: asCurrency(run.plan.currency), note: LABEL_NOTE, actor: BUYER, at: program().clock.now() };
    const { db } = program().container.services;
    // A label for several packages is a charge for each, and each is voided by itself.
    const shares = splitCharge(amount, dice.chance(0.3) ? 3 : 1).filter((share) => share > 0n);
    for (const share of shares) {
      const adjustmentId = String(
        await db.unit(marketplaceScope(world.store.id), (tx) =>
          bookLabelPrice(tx, { ...cost, ...how, amountMinor: share }),
        ),
      );
      model.adjust(orderId, adjustmentId, { kind: 'label', vendor, amount: share });
      run.adjustments.push({ id: adjustmentId, orderId });
      labelsOf(run).push({ orderId, adjustmentId });
    }
    if (shares.length > 1) count(run, 'labels of several packages charged');
    scenarios.get(orderId)?.log.push(`label of ${vendor} for ${amount}`);
    count(run, 'labels charged');
  }
}

/** Carriers give the money of some labels back, now and then twice; what an admin undid before is not given back again. */
export async function voidSome(run: Run): Promise<void> {
  const { dice, model, world, scenarios } = run;
  const { db } = program().container.services;
  for (const label of labelsOf(run).filter(() => dice.chance(0.3))) {
    const { orderId, adjustmentId } = label;
    const at = program().clock.now();
    for (let times = dice.chance(0.3) ? 2 : 1; times > 0; times--) {
      await db.unit(marketplaceScope(world.store.id), (tx) =>
        reverseLabelPrice(tx, {
          orderId: BigInt(orderId),
          adjustmentId: BigInt(adjustmentId),
          note: LABEL_NOTE,
          actor: BUYER,
          at,
        }),
      );
    }
    labelsOf(run).splice(labelsOf(run).indexOf(label), 1);
    const index = run.adjustments.findIndex(({ id }) => id === adjustmentId);
    if (index !== -1) {
      model.undo(orderId, adjustmentId);
      run.adjustments.splice(index, 1);
    }
    scenarios.get(orderId)?.log.push(`label ${adjustmentId} voided`);
    count(run, index === -1 ? 'labels voided after an admin undid them' : 'labels voided');
  }
}
