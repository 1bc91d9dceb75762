import type { MoneyDto } from '#app/core/dto.ts';
import type { PlanWarning } from '#app/features/app-plan/plan.ts';
import type { HomeFigures } from '#app/features/dashboard/dashboard.contract.ts';
import type { PayoutHoldDto } from '#app/features/payouts/holds/payout-holds.contract.ts';
import type { PaidToDto } from '#app/features/finance/calendar/money-calendar.contract.ts';
import type { PayoutIssue } from '#app/features/payouts/payout-view.ts';

/** What the marketplace's home shows. JSON-safe. */
export type MarketplaceHome = {
  kind: 'marketplace';
  /** Whether anything was sold yet: before that, figures would be zeros. */
  hasOrders: boolean;
  /** What was sold on the day before, by currency, and what of it the marketplace keeps; null where nothing was, or figures are off. */
  yesterday: { day: string; orders: number; sales: MoneyDto[]; kept: MoneyDto[] } | null;
  /** How many vendors have a paid order that waits for too long. */
  vendorsLate: number;
  /** To how many vendors something is due; one in two currencies counts twice, as in the list of them. */
  payoutsDue: number;
  due: { amounts: MoneyDto[]; oldestAt: string | null };
  applications: { count: number; oldest: { vendor: string; at: string } | null };
  productsToApprove: number;
  changesToReview: number;
  syncProblems: number;
  noticesUnread: number;
  /** Payouts that somebody else asked for and that the viewer may approve. */
  payoutsToApprove: number;
  /** Payouts that did not arrive and that somebody has to see to. */
  payoutIssues: PayoutIssues;
  /** What the comparisons of the books found and nobody has dealt with: the number that Reconciliation lists. */
  findings: number;
  requests: { count: number; dueAt: string | null };
  /** Limits of the app's plan that are nearly used up or reached, as they were counted last. */
  planWarnings: PlanWarning[];
  /** When the books were compared last, and whether nothing that differs is open. */
  ledger: { checkedAt: string; balanced: boolean } | null;
  figures: HomeFigures | null;
  /** What the store brings along, until it has its first vendor. */
  beginning: Beginning | null;
};

/** A name that the store's products carry, with what is known of it. */
export type Brand = { id: string; name: string; products: number; orders: number };

/** The brands of a store that has no vendor yet, those with most products first, and its newest order. */
export type Beginning = {
  count: number;
  brands: Brand[];
  sale: { name: string; vendor: string; total: MoneyDto } | null;
};

/** An order that waits to be sent, as a vendor's home shows it. */
export type OrderToShip = {
  orderId: string;
  name: string;
  orderedAt: string;
  /** Until when it is expected to leave. */
  shipBy: string;
  isLate: boolean;
  isPartlyShipped: boolean;
  /** The buyer still has to pay: it is not sent yet. */
  isUnpaid: boolean;
  title: string | null;
  items: number;
  imageUrl: string | null;
  /** Null for who may not see money. */
  earns: MoneyDto | null;
};

/** What a vendor's home shows; a part is missing without the permission for it. JSON-safe. */
export type VendorHome = {
  kind: 'vendor';
  /** Whether anything was sold yet: before that, figures would be zeros. */
  hasOrders: boolean;
  /** How many orders wait to be sent, how many of them for the buyer's payment, and the first of them. */
  toShip?: { count: number; unpaid: number; rows: OrderToShip[] };
  messages?: { messagesUnread: number; conversationsUnread: number; offersPending: number };
  money?: {
    due: MoneyDto;
    sent: MoneyDto;
    unsent: MoneyDto;
    paid: MoneyDto;
    orders: number;
    /** What a schedule pays next, as `/money` says it; null where none does. */
    next: { day: string; amount: MoneyDto } | null;
    paidTo: PaidToDto;
    /** That the marketplace holds the payouts. */
    onHold: PayoutHoldDto | null;
  };
  /** Payouts that did not arrive, where the vendor itself has to do something. */
  payoutIssues?: PayoutIssues;
  sentBack?: { id: string; title: string; note: string | null }[];
  figures: HomeFigures | null;
};

/** How many payouts did not arrive, and the newest of them. JSON-safe. */
export type PayoutIssues = { count: number; newest: PayoutIssue | null };

export type Home = MarketplaceHome | VendorHome;
