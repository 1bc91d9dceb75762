import type { LedgerModel } from '#tests/model/ledger-model.ts';
import { select, Sums, tellDifferences } from './money-model-sums.ts';
import type { MoneyWorld } from './money-model-world.ts';

type Row = { id: bigint; vendor_id: bigint; method: string; state: string; amount: bigint; is_deleted: boolean };
type LineRow = { payout_id: bigint; order_id: bigint; amount: bigint; back: bigint };

/** Every payout: whose it is, how it goes, how it stands, its amount, what of each order is in it and what of that came back in parts. */
export async function comparePayouts(world: MoneyWorld, model: LedgerModel): Promise<string[]> {
  const [ours, expected] = [new Sums(), new Sums()];
  const rows = await select<Row>(
    `SELECT id, vendor_id, method, state, amount_minor AS amount, deleted_at IS NOT NULL AS is_deleted
     FROM payouts WHERE store_id = $1`,
    world.store.id,
  );
  for (const { id, vendor_id: vendorId, method, state, amount, is_deleted: isDeleted } of rows) {
    const vendor = world.nameOf.get(String(vendorId)) ?? '';
    ours.add(`${id} of ${vendor} by ${method} ${isDeleted ? 'deleted' : state}`, amount);
  }
  const lines = await select<LineRow>(
    'SELECT payout_id, order_id, amount_minor AS amount, reversed_minor AS back FROM payout_lines WHERE store_id = $1',
    world.store.id,
  );
  for (const { payout_id: id, order_id: order, amount, back } of lines) {
    ours.add(`${id} for order ${order}`, amount);
    ours.add(`${id} back of order ${order}`, back);
  }
  for (const [id, { vendor, method, state, amounts, back }] of model.payouts) {
    expected.add(
      `${id} of ${vendor} by ${method} ${state}`,
      [...amounts.values()].reduce((sum, amount) => sum + amount, 0n),
    );
    for (const [order, amount] of amounts) expected.add(`${id} for order ${order}`, amount);
    for (const [order, amount] of back) expected.add(`${id} back of order ${order}`, amount);
  }
  return tellDifferences('payout', ours, expected);
}
