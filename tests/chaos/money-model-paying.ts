import { isDeepStrictEqual } from 'node:util';
import { NOT_BY_PAYPAL, type Provider } from './money-model-providers.ts';
import { count, fail, type Run } from './money-model-run.ts';
import { ask, minorOf } from './money-model-world.ts';
import { program } from '#tests/support/program.ts';

type Dto = { amount: string; currency: string };
type Method = Provider | 'manual';
type Allocation = {
  vendorId: string;
  amount: Dto;
  lines: { orderId: string; amount: Dto }[];
  blocked: object | null;
  methods: { method: string; usable: boolean }[];
};
type Result = {
  vendor: string;
  status: 'paid' | 'processing' | 'refused';
  amount: Dto;
  transactionId: string | null;
};
type Chosen = ReadonlyMap<string, string[]>;

/** Some vendors, and of each some of its orders, whatever is due of these. */
function choose({ dice, model, world, said }: Run): Chosen {
  const chosen = new Map<string, string[]>();
  const paying = [...world.idOf.keys()].filter(() => dice.chance(0.5));
  for (const [id] of said) {
    for (const vendor of model.parts(id).keys()) {
      if (paying.includes(vendor) && dice.chance(0.6)) chosen.set(vendor, [...(chosen.get(vendor) ?? []), id]);
    }
  }
  return chosen;
}

/** What is shown before it is paid: lines, amounts, and which way each vendor can be paid. */
function comparePrepared(
  { model, world, providers }: Run,
  chosen: Chosen,
  allocations: readonly Allocation[],
): string[] {
  return allocations.flatMap(({ vendorId, amount, lines, blocked, methods }) => {
    const vendor = world.nameOf.get(vendorId) ?? '';
    const expected = model.prepare(vendor, chosen.get(vendor) ?? []);
    const should = [...expected].map(([id, part]) => `${id} ${part}`).sort();
    const is = lines.map((line) => `${line.orderId} ${minorOf(line.amount)}`).sort();
    const sum = [...expected.values()].reduce((total, part) => total + part, 0n);
    const usable = methods.flatMap((one) => (one.usable ? [one.method] : []));
    const provider = providers.providerOf.get(vendor);
    const choices = ['manual', ...(provider && canPay(world.store.currency, provider) ? [provider] : [])];
    const isAlike =
      is.join() === should.join() &&
      minorOf(amount) === sum &&
      (blocked !== null) === sum <= 0n &&
      usable.sort().join() === choices.sort().join();
    return isAlike
      ? []
      : [
          `${vendor}: ${is.join()} is ${minorOf(amount)} by ${usable.join()} in the program, ${should.join()} by ${choices.join()} in the model`,
        ];
  });
}

const canPay = (currency: string, method: Method): boolean => method !== 'paypal' || !NOT_BY_PAYPAL.has(currency);

/** Pays some vendors, each by hand or by its provider, all in one call; compares what is shown and what is done. */
export async function payOut(run: Run): Promise<void> {
  const { dice, world, scenarios, providers } = run;
  const chosen = choose(run);
  if (chosen.size === 0) return;
  const payoutLines = [...chosen].flatMap(([vendor, ids]) =>
    ids.map((orderId) => ({ orderName: scenarios.get(orderId)?.order.name ?? '', vendor, orderId })),
  );
  type Prepared = { allocations: Allocation[]; token: string };
  const { allocations, token } = await ask<Prepared>(world, 'POST', '/payment/v3/prepare', { payoutLines });
  fail(run, 'prepared', comparePrepared(run, chosen, allocations));
  if (dice.chance(0.1)) return;
  const methodOf = new Map<string, Method>();
  for (const vendor of chosen.keys())
    methodOf.set(vendor, dice.chance(0.2) ? 'manual' : (providers.providerOf.get(vendor) ?? 'manual'));
  const body = {
    payoutLines,
    methods: [...methodOf].map(([vendor, method]) => ({ vendor, method })),
    manual: { paidAt: '2026-03-02', details: `number ${run.payouts.size} of ${dice.below(1e9)}` },
    ...(dice.chance(0.5) ? { token } : {}),
  };
  const paid = await ask<{ results: Result[] }>(world, 'POST', '/payment/v3/pay', body);
  for (const result of paid.results) book(run, result, methodOf, chosen);
  if (!dice.chance(0.15) || paid.results.every(({ transactionId }) => transactionId === null)) return;
  // The same call again is answered what it was answered, and pays nothing (M60).
  const again = await ask<object>(world, 'POST', '/payment/v3/pay', body);
  if (!isDeepStrictEqual(again, paid))
    fail(run, 'paid again', [`${JSON.stringify(again)} in the place of ${JSON.stringify(paid)}`]);
  count(run, 'calls repeated');
}

/** One vendor's payout in the model, and whether the program made the same. */
function book(run: Run, result: Result, methodOf: ReadonlyMap<string, Method>, chosen: Chosen): void {
  const { model, world, scenarios } = run;
  const { amount, transactionId: id, status } = result;
  const vendor = result.vendor.toLowerCase();
  const method = methodOf.get(vendor) ?? 'manual';
  const isPayable = canPay(world.store.currency, method);
  const ids = chosen.get(vendor) ?? [];
  const state = method === 'manual' ? 'paid' : 'processing';
  const paid = isPayable ? model.pay(id ?? '', vendor, method, state, ids) : null;
  if ((id === null) !== (paid === null) || (paid !== null && (paid !== minorOf(amount) || status !== state)))
    fail(run, 'paid', [
      `${vendor}: ${status} ${minorOf(amount)} by ${method} in the program, ${paid ?? 'refused'} in the model`,
    ]);
  count(
    run,
    paid !== null ? `payouts by ${method}` : isPayable ? 'payouts refused' : 'payouts in no currency of PayPal',
  );
  if (id === null || paid === null) return;
  for (const [order, part] of model.payouts.get(id)?.amounts ?? [])
    scenarios.get(order)?.log.push(`payout ${id} of ${vendor} by ${method}: ${part}`);
  const payout = { id, vendor, method, askedAt: program().clock.now(), sentAt: null, isFound: false, isUntold: false };
  run.payouts.set(id, payout);
}

/** Deletes some payouts by hand. */
export async function deleteSome(run: Run): Promise<void> {
  const { dice, model, world } = run;
  for (const { id, method } of run.payouts.values()) {
    if (method !== 'manual' || model.payouts.get(id)?.state !== 'paid' || !dice.chance(0.08)) continue;
    await ask(world, 'DELETE', '/payment/manual', { transactionId: id });
    model.turn(id, 'deleted');
    count(run, 'payouts deleted');
  }
}
