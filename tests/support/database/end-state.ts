import type { PrismaClient } from '@prisma/client';

/** Everything that business means by the state of a store, in an order that does not depend on how it came about. */
const TABLES: Record<string, string> = {
  orders: `SELECT id, name, currency, financial_status, total_minor, facts::text, terms::text, decisions::text, historical, ordered_at, paid_at, cancelled_at, platform_updated_at
           FROM orders ORDER BY id`,
  lines: `SELECT l.id, l.order_id, v.key AS vendor, position, sku, title, quantity, current_quantity, fulfilled_quantity, unit_price_minor, gift_card
          FROM order_lines l LEFT JOIN vendors v ON v.id = l.vendor_id ORDER BY l.id`,
  buyers: `SELECT order_id, customer_id, email, phone, b.name, shipping_address::text, billing_address::text, note, redacted FROM order_buyers b ORDER BY order_id`,
  vendorOrders: `SELECT o.order_id, v.key AS vendor, o.name, o.financial_status, fulfillment, payout_state, item_count, goods_minor, discount_minor, shipping_minor, tax_minor,
                   total_minor, commission_minor, payout_minor, posted_minor, adjusted_minor, paid_out_minor, override_percent, override_flat_minor, on_hold_reason, historical, search_text,
                   fulfilled_at, cancelled_at
                 FROM vendor_orders o JOIN vendors v ON v.id = o.vendor_id ORDER BY o.order_id, v.key`,
  fulfillments: `SELECT f.id, f.order_id, v.key AS vendor, f.status, carrier, tracking, url, lines::text FROM fulfillments f JOIN vendors v ON v.id = f.vendor_id ORDER BY f.id, v.key`,
  returns: `SELECT r.id, r.order_id, v.key AS vendor, r.status, r.name, decline_reason, decline_note, r.lines::text FROM order_returns r
            LEFT JOIN vendors v ON v.id = r.vendor_id ORDER BY r.id, r.owner_id`,
  ledger: `SELECT p.order_id, v.key AS vendor, p.account, p.currency, sum(p.amount_minor)::bigint AS amount
           FROM ledger_postings p LEFT JOIN vendors v ON v.id = p.vendor_id GROUP BY 1, 2, 3, 4 HAVING sum(p.amount_minor) <> 0 ORDER BY 1, 2 NULLS FIRST, 3, 4`,
  adjustments: `SELECT a.order_id, v.key AS vendor, a.kind, a.amount_minor, a.vendor_minor, a.note, a.undone_at IS NOT NULL AS undone FROM adjustments a
                LEFT JOIN vendors v ON v.id = a.vendor_id ORDER BY 1, 2, 3, 4`,
  balances: `SELECT v.key AS vendor, b.currency, b.payable_minor FROM vendor_balances b JOIN vendors v ON v.id = b.vendor_id WHERE b.payable_minor <> 0 ORDER BY 1, 2`,
  counters: `SELECT v.key AS vendor, c.fulfillment, c.payout_state, c.count FROM order_counters c JOIN vendors v ON v.id = c.vendor_id WHERE c.count <> 0 ORDER BY 1, 2, 3`,
  exceptions: `SELECT kind, reference, detail::text FROM reconciliation_exceptions ORDER BY kind, reference`,
  // What a mail of a payment or a change tells is new since the vendor heard last: whoever heard of all at once gets none.
  mails: `SELECT split_part(dedupe_key, '/', 1) AS kind, split_part(dedupe_key, '/', 2) AS subject, template FROM mails
          WHERE template NOT IN ('order-paid', 'order-changed') ORDER BY 1, 2, 3`,
  payouts: `SELECT v.key AS vendor, p.currency, p.amount_minor, p.method, p.state, p.deleted_at IS NOT NULL AS deleted FROM payouts p JOIN vendors v ON v.id = p.vendor_id ORDER BY 1, 3, 4`,
};

/** Vendor ids differ from database to database; inside stored JSON they are named by the vendor. */
async function vendorNames(db: PrismaClient): Promise<Map<string, string>> {
  const vendors = await db.vendor.findMany({ select: { id: true, key: true } });
  return new Map(vendors.map((vendor) => [String(vendor.id), vendor.key]));
}

/** A canonical dump of all business tables, one line a row. Two databases in the same end state give equal dumps. */
export async function dumpEndState(db: PrismaClient): Promise<string[]> {
  const names = await vendorNames(db);
  const lines: string[] = [];
  for (const [table, sql] of Object.entries(TABLES)) {
    for (const row of await db.$queryRawUnsafe<object[]>(sql)) {
      const text = JSON.stringify(row, (_key, value: unknown) => (typeof value === 'bigint' ? String(value) : value));
      lines.push(`${table} ${nameVendors(text, names)}`);
    }
  }
  return lines;
}

function nameVendors(text: string, names: ReadonlyMap<string, string>): string {
  const named = text
    .replace(/\\"vendorId\\":\\"(\d+)\\"/g, (whole, id: string) => `\\"vendor\\":\\"${names.get(id) ?? whole}\\"`)
    .replace(/\\"vendorIds\\":\{([^}]*)\}/g, () => '\\"vendorIds\\":{}')
    .replace(/\\"vendorLines\\":\{/g, '\\"vendorLines\\":{');
  return named;
}

type Row = Record<string, unknown>;

/** What differs between two dumps, field by field, so that a failure can be read: `lines 7 position: 1, then 2`. */
export function tellDifferences(before: readonly string[], after: readonly string[]): string[] {
  const rowsOf = (lines: readonly string[]) =>
    new Map(
      lines.map((line) => {
        const table = line.slice(0, line.indexOf(' '));
        const row = JSON.parse(line.slice(table.length + 1)) as Row;
        const key = ['order_id', 'id', 'vendor', 'account', 'fulfillment', 'payout_state', 'currency', 'method']
          .filter((name) => name in row && (table === 'counters' || !['fulfillment', 'payout_state'].includes(name)))
          .map((name) => String(row[name]));
        return [[table, ...key].join(' '), row] as const;
      }),
    );
  const [left, right] = [rowsOf(before), rowsOf(after)];
  return [...new Set([...left.keys(), ...right.keys()])].flatMap((key) => {
    const [was, is] = [left.get(key), right.get(key)];
    if (!was || !is) return [`${key}: only in the ${was ? 'first' : 'second'}`];
    return Object.keys(was).flatMap((field) => {
      const [one, other] = [JSON.stringify(was[field]), JSON.stringify(is[field])];
      if (one === other) return [];
      let from = 0;
      while (one[from] === other[from]) from++;
      from = Math.max(0, from - 60);
      return [`${key} ${field}: ${one.slice(from, from + 160)}, then ${other.slice(from, from + 160)}`];
    });
  });
}
