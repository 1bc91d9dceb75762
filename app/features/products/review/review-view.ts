import type { MoneyDto } from '#app/core/dto.ts';
import type { CommissionSource } from '#app/features/commissions/commission.ts';
import type { ReviewCheck } from './listing-review.ts';

/** What a vendor earns of one unit of a variant, as the screens of the review show it. */
export type EarningsDto = {
  price: MoneyDto;
  commission: MoneyDto;
  earns: MoneyDto;
  /** Ten-thousandths of a percent. */
  percent: string;
  flat: MoneyDto;
  source: CommissionSource;
};

/** What the reviewer knows of the vendor: its products that are live, and those that were sent back and are not live yet. */
export type ReviewedVendorDto = { id: string; name: string; live: number; sentBack: number };

/** One changed price: by how much percent, and what the vendor earns before and after. */
export type PriceEffectDto = {
  risePercent: string | null;
  before: EarningsDto;
  after: EarningsDto;
};

export type ListingReviewDto = {
  checks: ReviewCheck[];
  /** By the ids of variants; empty for a product of nobody. */
  earnings: Record<string, EarningsDto>;
  /** The description as its reader sees it, without formatting. */
  description: string;
  /** Specifications of the product as people read them. */
  specifications: { label: string; value: string }[];
  vendor: ReviewedVendorDto | null;
};

export type ChangeReviewDto = {
  checks: ReviewCheck[];
  /** What each changed price means, in the order of the price's rows; empty for a product of nobody. */
  prices: PriceEffectDto[];
  vendor: ReviewedVendorDto | null;
  /** How many changes wait, and those beside this one, oldest first. */
  queue: { waiting: number; previous: string | null; next: string | null };
  /** Fields of a listing that did not change. */
  unchanged: number;
};
