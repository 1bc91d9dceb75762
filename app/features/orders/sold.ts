import { z } from 'zod';
import type { KnownOrder, OrderFacts } from './order.ts';

/** What was ordered at the sale: units by line id. */
export type SoldUnits = ReadonlyMap<string, number>;

const MOST_LINES = 5_000;
const soldSchema = z.object({
  sold_units: z
    .array(z.object({ line_id: z.string().max(64), quantity: z.int().min(0) }))
    .max(MOST_LINES)
    .nullish(),
});

/** The units of the sale that an order says which was read from the store after an edit; no webhook says them. */
export function parseSold(payload: unknown): SoldUnits | undefined {
  const parsed = soldSchema.safeParse(payload);
  const units = parsed.success ? (parsed.data.sold_units ?? []) : [];
  return units.length > 0 ? new Map(units.map((one) => [one.line_id, one.quantity])) : undefined;
}

/**
 * Takes what edits added out of the earliest version that is known: the one of the sale never came, or came so late that
 * the store had to be asked (M12). Learning it twice changes nothing.
 */
export function learnSale(known: KnownOrder, sold: SoldUnits): KnownOrder {
  const { sale } = known;
  const lines = sale.lines.flatMap((line) => {
    const quantity = sold.get(line.id) ?? 0;
    return quantity > 0 ? [{ ...line, quantity, currentQuantity: quantity }] : [];
  });
  // What is not all there is no sale.
  const isWhole = lines.length > 0 && lines.length === [...sold.values()].filter((quantity) => quantity > 0).length;
  if (!isWhole || isSureSale(sale)) return known;
  return { ...known, sale: { ...sale, lines, updatedAt: sale.createdAt } };
}

/** Whether a version is that of the sale itself: the store changed nothing since. */
export const isSureSale = (sale: Pick<OrderFacts, 'createdAt' | 'updatedAt'>): boolean =>
  sale.updatedAt === sale.createdAt;
