import { z } from 'zod';
import { rule } from '#app/core/rules.ts';
import { MAX_COMMENT } from '#app/features/orders/comments/order-comment.ts';

const MAX_NOTE = 2_000;
const REQUIRED = rule('required_field');

/** An order or a product as Flow names it: by its number, or by the platform's global id. */
const reference = z.union([z.string().max(100), z.number()], REQUIRED).transform((value, issues): bigint => {
  const id = /(?:^|\/)(\d{1,18})$/.exec(String(value))?.[1];
  if (id !== undefined) return BigInt(id);
  issues.addIssue({ code: 'custom', message: REQUIRED });
  return z.NEVER;
});
const text = (maximum: number) => z.string(REQUIRED).trim().min(1, REQUIRED).max(maximum);
/** Whose part of an order is meant; empty: everybody's. */
const vendor = z
  .string()
  .trim()
  .max(255)
  .nullish()
  .transform((name) => name ?? '');

/** What each action of a workflow is given, by the handle of its extension. The platform adds fields of its own. */
export const FLOW_ACTIONS = {
  'souk-approve-product': z.object({ product_id: reference }),
  'souk-send-product-back': z.object({ product_id: reference, note: text(MAX_NOTE) }),
  'souk-add-order-note': z.object({ order_id: reference, note: text(MAX_COMMENT), vendor }),
  'souk-remind-vendor': z.object({ order_id: reference, vendor }),
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
