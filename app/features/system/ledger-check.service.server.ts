import { z } from 'zod';
import type { StoreId } from '#app/core/ids.ts';
import { asCurrency, formatAmount } from '#app/core/money.ts';
import { marketplaceScope, type Actor } from '#app/core/viewer.ts';
import { findBalanceDifferences } from '#app/features/ledger/ledger.service.server.ts';
import { defineSlice, readSlice, saveSlice } from '#app/features/settings/settings.service.server.ts';
import { listVendors } from '#app/features/vendors/vendors.service.server.ts';
import type { Ctx, Services } from '#app/server/context.server.ts';
import type { SqlTx } from '#app/server/db.server.ts';
import { planDueWork } from '#app/server/due-work.server.ts';
import { isBalanced, type LedgerCheck } from './system.ts';
import { ledgerCheckWire } from './system.contract.ts';
import * as repo from './system.repo.server.ts';

/** The kind of due work that looks at the books once a day. */
export const LEDGER_CHECK = 'system.ledger-check';

const DAY_MS = 86_400_000;
const MOST_SHOWN = 50;
const SYSTEM: Actor = { kind: 'system', id: 'ledger-check', name: '', role: 'system' };

const checkSlice = defineSlice({
  name: 'ledger-check',
  schema: z.object({ last: ledgerCheckWire.nullable() }),
  defaults: { last: null },
});

/** What the last look at the books found; null before the first. */
export async function readLedgerCheck(tx: SqlTx): Promise<LedgerCheck | null> {
  return (await readSlice(tx, checkSlice)).value.last;
}

/** Compares balances with postings and orders with the ledger, and keeps what it found. Needs the marketplace's scope. */
export async function checkLedger(services: Pick<Services, 'clock' | 'log'>, tx: SqlTx): Promise<LedgerCheck> {
  const nameOf = new Map((await listVendors(tx)).map((vendor) => [vendor.id, vendor.name]));
  const text = (minor: bigint, currency: string) => formatAmount(minor, asCurrency(currency));
  const vendor = (id: bigint) => nameOf.get(id) ?? String(id);
  const differences = await findBalanceDifferences(tx);
  const orderDifferences = await repo.findOrderDifferences(tx, MOST_SHOWN);
  const now = services.clock.now();
  const check: LedgerCheck = {
    checkedAt: now.toISOString(),
    ...(await repo.countChecked(tx)),
    differences: differences.slice(0, MOST_SHOWN).map((one) => ({
      vendor: vendor(one.vendorId),
      currency: one.currency,
      kept: text(one.keptMinor, one.currency),
      summed: text(one.summedMinor, one.currency),
    })),
    orderDifferences: orderDifferences.map((one) => ({
      order: one.order,
      vendor: vendor(one.vendorId),
      currency: one.currency,
      shown: text(one.shownMinor, one.currency),
      posted: text(one.postedMinor, one.currency),
    })),
  };
  if (!isBalanced(check)) services.log.error({ store: String(tx.scope.storeId) }, 'ledger and orders do not agree');
  const { version } = await readSlice(tx, checkSlice);
  await saveSlice(tx, checkSlice, { value: { last: check }, over: version, at: now, actor: SYSTEM });
  return check;
}

/** The look at the books that an admin asked for. */
export function checkLedgerNow(ctx: Ctx): Promise<LedgerCheck> {
  return ctx.db.fast(marketplaceScope(ctx.viewer.store.id), (tx) => checkLedger(ctx, tx));
}

/** A look that became due; the next one is planned. */
export async function checkLedgerDue(services: Services, tx: SqlTx): Promise<void> {
  await checkLedger(services, tx);
  await planCheck(tx, services.clock.now());
}

/** The part of an installation that looks at the books for the first time and plans the daily look. */
export async function checkLedgerOnLoad(services: Services, storeId: StoreId): Promise<void> {
  await services.db.fast(marketplaceScope(storeId), (tx) => checkLedgerDue(services, tx));
}

async function planCheck(tx: SqlTx, now: Date): Promise<void> {
  const dueAt = new Date(now.getTime() + DAY_MS);
  await planDueWork(tx, { kind: LEDGER_CHECK, key: dueAt.toISOString().slice(0, 10), payload: {}, dueAt });
}
