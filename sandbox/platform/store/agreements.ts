import type { LineShare, Order, OrderEdit, OrderLine } from '../../core/state.ts';
import { amountsOfUnits, partOfUnits } from './order-amounts.ts';

/** Notes what an edit added and took, from the lines as they were before it. */
export function noteEdit(order: Order, before: readonly OrderLine[], at: string): void {
  const was = new Map(before.map((line) => [line.id, line]));
  const added: LineShare[] = [];
  const taken: LineShare[] = [];
  for (const line of order.lines) {
    const old = was.get(line.id);
    const all = shareOf(order, line, line.quantity);
    if (!old) added.push(all);
    else if (line.quantity > old.quantity) added.push(minus(all, shareOf(order, old, old.quantity)));
    else if (line.currentQuantity < old.currentQuantity)
      taken.push(minus(shareOf(order, old, old.currentQuantity), shareOf(order, line, line.currentQuantity)));
  }
  const edit: OrderEdit = { at, added, taken };
  order.edits = [...(order.edits ?? []), edit];
}

/** What was sold of each line at the sale itself: what it is now without all that edits added. */
export function soldAtSale(order: Order): LineShare[] {
  const added = (order.edits ?? []).flatMap((edit) => edit.added);
  return order.lines
    .map((line) => added.filter((share) => share.lineId === line.id).reduce(minus, shareOf(order, line, line.quantity)))
    .filter((share) => share.quantity > 0);
}

function shareOf(order: Order, line: OrderLine, units: number): LineShare {
  const { subtotalMinor, discountMinor, taxMinor } = amountsOfUnits(line, units);
  return {
    lineId: line.id,
    quantity: units,
    totalMinor: subtotalMinor + (order.taxesIncluded ? 0 : taxMinor),
    discountMinor,
    taxesMinor: line.taxLines.map((tax) => partOfUnits(tax.priceMinor, units, line.quantity)),
  };
}

function minus(whole: LineShare, part: LineShare): LineShare {
  return {
    lineId: whole.lineId,
    quantity: whole.quantity - part.quantity,
    totalMinor: whole.totalMinor - part.totalMinor,
    discountMinor: whole.discountMinor - part.discountMinor,
    taxesMinor: whole.taxesMinor.map((tax, index) => tax - (part.taxesMinor[index] ?? 0)),
  };
}
