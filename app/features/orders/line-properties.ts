import { z } from 'zod';
import { readTrailingId } from '#app/core/text/markup.ts';

/** What a buyer had a line made like, in the buyer's own words: an engraving, a gift message, a chosen file. */
export type LineProperty = { name: string; value: string };
/** The properties of a line, and the plan by which it is sold again and again; null where the version does not state one. */
export type LineProperties = { lineId: string; properties: LineProperty[]; sellingPlan: string | null };

/** A discount of a line by its title or code; minor units. */
export type LineDiscountTitle = { title: string; amountMinor: string };

const MAX_LINES = 5_000;
const MAX_PROPERTIES = 100;
const MAX_NAME = 255;
const MAX_VALUE = 2_000;
const MAX_PLAN = 255;

const propertySchema = z.object({ name: z.string(), value: z.unknown() });
const linesSchema = z.object({
  line_items: z
    .array(
      z.object({
        id: z.union([z.string().max(64), z.number()]),
        admin_graphql_api_id: z.string().max(128).nullish(),
        properties: z.array(z.unknown()).nullish().catch(null),
        selling_plan_allocation: z
          .object({ selling_plan: z.object({ name: z.string() }).nullish() })
          .nullish()
          .catch(null),
      }),
    )
    .max(MAX_LINES),
});

/**
 * Reads the properties and the selling plan of an order's lines. Names that begin with `_` are the store's own and hidden from everybody; what is
 * longer than its limit is cut, and what is no property is left out. Only lines that have some are answered. No webhook states a selling plan: an order that was read from the store does.
 */
export function parseLineProperties(payload: unknown): LineProperties[] {
  const parsed = linesSchema.safeParse(payload);
  if (!parsed.success) return [];
  return parsed.data.line_items.flatMap(({ id, admin_graphql_api_id: gid, properties, ...line }) => {
    const kept = (properties ?? []).slice(0, MAX_PROPERTIES).flatMap(readProperty);
    const sellingPlan = line.selling_plan_allocation?.selling_plan?.name.slice(0, MAX_PLAN) ?? null;
    if (kept.length === 0 && sellingPlan === null) return [];
    return [{ lineId: (gid ? readTrailingId(gid) : undefined) ?? String(id), properties: kept, sellingPlan }];
  });
}

function readProperty(given: unknown): LineProperty[] {
  const parsed = propertySchema.safeParse(given);
  if (!parsed.success) return [];
  const { name, value } = parsed.data;
  const isHidden = name === '' || name.startsWith('_');
  const text = typeof value === 'string' ? value : JSON.stringify(value ?? '');
  return isHidden || text === '' || text === '""'
    ? []
    : [{ name: name.slice(0, MAX_NAME), value: text.slice(0, MAX_VALUE) }];
}
