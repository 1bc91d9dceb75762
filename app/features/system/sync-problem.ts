import type { DeadReason } from './system.ts';

/** What a message or a job of the store is about, in an admin's words. */
export const PROBLEM_SUBJECTS = [
  'order',
  'refund',
  'shipment',
  'return',
  'product',
  'discount',
  'offer',
  'payout',
  'email',
  'label',
  'store',
  'other',
] as const;
export type ProblemSubject = (typeof PROBLEM_SUBJECTS)[number];

/** The subjects that belong to an order, which is named. */
export const ORDER_SUBJECTS = ['order', 'refund', 'shipment', 'return'] as const satisfies readonly ProblemSubject[];
export type OrderSubject = (typeof ORDER_SUBJECTS)[number];

/** By how the topic of a message (`refunds/create`) or the kind of a job (`payouts.send`) begins. */
const BEGINNINGS: Readonly<Record<string, ProblemSubject>> = {
  orders: 'order',
  refunds: 'refund',
  fulfillments: 'shipment',
  fulfillment_orders: 'shipment',
  fulfillment_events: 'shipment',
  returns: 'return',
  reverse_deliveries: 'return',
  products: 'product',
  inventory_items: 'product',
  inventory_levels: 'product',
  collections: 'product',
  discounts: 'discount',
  draft_orders: 'offer',
  offers: 'offer',
  payouts: 'payout',
  mails: 'email',
  labels: 'label',
  shippo: 'label',
  app: 'store',
  shop: 'store',
  stores: 'store',
  themes: 'store',
  locales: 'store',
};

/** What a topic or a kind of job is about; `other` for one that nobody has named. */
export function classifySubject(name: string): ProblemSubject {
  return BEGINNINGS[name.split(/[/.]/)[0] ?? ''] ?? 'other';
}

/** An order that a problem is about; without an id where it never arrived here. */
export type ProblemOrder = { id: string | null; name: string };

type Letter = { id: string; subject: ProblemSubject; reason: DeadReason; order: ProblemOrder | null; at: string };
export type ProblemGroup<One extends Letter> = {
  id: string;
  subject: ProblemSubject;
  reason: DeadReason;
  /** Each once, in the order of the letters. */
  orders: ProblemOrder[];
  letters: One[];
};

/** The order that a message or a job names: its own id for a message of orders, else the one of a field. */
export function findProblemOrder(
  { kind, name }: { kind: 'delivery' | 'job'; name: string },
  summary: readonly { field: string; value: string }[],
): { id: string | null; name: string | null } {
  const read = (field: string): string | null => summary.find((fact) => fact.field === field)?.value ?? null;
  const isOfOrders = kind === 'delivery' && name.startsWith('orders/');
  const id = isOfOrders ? read('id') : (read('order_id') ?? read('orderId'));
  return { id: id !== null && /^\d{1,18}$/.test(id) ? id : null, name: isOfOrders ? read('name') : null };
}

/** Failures of one subject and cause together, the group with the newest one first; letters come newest first. */
export function groupProblems<One extends Letter>(letters: readonly One[]): ProblemGroup<One>[] {
  const groups = new Map<string, ProblemGroup<One>>();
  for (const letter of letters) {
    const id = `${letter.subject}-${letter.reason}`;
    const group = groups.get(id) ?? { id, subject: letter.subject, reason: letter.reason, orders: [], letters: [] };
    group.letters.push(letter);
    const { order } = letter;
    if (order && !group.orders.some((one) => one.name === order.name)) group.orders.push(order);
    groups.set(id, group);
  }
  return [...groups.values()];
}
