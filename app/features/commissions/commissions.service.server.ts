import type { SqlTx } from '#app/server/db.server.ts';
import { readSettingsSection } from '#app/platform/settings/settings.service.server.ts';
import type { FinanceFlags } from '#app/features/commissions/finance-flags.ts';
import type { CommissionLine, CommissionLists } from './commission.ts';
import * as repo from './commissions.repo.server.ts';
import { financeConfigSection } from './finance-config.ts';

/** What an order recorded now is charged by: the flags, the default list and the vendors' own lists by vendor id. */
export type TermsInForce = {
  flags: FinanceFlags;
  defaultLines: CommissionLine[];
  vendorLines: Record<string, CommissionLine[]>;
};

export async function readTermsInForce(tx: SqlTx, vendorIds: readonly bigint[]): Promise<TermsInForce> {
  const lists = await repo.readCurrentLists(tx, vendorIds);
  const { value: flags } = await readSettingsSection(tx, financeConfigSection);
  const vendorLines: Record<string, CommissionLine[]> = {};
  for (const list of lists) if (list.vendorId !== null) vendorLines[String(list.vendorId)] = list.lines;
  return { flags, defaultLines: lists.find((list) => list.vendorId === null)?.lines ?? [], vendorLines };
}

/** The lists that apply to a sale of a vendor under some terms. */
export function listsFor(terms: Pick<TermsInForce, 'defaultLines' | 'vendorLines'>, vendorId: string): CommissionLists {
  const own = Object.hasOwn(terms.vendorLines, vendorId) ? terms.vendorLines[vendorId] : undefined;
  return { vendorLines: own ?? [], defaultLines: terms.defaultLines };
}

/** The vendors' own lists as they were at some moment, by vendor id; vendors without one then are missing. */
export type ListsAt = (moment: Date) => Record<string, CommissionLine[]>;

/** What the lists of these vendors were at any moment: they are kept in every version. */
export async function readListsOfThePast(tx: SqlTx, vendorIds: readonly bigint[]): Promise<ListsAt> {
  const versions = vendorIds.length > 0 ? await repo.readListHistory(tx, vendorIds) : [];
  return (moment) => {
    const lists: Record<string, CommissionLine[]> = {};
    for (const { vendorId, lines, createdAt } of versions) if (createdAt <= moment) lists[String(vendorId)] = lines;
    return lists;
  };
}
