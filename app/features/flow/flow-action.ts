import { z } from 'zod';
import { rule } from '#app/core/rules.ts';
import type { CommissionLineInput } from '#app/features/commissions/commission-input.ts';
import { MAX_COMMENT } from '#app/features/orders/comments/order-comment.ts';
import { MAX_HOLD_REASON } from '#app/features/payouts/holds/payout-hold.ts';
import { VENDOR_NAME_MAX } from '#app/platform/vendors/vendor.ts';
import { MAX_LIST, parseList } from './commission-list.ts';

const MAX_NOTE = 2_000;
const REQUIRED = rule('required_field');

/** An order or a product as Flow names it: by its number, or by the platform's global id. */
const reference = z.union([z.string().max(100), z.number()], REQUIRED).transform((value, issues): bigint => {
  const id = /(?:^|\/)(\d{1,18})$/.exec(String(value))?.[1];
  if (id !== undefined) return BigInt(id);
  issues.addIssue({ code: 'custom', message: REQUIRED });
  return z.NEVER;
});
const text = (maximum: number) =>
  z.string(REQUIRED).trim().min(1, REQUIRED).max(maximum, rule('max_characters', { maximum }));
/** Whose part of an order is meant; empty: everybody's. */
const vendor = z
  .string()
  .trim()
  .max(VENDOR_NAME_MAX)
  .nullish()
  .transform((name) => name ?? '');

/** The one vendor that is meant, by its name. */
const vendorName = text(VENDOR_NAME_MAX);
/** The lines of a commission list; none for the default one. */
const list = text(MAX_LIST).transform((typed, issues): CommissionLineInput[] => {
  const parsed = parseList(typed);
  if (parsed.ok) return parsed.value;
  issues.addIssue({ code: 'custom', message: parsed.refusal });
  return z.NEVER;
});

/** What each action of a workflow is given, by the handle of its extension. The platform adds fields of its own. */
export const FLOW_ACTIONS = {
  'souk-approve-product': z.object({ product_id: reference }),
  'souk-send-product-back': z.object({ product_id: reference, note: text(MAX_NOTE) }),
  'souk-add-order-note': z.object({ order_id: reference, note: text(MAX_COMMENT), vendor }),
  'souk-remind-vendor': z.object({ order_id: reference, vendor }),
  'souk-hold-payouts': z.object({ vendor: vendorName, reason: text(MAX_HOLD_REASON) }),
  'souk-release-payouts': z.object({ vendor: vendorName }),
  'souk-set-commission': z.object({ vendor: vendorName, list }),
};
export type FlowAction = keyof typeof FLOW_ACTIONS;

/** The action that an address names: `/flow/actions/<handle>`. */
export function readFlowPath(path: string): FlowAction | undefined {
  const handle = /^\/flow\/actions\/([a-z-]{1,30})$/.exec(path)?.[1];
  return (Object.keys(FLOW_ACTIONS) as FlowAction[]).find((action) => action === handle);
}

/** A run of an action as the platform posts it: [endpoints](https://shopify.dev/docs/apps/build/flow/actions/endpoints). */
export const flowRunSchema = z.object({
  shopify_domain: z.string().max(255),
  action_run_id: z.string().regex(/^[\x21-\x7e]{3,200}$/),
  properties: z.record(z.string().max(100), z.unknown()).default({}),
});
export type FlowRun = z.output<typeof flowRunSchema>;
