/** Tables that hold more rows with every order, product, message or person; others are made by hand and stay small. */
export const GROWING_TABLES: ReadonlySet<string> = new Set([
  'adjustments',
  'audit_events',
  'batch_items',
  'catalog_entries',
  'catalog_listings',
  'contact_messages',
  'conversation_messages',
  'conversation_originals',
  'conversations',
  'documents',
  'fulfillments',
  'ledger_postings',
  'ledger_transactions',
  'mails',
  'notices',
  'offers',
  'order_buyers',
  'order_comments',
  'order_holds',
  'order_lines',
  'order_operations',
  'order_returns',
  'orders',
  'payout_lines',
  'payouts',
  'product_changes',
  'products',
  'reconciliation_exceptions',
  'reconciliation_findings',
  'scheduled_jobs',
  'subscribers',
  'usage_events',
  'variants',
  'vendor_applications',
  'vendor_documents',
  'vendor_orders',
  'webhook_deliveries',
]);

/** Screens that read from many areas, and how many statements they ask today: a limit that only falls. */
export const MANY_STATEMENTS: Readonly<Record<string, number>> = {
  '/': 49,
  '/deliveries': 27,
  '/money': 22,
  '/orders': 21,
  '/orders/:orderId': 30,
  '/orders/:orderId/returns': 23,
  '/payouts/pay': 24,
  '/products': 21,
  '/products/:productId': 25,
  '/products/:productId/review': 27,
  '/vendors/:vendorId': 26,
};

/** Statements that read more of a growing table than a page shows, by their beginning, and why. */
export const READ_WHOLE: readonly { table: string; begins: string; why: string }[] = [
  {
    table: 'vendor_orders',
    begins: 'SELECT o.currency, count(*) AS count, sum(o.total_minor)',
    why: 'the totals of the range that the money screen shows; without a range those of all orders',
  },
  {
    table: 'vendor_orders',
    begins: 'SELECT v.currency, sum(v.posted_minor)::bigint AS "earnedMinor"',
    why: 'the totals under the list of orders, of all of them where no range is chosen; no kept sum has them yet',
  },
  {
    table: 'ledger_postings',
    begins: 'SELECT b.vendor_id AS "vendorId", b.currency, b.payable_minor AS "nowMinor"',
    why: 'balances at the ends of the months shown, counted back from now by the postings since',
  },
  {
    table: 'conversations',
    begins: 'SELECT (SELECT count(*) FROM (SELECT 1 FROM order_comments',
    why: 'at most 1,000 of each table are counted, to say what a switch would hide',
  },
  {
    table: 'conversations',
    begins: 'SELECT count(*) FILTER (WHERE c.archived_at IS NULL AND greatest(',
    why: 'the tabs of the inbox count exactly',
  },
  {
    table: 'offers',
    begins: "SELECT 'conversation' AS kind, count(*)",
    why: 'the foot of the inbox counts exactly',
  },
  {
    table: 'contact_messages',
    begins: "SELECT 'conversation' AS kind, count(*)",
    why: 'the foot of the inbox counts exactly',
  },
  {
    table: 'orders',
    begins: 'SELECT count(*)::int AS count FROM (SELECT 1 FROM orders o',
    why: 'the foot of the orders counts up to a limit that the statement has',
  },
  {
    table: 'vendor_orders',
    begins: 'SELECT count(*)::int AS count FROM (SELECT 1 FROM orders o',
    why: 'the foot of the orders counts up to a limit that the statement has',
  },
  {
    table: 'vendor_orders',
    begins:
      "SELECT (SELECT coalesce(json_agg(t), '[]') FROM (SELECT count(*)::int AS count FROM (SELECT 1 FROM vendor_orders v",
    why: 'what is late by vendor, and the orders of a period: no index has the holds and the payments of both yet',
  },
  {
    table: 'vendor_orders',
    begins: 'SELECT v.vendor_id AS "vendorId", d.name AS vendor, count(*)::int AS orders',
    why: 'what is late by vendor: no index holds the open ones by the vendor yet',
  },
  {
    table: 'notices',
    begins: 'INSERT INTO notice_reads',
    why: 'notices of one object are found by the time that they are kept: there are 90 days of them',
  },
  { table: 'subscribers', begins: 'SELECT s.status, count(*)', why: 'the tabs of the list count exactly' },
  { table: 'subscribers', begins: 'SELECT s.id, s.email', why: 'the export reads pages of 500 until the end' },
  {
    table: 'conversations',
    begins: "SELECT 'conversation' AS kind, count(*)",
    why: 'the foot of the inbox counts exactly',
  },
  {
    table: 'products',
    begins: 'SELECT p.id, p.handle, p.title',
    why: 'two thousand products are sorted sooner than their index is walked',
  },
  {
    table: 'products',
    begins: "SELECT count(*) FILTER (WHERE c.state = 'open')",
    why: 'the tabs of the list count exactly',
  },
  {
    table: 'product_changes',
    begins: "SELECT count(*) FILTER (WHERE c.state = 'open')",
    why: 'the tabs of the list count exactly',
  },
  {
    table: 'offers',
    begins: 'SELECT n.id, n.kind',
    why: 'what notices are about is joined by a hash of the table while it is small',
  },
  {
    table: 'product_changes',
    begins: 'SELECT n.id, n.kind',
    why: 'what notices are about is joined by a hash of the table while it is small',
  },
  {
    table: 'conversations',
    begins: 'SELECT n.id, n.kind',
    why: 'what notices are about is joined by a hash of the table while it is small',
  },
];
