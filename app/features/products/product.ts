import type { ReversibleAction } from './decisions/scheduled-decision.ts';

/** The platform's states of a product. DRAFT waits for approval, ACTIVE is approved. */
export const PRODUCT_STATUSES = ['DRAFT', 'ACTIVE', 'ARCHIVED', 'UNLISTED'] as const;
export type ProductStatus = (typeof PRODUCT_STATUSES)[number];

/** What only we know of a draft: nobody submitted it here, it waits for the admin, was sent back, or was approved. */
export const SUBMISSIONS = ['none', 'awaiting', 'sent_back', 'approved'] as const;
export type Submission = (typeof SUBMISSIONS)[number];

export const PRODUCT_ACTIONS = ['approve', 'unapprove', 'delete'] as const;
export type ProductAction = (typeof PRODUCT_ACTIONS)[number];

export const PRODUCT_SORTS = ['INVENTORY_TOTAL', 'RELEVANCE', 'TITLE', 'UPDATED_AT'] as const;
export type ProductSort = (typeof PRODUCT_SORTS)[number];
export const STOCK_FILTERS = ['any', 'in-stock', 'oos'] as const;
export type StockFilter = (typeof STOCK_FILTERS)[number];
/** What a product follows: the vendor's own store, a spreadsheet, or nothing (`here`). */
export const SOURCE_FILTERS = ['any', 'here', 'store', 'sheet'] as const;
export type SourceFilter = (typeof SOURCE_FILTERS)[number];
/** The tabs of the list; `WAITING` are the drafts that the marketplace has to decide on. */
export const LIST_STATUSES = ['DRAFT', 'ACTIVE', 'ALL', 'WAITING'] as const;
export type ListStatus = (typeof LIST_STATUSES)[number];

export const MEDIA_TYPES = ['IMAGE', 'VIDEO', 'EXTERNAL_VIDEO', 'MODEL_3D'] as const;
export type MediaType = (typeof MEDIA_TYPES)[number];
/** Why a medium did not arrive at the platform: not fetched, too large or too small, of no accepted type, or something else. */
export const MEDIA_PROBLEMS = ['download', 'size', 'type', 'other'] as const;
export type MediaProblem = (typeof MEDIA_PROBLEMS)[number];

/** The problem that a code of the platform stands for. */
export function problemOfCode(code: string): MediaProblem {
  if (/DOWNLOAD|NOT_FOUND|SIGNED_URL|TIMEOUT|EMBED|UNLISTED/.test(code)) return 'download';
  if (/SIZE|RESOLUTION|ASPECT|DURATION|HEIGHT|WIDTH|LIMIT/.test(code)) return 'size';
  return /TYPE|METADATA|VALIDATION/.test(code) ? 'type' : 'other';
}

export const WEIGHT_UNITS = ['GRAMS', 'KILOGRAMS', 'OUNCES', 'POUNDS'] as const;
export const LENGTH_UNITS = ['cm', 'in', 'ft', 'm', 'mm', 'yd'] as const;

export const MAX_OPTIONS = 3;
export const MAX_VARIANTS = 2048;
export const MAX_MEDIA = 100;

/** What a viewer may do with a product, for the buttons of the screens and for the service that refuses the rest. */
export function listAllowedActions(
  product: { status: ProductStatus },
  viewer: { isAdmin: boolean; mayWrite: boolean },
): (ProductAction | 'edit')[] {
  const may: (ProductAction | 'edit')[] = [];
  if (!viewer.mayWrite) return may;
  // The platform keeps an archived product as it is: what is changed in it would be refused.
  if (product.status !== 'ARCHIVED') may.push('edit');
  if (viewer.isAdmin && product.status !== 'ACTIVE') may.push('approve');
  if (viewer.isAdmin && product.status !== 'ARCHIVED') may.push('unapprove');
  may.push('delete');
  return may;
}

/** What a product is to a person: one word of the list of badges. */
export function badgeOf(product: {
  status: ProductStatus;
  submission: Submission;
}): 'active' | 'archived' | 'awaitingApproval' | 'sentBack' {
  if (product.status === 'ACTIVE' || product.status === 'UNLISTED') return 'active';
  if (product.status === 'ARCHIVED') return 'archived';
  return product.submission === 'sent_back' ? 'sentBack' : 'awaitingApproval';
}

/** The badge of a product: what it is, or what it is about to become by a decision that has not taken effect yet. */
export function shownBadge(
  product: Parameters<typeof badgeOf>[0],
  decision: ReversibleAction | undefined,
): ReturnType<typeof badgeOf> | 'approving' | 'sendingBack' {
  if (decision === undefined) return badgeOf(product);
  return decision === 'approve' ? 'approving' : 'sendingBack';
}
