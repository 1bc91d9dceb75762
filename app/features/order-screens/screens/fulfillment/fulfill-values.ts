import { OTHER_CARRIER } from '#app/features/orders/fulfillment/carriers.ts';
import type { ShippingOptionsDto } from '#app/features/orders/fulfillment/fulfill.contract.ts';
import type { ShownVendorOrderDto } from '#app/features/orders/orders.contract.ts';

/** What stands in the fields of one fulfillment; quantities by `line` and the line's id. */
export type FulfillmentValues = {
  carrier: string;
  tracking: string;
  url: string;
  location: string;
  quantities: Record<string, number | ''>;
};
export type FulfillValues = { notify: boolean; fulfillments: FulfillmentValues[] };

export type OpenLine = ShownVendorOrderDto['lines'][number];

/** The lines that can be shipped now, with what is left of them besides what is on hold. */
export function openLines(vendorOrder: Pick<ShownVendorOrderDto, 'lines' | 'onHold'>): OpenLine[] {
  const currentOf = new Map(vendorOrder.onHold?.lines.map(({ lineId, quantity }) => [lineId, quantity]));
  return vendorOrder.lines
    .map((line) => ({ ...line, left: Math.max(0, line.left - (currentOf.get(line.id) ?? 0)) }))
    .filter((line) => line.left > 0);
}

/** A fulfillment of everything that the others do not hold yet. */
export function fulfillmentOfRest(lines: readonly OpenLine[], others: readonly FulfillmentValues[]): FulfillmentValues {
  return {
    carrier: others.at(-1)?.carrier ?? '',
    tracking: '',
    url: others.at(-1)?.url ?? '',
    location: '',
    quantities: Object.fromEntries(
      lines.map((line) => [`line${line.id}`, Math.max(0, line.left - quantityIn(others, line.id))]),
    ),
  };
}

/** How many units of a line stand in fulfillments. */
export function quantityIn(fulfillments: readonly FulfillmentValues[], lineId: string): number {
  return fulfillments.reduce((sum, fulfillment) => sum + Number(fulfillment.quantities[`line${lineId}`] ?? 0), 0);
}

export function countOf(fulfillments: readonly FulfillmentValues[], lines: readonly OpenLine[]): number {
  return lines.reduce((sum, line) => sum + quantityIn(fulfillments, line.id), 0);
}

/** What is sent: every fulfillment with all the lines, which keeps their places the same as on the screen. */
export function fulfillPayload(values: FulfillValues, lines: readonly OpenLine[]) {
  return {
    notify: values.notify,
    fulfillments: values.fulfillments.map((fulfillment) => ({
      carrier: fulfillment.carrier,
      tracking: fulfillment.tracking,
      url: fulfillment.carrier === OTHER_CARRIER ? fulfillment.url : '',
      ...(fulfillment.location === '' ? {} : { location: fulfillment.location }),
      lineItems: lines.map((line) => ({
        id: line.id,
        quantity: Number(fulfillment.quantities[`line${line.id}`] ?? 0),
      })),
    })),
  };
}

/** The field of an issue: lines stand in the payload by their place, and in the fields by their id. */
export function fulfillField(path: string, lines: readonly OpenLine[]): string {
  const found = /^fulfillments\.(\d+)\.lineItems(?:\.(\d+))?/.exec(path);
  const [, fulfillment, line] = found ?? [];
  if (fulfillment === undefined) return path;
  const id = line === undefined ? undefined : lines[Number(line)]?.id;
  return id === undefined
    ? `fulfillments.${fulfillment}.lineItems`
    : `fulfillments.${fulfillment}.quantities.line${id}`;
}

/** Whether all that can be shipped is collected by the buyer. */
export function isAllCollected(options: ShippingOptionsDto | undefined, lines: readonly OpenLine[]): boolean {
  const pickupOf = new Map(options?.lines.map((line) => [line.id, line.pickup]));
  return lines.length > 0 && lines.every((line) => (pickupOf.get(line.id) ?? 0) >= line.left);
}
