import { nameOfAccount } from '#tests/model/account-names.ts';
import type { LedgerModel } from '#tests/model/ledger-model.ts';
import { comparePayouts } from './money-model-payouts.ts';
import { select, Sums, tellDifferences } from './money-model-sums.ts';
import { ask, minorOf, type MoneyWorld } from './money-model-world.ts';

/** Accounts of the whole order: the program also says which vendor's part of them it is, the rules do not. */
const WHOLE = ['chargebacks', 'adjustments'];

type PostingRow = { order_id: bigint; vendor_id: bigint | null; account: string; amount: bigint };

/** Every account of every order, and every vendor's balance row. */
async function compareAccounts(world: MoneyWorld, model: LedgerModel, orderIds: readonly string[]): Promise<string[]> {
  const vendorOf = (id: bigint | null) => (id === null ? '' : (world.nameOf.get(String(id)) ?? String(id)));
  const [ours, expected, balances, payables] = [new Sums(), new Sums(), new Sums(), new Sums()];
  const rows = await select<PostingRow>(
    `SELECT order_id, vendor_id, account, sum(amount_minor)::bigint AS amount FROM ledger_postings
     WHERE store_id = $1 GROUP BY 1, 2, 3`,
    world.store.id,
  );
  for (const { order_id: id, vendor_id: vendorId, account, amount } of rows) {
    ours.add(`${id} ${account} ${WHOLE.includes(account) ? '' : vendorOf(vendorId)}`, amount);
  }
  for (const id of orderIds) {
    for (const { account, vendor, amount } of model.balances(id)) {
      const name = nameOfAccount(account);
      expected.add(`${id} ${name} ${WHOLE.includes(name) ? '' : vendor}`, amount);
      if (account === 'payable') payables.add(vendor, amount);
    }
  }
  const kept = await select<{ vendor_id: bigint; payable: bigint }>(
    'SELECT vendor_id, payable_minor AS payable FROM vendor_balances WHERE store_id = $1',
    world.store.id,
  );
  for (const row of kept) balances.add(vendorOf(row.vendor_id), row.payable);
  return [...tellDifferences('order', ours, expected), ...tellDifferences('balance of', balances, payables)];
}

/** Transactions that are not balanced or of another currency, and vendor orders whose own postings do not sum to zero. */
async function findUnbalanced(world: MoneyWorld): Promise<string[]> {
  const transactions = await select<{ reference: string }>(
    `SELECT t.reference FROM ledger_transactions t JOIN ledger_postings p ON p.transaction_id = t.id JOIN stores s ON s.id = t.store_id
     WHERE t.store_id = $1 GROUP BY t.id, t.reference, s.currency
     HAVING sum(p.amount_minor) <> 0 OR bool_or(p.currency <> s.currency OR t.currency <> s.currency)`,
    world.store.id,
  );
  const parts = await select<{ order_id: bigint }>(
    `SELECT p.order_id FROM ledger_postings p WHERE p.store_id = $1 AND p.vendor_id IS NOT NULL
     GROUP BY p.order_id, p.vendor_id HAVING sum(p.amount_minor) <> 0`,
    world.store.id,
  );
  return [
    ...transactions.map(({ reference }) => `transaction ${reference} is not balanced`),
    ...parts.map(({ order_id: id }) => `order ${id}: a vendor's postings do not sum to zero`),
  ];
}

type PartRow = Record<'order_id' | 'vendor_id' | 'goods' | 'discount' | 'shipping' | 'tax' | 'total', bigint> &
  Record<'commission' | 'payout' | 'posted' | 'adjusted' | 'paid_out', bigint> & { payout_state: string };

/** The figures of every vendor order that lists and screens show. */
async function compareFigures(world: MoneyWorld, model: LedgerModel, orderIds: readonly string[]): Promise<string[]> {
  const rows = await select<PartRow>(
    `SELECT order_id, vendor_id, goods_minor AS goods, discount_minor AS discount, shipping_minor AS shipping, tax_minor AS tax, total_minor AS total,
       commission_minor AS commission, payout_minor AS payout, posted_minor AS posted, adjusted_minor AS adjusted, paid_out_minor AS paid_out, payout_state
     FROM vendor_orders WHERE store_id = $1`,
    world.store.id,
  );
  const [ours, expected] = [new Sums(), new Sums()];
  const states: string[] = [];
  for (const { order_id: id, vendor_id: vendorId, payout_state: state, ...figures } of rows) {
    const key = `${id} ${world.nameOf.get(String(vendorId)) ?? ''}`;
    for (const [name, amount] of Object.entries(figures)) ours.add(`${key} ${name}`, amount);
    states.push(`${key} ${state}`);
  }
  for (const id of orderIds) {
    for (const [vendor, part] of model.parts(id)) {
      if (vendor === '') continue;
      const { due, overpaid, paid, isPosted } = model.standing(id, vendor);
      const posted = due - overpaid + paid;
      const state = isPosted ? (due > 0n ? 'due' : overpaid > 0n ? 'overpaid' : paid > 0n ? 'paid' : 'none') : 'unpaid';
      const { list: goods, discount, shipping, tax, buyerPaid, commission } = part;
      const adjusted = model.adjusted(id, vendor);
      const payout = isPosted ? posted - adjusted : part.payout;
      const figures = {
        goods,
        discount,
        shipping,
        tax,
        total: buyerPaid,
        commission,
        payout,
        posted,
        adjusted,
        paid_out: paid,
      };
      for (const [name, amount] of Object.entries(figures)) expected.add(`${id} ${vendor} ${name}`, amount);
      const at = states.indexOf(`${id} ${vendor} ${state}`);
      if (at < 0) expected.add(`${id} ${vendor} is ${state}`, 1n);
    }
  }
  return tellDifferences('figure of', ours, expected);
}

/** Everything that differs between the program's books and the model's; empty is how it must be. */
export async function compareBooks(
  world: MoneyWorld,
  model: LedgerModel,
  orderIds: readonly string[],
): Promise<string[]> {
  return [
    ...(await compareAccounts(world, model, orderIds)),
    ...(await findUnbalanced(world)),
    ...(await compareFigures(world, model, orderIds)),
    ...(await comparePayouts(world, model)),
  ];
}

type Dto = { amount: string; currency: string };
type Entry = { kind: string; postings: { account: string; amount: Dto }[]; sum: Dto };
type Money = Record<
  'total' | 'goods' | 'discount' | 'shipping' | 'tax' | 'netGoods' | 'commission' | 'shippingPassedOn' | 'taxPassedOn',
  Dto
> &
  Record<'discountCharged' | 'goodwill' | 'earnings' | 'adjusted' | 'owed' | 'paidOut' | 'due', Dto> & {
    explain: { key: string; lineId: string | null; amount: Dto }[];
    entries: Entry[];
  };
type Detail = {
  order: { marketplace: { paid: Dto; vendors: Dto; own: Dto; parts: { amount: Dto }[] } };
  adminOrders: { vendor: { id: string }; money: Money }[];
};

const EARNINGS = ['net_goods', 'commission', 'shipping_in_payout', 'tax_in_payout', 'discount_charged', 'goodwill'];
const OF_PAYOUTS = ['stripe', 'paypal', 'manual'].flatMap((method) => [`in_transit:${method}`, `paid_out:${method}`]);
const SHARE = ['shipping_kept', 'tax_kept', 'discount_borne'];

/** What an order's own page says and explains, against the model and against the entries that it shows. */
export async function compareExplanation(world: MoneyWorld, model: LedgerModel, orderId: string): Promise<string[]> {
  const { order, adminOrders } = await ask<Detail>(world, 'GET', `/orders/${orderId}`);
  const [shown, expected] = [new Sums(), new Sums()];
  const say = (what: string, is: bigint, should: bigint) => {
    shown.add(what, is);
    expected.add(what, should);
  };
  const isPosted = model.balances(orderId).length > 0;
  for (const { vendor, money } of adminOrders) {
    const name = world.nameOf.get(vendor.id) ?? vendor.id;
    const part = model.parts(orderId).get(name);
    if (!part) return [`order ${orderId} shows a part of ${name}`];
    const { due, overpaid, paid } = model.standing(orderId, name);
    const adjusted = model.adjusted(orderId, name);
    const earned = isPosted ? due - overpaid + paid - adjusted : part.payout;
    const explained = (keys: readonly string[]) =>
      sum(money.explain.filter(({ key, lineId }) => lineId === null && keys.includes(key)).map(({ amount }) => amount));
    const posted = (...accounts: string[]) =>
      sum(
        money.entries
          .flatMap(({ postings }) => postings.filter((one) => accounts.includes(one.account)))
          .map(({ amount }) => amount),
      );
    say(`${name} goods`, minorOf(money.goods), part.list);
    say(`${name} discount`, minorOf(money.discount), -part.discount);
    say(`${name} shipping`, minorOf(money.shipping), part.shipping);
    say(`${name} tax`, minorOf(money.tax), part.tax);
    say(`${name} total`, minorOf(money.total), part.buyerPaid);
    say(`${name} commission`, minorOf(money.commission), -part.commission);
    say(`${name} earnings`, minorOf(money.earnings), earned);
    say(`${name} adjusted`, minorOf(money.adjusted), adjusted);
    say(`${name} explained adjustments`, explained(['adjustment']), adjusted);
    say(`${name} owed`, minorOf(money.owed), earned + adjusted);
    say(`${name} due`, minorOf(money.due), due - overpaid);
    say(`${name} paid out`, minorOf(money.paidOut), paid);
    say(`${name} explained earnings`, explained(EARNINGS), earned);
    say(
      `${name} explained share`,
      explained(SHARE) - explained(['commission', 'goodwill']),
      explained(['marketplace']),
    );
    say(`${name} commission by line`, explainedLines(money) + explained(['override_flat']), part.commission);
    say(`${name} entries in all`, sum(money.entries.map((entry) => entry.sum)), 0n);
    if (!isPosted) continue;
    say(`${name} posted total`, -posted('buyer_receipts'), part.buyerPaid);
    say(`${name} posted commission`, posted('commission'), part.commission);
    say(`${name} posted payable`, posted('vendor_payable'), due - overpaid);
    say(`${name} posted payouts`, posted(...OF_PAYOUTS), paid);
    say(`${name} posted shipping`, posted('shipping_kept'), part.shippingKept);
    say(`${name} posted tax`, posted('tax_kept'), part.taxKept);
    say(`${name} posted discount`, -posted('discount_borne'), part.discountShare);
  }
  const { paid, own, vendors, parts } = order.marketplace;
  say('what is no vendor’s', minorOf(own), sum(parts.map(({ amount }) => amount)));
  say('vendors and marketplace', minorOf(paid), minorOf(vendors) + minorOf(own));
  return tellDifferences(`page of ${orderId}:`, shown, expected);
}

const sum = (amounts: readonly Dto[]): bigint => amounts.reduce((total, amount) => total + minorOf(amount), 0n);
const explainedLines = ({ explain }: Money): bigint =>
  sum(explain.filter(({ key }) => key === 'commission_line').map(({ amount }) => amount));
