import { dateFormat } from '#app/core/intl.ts';
import type { MoneyDto } from '#app/core/dto.ts';
import type { PlanWarning } from '#app/features/app-plan/plan.ts';
import type { PayoutIssue } from '#app/features/payouts/payout-view.ts';
import type { ThemeBlock } from '#app/features/storefront/theme-blocks.ts';

/** What the marketplace's home shows. JSON-safe. */
export type MarketplaceHome = {
  kind: 'marketplace';
  /** Whether anything was sold yet: before that, figures would be zeros. */
  hasOrders: boolean;
  sales: MoneyDto;
  salesBefore: MoneyDto;
  commission: MoneyDto;
  due: { amount: MoneyDto; vendors: number; orders: number; oldestAt: string | null; others: MoneyDto[] };
  /** Vendor orders that are not shipped, and those of them that the buyer has not paid yet. */
  toShip: number;
  unpaid: number;
  applications: { count: number; oldest: { vendor: string; at: string } | null };
  productsToApprove: number;
  changesToReview: number;
  deadLetters: number;
  exceptions: number;
  /** Payouts that somebody else asked for and that the viewer may approve. */
  payoutsToApprove: number;
  /** Payouts that did not arrive and that somebody has to see to. */
  payoutIssues: PayoutIssues;
  /** What the comparisons of the books found and nobody has dealt with. */
  findings: number;
  requests: { count: number; dueAt: string | null };
  top: { id: string; vendor: string; orders: number; total: MoneyDto; share: number }[];
  /** Limits of the app's plan that are nearly used up or reached, as they were counted last. */
  planWarnings: PlanWarning[];
  ledger: { checkedAt: string; balanced: boolean } | null;
  /** The blocks for the store's theme, each with the address where the theme editor opens with it. */
  blocks: { block: ThemeBlock; url: string }[];
};

/** What a vendor's home shows; a part is missing without the permission for it. JSON-safe. */
export type VendorHome = {
  kind: 'vendor';
  /** Whether anything was sold yet: before that, figures would be zeros. */
  hasOrders: boolean;
  toShip?: {
    count: number;
    /** Orders besides these that the buyer has not paid yet. */
    unpaid: number;
    rows: {
      orderId: string;
      name: string;
      orderedAt: string;
      partly: boolean;
      buyer: string | null;
      /** Null, like what the week earned, for who may not see money. */
      earns: MoneyDto | null;
    }[];
  };
  money?: {
    due: MoneyDto;
    sent: MoneyDto;
    unsent: MoneyDto;
    paid: MoneyDto;
    orders: number;
    /** What a schedule pays next, as `/money` says it; null where none does. */
    next: { day: string; amount: MoneyDto } | null;
  };
  /** Payouts that did not arrive, where the vendor itself has to do something. */
  payoutIssues?: PayoutIssues;
  sentBack?: { id: string; title: string; note: string | null }[];
  week?: { days: { day: string; orders: number }[]; orders: number; earned: MoneyDto | null; before: MoneyDto | null };
};

/** How many payouts did not arrive, and the newest of them. JSON-safe. */
export type PayoutIssues = { count: number; newest: PayoutIssue | null };

export type Home = MarketplaceHome | VendorHome;

/** The last `count` days of a time zone as ISO dates, the present day last. */
export function lastDays(now: Date, timezone: string, count: number): string[] {
  const format = dateFormat('en-CA', { timeZone: timezone });
  const [year = 0, month = 1, day = 1] = format.format(now).split('-').map(Number);
  return Array.from({ length: count }, (_, index) =>
    new Date(Date.UTC(year, month - 1, day - (count - 1 - index))).toISOString().slice(0, 10),
  );
}
