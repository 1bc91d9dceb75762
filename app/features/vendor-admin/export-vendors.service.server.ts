import { storeTime } from '#app/core/calendar.ts';
import { asCurrency, money, toDto } from '#app/core/money/money.ts';
import { marketplaceScope } from '#app/core/viewer.ts';
import { sumPaidByVendor } from '#app/features/payouts/paid.service.server.ts';
import { readFormSettings } from '#app/features/vendor-profiles/application-form/application-form.service.server.ts';
import { listAllVendorFields, type StoredAnswer } from '#app/platform/vendors/vendors.service.server.ts';
import type { Ctx } from '#app/server/context.server.ts';
import { streamCsv } from '#app/server/csv.server.ts';
import type { VendorListQuery } from './vendor-admin.contract.ts';
import { filterVendorList, sortVendorList, type VendorListEntry } from './vendor-list.ts';
import { readEntries } from './vendor-admin.service.server.ts';

const ROWS_AT_ONCE = 200;

/** The columns of the export, which programs read: their names stay English in every language. */
const COLUMNS = [
  'vendor',
  'handle',
  'created_at',
  'account',
  'email',
  'people',
  'signed_in',
  'orders',
  'unfulfilled_orders',
  'products',
  'active_products',
  'draft_products',
  'unpaid',
  'paid',
  'auto_approve',
  'managed_by_marketplace',
  'deleted',
] as const;

/**
 * The vendors that a filter finds as CSV: every column of the list, what was paid, and the answers to all fields. It is made
 * row by row while it is read. A text that a spreadsheet would take for a formula is written so that it stays a text.
 */
export async function exportVendors(
  ctx: Ctx,
  query: Pick<VendorListQuery, 'view' | 'q' | 'sort' | 'having'> & { reverse?: boolean },
): Promise<ReadableStream<Uint8Array>> {
  const { entries, paid, fields, answers } = await ctx.db.fast(marketplaceScope(ctx.viewer.store.id), async (tx) => ({
    entries: sortVendorList(filterVendorList(await readEntries(tx), query), query.sort, query.reverse),
    paid: await sumPaidByVendor(tx),
    fields: (await readFormSettings(tx)).fields,
    answers: await listAllVendorFields(tx),
  }));
  const head = [...COLUMNS, ...fields.map((field) => field.name)];
  const rowOf = (entry: VendorListEntry): string[] => {
    const given = new Map((answers.get(entry.id) ?? []).map((answer) => [answer.key, answer.value]));
    return [
      ...ownCells(entry, paid.get(entry.id) ?? [], ctx.viewer.store.timezone),
      ...fields.map((field) => formatText(given.get(field.key))),
    ];
  };
  let at = 0;
  return streamCsv(head, () => {
    if (at >= entries.length) return Promise.resolve(undefined);
    return Promise.resolve(entries.slice(at, (at += ROWS_AT_ONCE)).map(rowOf));
  });
}

function ownCells(
  entry: VendorListEntry,
  paid: readonly { paidMinor: bigint; currency: string }[],
  timezone: string,
): string[] {
  const { account } = entry;
  return [
    entry.name,
    entry.handle,
    storeTime(entry.createdAt, timezone),
    yes(account !== undefined),
    account?.email ?? '',
    String(account?.people ?? 0),
    yes(account?.signedIn ?? false),
    String(entry.orders),
    String(entry.unfulfilled),
    String(entry.products),
    String(entry.activeProducts),
    String(entry.draftProducts),
    amounts(entry.unpaid),
    amounts(paid.map(({ paidMinor, currency }) => ({ amountMinor: paidMinor, currency }))),
    entry.autoApprove === null ? '' : yes(entry.autoApprove),
    yes(entry.managed),
    yes(entry.deleted),
  ];
}

const yes = (value: boolean): string => (value ? 'true' : 'false');

function amounts(list: readonly { amountMinor: bigint; currency: string }[]): string {
  return list
    .map(({ amountMinor, currency }) => toDto(money(amountMinor, asCurrency(currency))))
    .map(({ amount, currency }) => `${amount} ${currency}`)
    .join('; ');
}

function formatText(value: StoredAnswer['value'] | undefined): string {
  if (value === undefined) return '';
  return Array.isArray(value) ? value.join(', ') : String(value);
}
