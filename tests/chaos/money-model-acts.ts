import type { Override } from '#tests/model/platform-order.ts';
import { adjustSome, labelSome, undoSome, voidSome } from './money-model-adjusting.ts';
import { count, fail, type Run } from './money-model-run.ts';
import { carrySome } from './money-model-carrying.ts';
import { deleteSome, payOut } from './money-model-paying.ts';
import { ask, decimalOf, letBear, minorOf } from './money-model-world.ts';

type Dto = { amount: string; currency: string };
type Act = (run: Run) => Promise<void>;

/** The vendors that have a part of an order, by the model's names. */
const partsOf = ({ model }: Run, id: string): string[] => [...model.parts(id).keys()].filter((vendor) => vendor !== '');

const overrideSome: Act = async (run) => {
  const { dice, model, world } = run;
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
      flat: override && decimalOf(world, override.flat),
      percentage: override && (Number(override.percent) / 10_000).toFixed(4),
    };
    type Outcome = { commission: Dto; payout: Dto; overpaid?: Dto };
    const shown = await ask<Outcome>(world, 'PUT', '/orders/commission', { ...body, preview: true });
    const saved = await ask<Outcome>(world, 'PUT', '/orders/commission', body);
    model.override(id, vendor, override);
    run.scenarios.get(id)?.log.push(`override ${vendor} ${JSON.stringify(body)}`);
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
  const { dice, model, world, scenarios } = run;
  for (const [id, said] of run.said) {
    const scenario = scenarios.get(id);
    const vendors = partsOf(run, id);
    const open = said.refunds.flatMap((refund, at) => (refund.liableVendor === undefined ? [at] : []));
    // What a vendor bears of an order that nobody paid, and how a refund's one tax is split between ours and the channel's for
    // one vendor alone, no rule says.
    const isPosted = vendors.some((vendor) => model.standing(id, vendor).isPosted);
    if (
      !scenario ||
      !isPosted ||
      scenario.channelTaxes.length > 0 ||
      open.length === 0 ||
      vendors.length === 0 ||
      !dice.chance(0.1)
    )
      continue;
    const at = dice.pick(open);
    const vendor = dice.pick(vendors);
    const refundId = scenario.order.refunds[at]?.id ?? 0;
    await letBear(world, id, String(refundId), vendor);
    scenario.liableVendor.set(refundId, vendor);
    scenario.log.push(`${vendor} bears the refund ${refundId}`);
    const refunds = said.refunds.map((refund, index) => (index === at ? { ...refund, liableVendor: vendor } : refund));
    run.said.set(id, { ...said, refunds });
    model.say(id, { ...said, refunds }, world.terms);
    count(run, 'refunds borne by vendors');
  }
};

/** What admins, workers and providers do between two things that happen at the platform. */
export const ADMIN_ACTS: Readonly<Record<string, Act>> = {
  overrideSome,
  letVendorsBear,
  adjustSome,
  undoSome,
  labelSome,
  voidSome,
  payOut,
  deleteSome,
  carrySome,
};

/**
 * What the model computes and no act drives yet: random orders of the property test alone do (split-order.property.test.ts).
 * Each becomes an act above, with the model's call that is named.
 */
export const NOT_DRIVEN: Readonly<Record<string, string>> = {
  'quotes of our own carrier (M07)': 'Order.quotes',
};
