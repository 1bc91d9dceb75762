import type { Override } from '#tests/model/platform-order.ts';
import { adjustSome, undoSome } from './money-model-adjusting.ts';
import { count, fail, type Run } from './money-model-run.ts';
import { ask, decimalOf, letBear, minorOf } from './money-model-town.ts';

type Wire = { amount: string; currency: string };
type Act = (run: Run) => Promise<void>;

/** The vendors that have a part of an order, by the model's names. */
const partsOf = ({ model }: Run, id: string): string[] => [...model.parts(id).keys()].filter((vendor) => vendor !== '');

const overrideSome: Act = async (run) => {
  const { dice, model, town } = run;
  for (const [id] of run.said) {
    const vendors = partsOf(run, id);
    if (vendors.length === 0 || !dice.chance(0.1)) continue;
    const vendor = dice.pick(vendors);
    const override: Override = dice.chance(0.25)
      ? null
      : { percent: BigInt(dice.below(600_000)), flat: BigInt(dice.below(600)) };
    const body = {
      vendor,
      orderId: id,
      flat: override && decimalOf(town, override.flat),
      percentage: override && (Number(override.percent) / 10_000).toFixed(4),
    };
    type Outcome = { commission: Wire; payout: Wire; overpaid?: Wire };
    const shown = await ask<Outcome>(town, 'PUT', '/orders/commission', { ...body, preview: true });
    const saved = await ask<Outcome>(town, 'PUT', '/orders/commission', body);
    model.override(id, vendor, override);
    run.lives.get(id)?.log.push(`override ${vendor} ${JSON.stringify(body)}`);
    const { due, overpaid, paid, isPosted } = model.standing(id, vendor);
    const adjusted = model.adjusted(id, vendor);
    const part = model.parts(id).get(vendor);
    const expected = {
      commission: part?.commission ?? 0n,
      payout: isPosted ? due - overpaid + paid - adjusted : (part?.payout ?? 0n),
      overpaid,
    };
    for (const [when, outcome] of [['shown', shown] as const, ['saved', saved] as const]) {
      for (const [name, should] of Object.entries(expected)) {
        const wire = outcome[name as keyof Outcome];
        const is = wire ? minorOf(wire) : 0n;
        if (is !== should)
          fail(run, `override ${when}`, [
            `order ${id} ${vendor} ${name}: ${is} in the program, ${should} in the model`,
          ]);
      }
    }
    count(run, 'overrides');
  }
};

/** Shipping and goodwill of a refund become a vendor's, where the program knows the refund. */
const letVendorsBear: Act = async (run) => {
  const { dice, model, town, lives } = run;
  for (const [id, said] of run.said) {
    const life = lives.get(id);
    const vendors = partsOf(run, id);
    const open = said.refunds.flatMap((refund, at) => (refund.borneBy === undefined ? [at] : []));
    // What a vendor bears of an order that nobody paid, and how a refund's one tax is split between ours and the channel's for
    // one vendor alone, no rule says.
    const isPosted = vendors.some((vendor) => model.standing(id, vendor).isPosted);
    if (
      !life ||
      !isPosted ||
      life.channelTaxes.length > 0 ||
      open.length === 0 ||
      vendors.length === 0 ||
      !dice.chance(0.1)
    )
      continue;
    const at = dice.pick(open);
    const vendor = dice.pick(vendors);
    const refundId = life.order.refunds[at]?.id ?? 0;
    await letBear(town, id, String(refundId), vendor);
    life.borneBy.set(refundId, vendor);
    life.log.push(`${vendor} bears the refund ${refundId}`);
    const refunds = said.refunds.map((refund, index) => (index === at ? { ...refund, borneBy: vendor } : refund));
    run.said.set(id, { ...said, refunds });
    model.say(id, { ...said, refunds }, town.terms);
    count(run, 'refunds borne by vendors');
  }
};

type Allocation = {
  vendorId: string;
  amount: Wire;
  lines: { orderId: string; amount: Wire }[];
  blocked: object | null;
};
type Result = { vendor: string; status: 'paid' | 'refused'; amount: Wire; transactionId: string | null };

/** Pays some vendors by hand for some of their orders, whatever is due of these; compares what is shown and what is done. */
const payByHand: Act = async (run) => {
  const { dice, model, town, lives } = run;
  const chosen = new Map<string, string[]>();
  const paying = [...town.idOf.keys()].filter(() => dice.chance(0.25));
  for (const [id] of run.said) {
    for (const vendor of partsOf(run, id)) {
      if (paying.includes(vendor) && dice.chance(0.6)) chosen.set(vendor, [...(chosen.get(vendor) ?? []), id]);
    }
  }
  if (chosen.size === 0) return;
  const payoutLines = [...chosen].flatMap(([vendor, ids]) =>
    ids.map((orderId) => ({ orderName: lives.get(orderId)?.order.name ?? '', vendor, orderId })),
  );
  type Prepared = { allocations: Allocation[]; token: string };
  const { allocations, token } = await ask<Prepared>(town, 'POST', '/payment/v3/prepare', { payoutLines });
  for (const { vendorId, amount, lines, blocked } of allocations) {
    const vendor = town.nameOf.get(vendorId) ?? '';
    const expected = model.prepare(vendor, chosen.get(vendor) ?? []);
    const should = [...expected].map(([id, part]) => `${id} ${part}`).sort();
    const is = lines.map((line) => `${line.orderId} ${minorOf(line.amount)}`).sort();
    const sum = [...expected.values()].reduce((total, part) => total + part, 0n);
    const isRefused = sum <= 0n;
    if (is.join() !== should.join() || minorOf(amount) !== sum || (blocked !== null) !== isRefused)
      fail(run, 'prepared', [
        `${vendor}: ${is.join()} is ${minorOf(amount)} in the program, ${should.join()} in the model`,
      ]);
  }
  if (dice.chance(0.15)) return;
  const { results } = await ask<{ results: Result[] }>(town, 'POST', '/payment/v3/pay', {
    payoutLines,
    methods: [...chosen.keys()].map((vendor) => ({ vendor, method: 'manual' })),
    manual: { paidAt: '2026-03-02', details: `by hand, number ${run.payouts.length} of ${dice.below(1e9)}` },
    ...(dice.chance(0.5) ? { token } : {}),
  });
  for (const { vendor: name, amount, transactionId } of results) {
    const vendor = name.toLowerCase();
    const paid = model.pay(transactionId ?? '', vendor, 'manual', 'paid', chosen.get(vendor) ?? []);
    if ((transactionId === null) !== (paid === null) || (paid !== null && paid !== minorOf(amount)))
      fail(run, 'paid', [`${vendor}: ${minorOf(amount)} in the program, ${paid ?? 'refused'} in the model`]);
    count(run, paid === null ? 'payouts refused' : 'payouts by hand');
    if (transactionId !== null) run.payouts.push(transactionId);
  }
};

const deleteSome: Act = async (run) => {
  const { dice, model, town } = run;
  for (const transactionId of run.payouts.filter(() => dice.chance(0.08))) {
    await ask(town, 'DELETE', '/payment/manual', { transactionId });
    model.turn(transactionId, 'deleted');
    run.payouts.splice(run.payouts.indexOf(transactionId), 1);
    count(run, 'payouts deleted');
  }
};

/** What admins do between two things that happen at the platform. */
export const ADMIN_ACTS: Readonly<Record<string, Act>> = {
  overrideSome,
  letVendorsBear,
  adjustSome,
  undoSome,
  payByHand,
  deleteSome,
};

/**
 * What the model computes and the program cannot do yet. Each becomes an act above, with the model's call that is named.
 */
export const NOT_DRIVEN: Readonly<Record<string, string>> = {
  'payouts by a provider': "model.pay(id, vendor, 'stripe', 'processing', chosen), then model.turn(id, 'paid')",
  'payouts that fail, return, stay unclaimed or lose their answer': "model.turn(id, 'failed')",
  'quotes of our own carrier (M07)': 'Order.quotes',
  'discounts that a vendor made (M39)': 'Line.discounts with isVendorMade',
};
