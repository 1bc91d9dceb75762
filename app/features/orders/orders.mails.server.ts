import { z } from 'zod';
import { asVendorId, idSchema } from '#app/core/ids.ts';
import { asCurrency, money, sumMinor, toDto } from '#app/core/money/money.ts';
import { REMINDER_TEMPLATES } from '#app/platform/mails/reminder-delays.ts';
import { mailVariables, type MailOccasion } from '#app/platform/mails/sending.service.server.ts';
import type { MailVariablesOf } from '#app/platform/mails/mail-variables.ts';
import type { Services } from '#app/server/context.server.ts';
import { readPickupPlace } from '#app/features/shipping/ship-from/ship-from.service.server.ts';
import { findStoreById, portalUrl } from '#app/platform/stores/stores.service.server.ts';
import { formatMoney } from '#app/ui/money/format.ts';
import { formatDay } from '#app/ui/time/format.ts';
import { listHolds } from './fulfillment/hold.repo.server.ts';
import * as repo from './orders.repo.server.ts';

const paramsSchema = z.object({ orderId: idSchema, vendorId: idSchema.transform(asVendorId) });

/** What of a part is left to send; nothing once all of it was sent, cancelled or put on hold. */
async function readReminder(
  services: Services,
  occasion: MailOccasion,
): Promise<MailVariablesOf<'order-reminder-1'> | undefined> {
  const left = await readLeft(services, occasion);
  return left && !left.isHeld && left.variables.lines.length > 0 ? left.variables : undefined;
}

/** What of a part is left to send, whether it is on hold or not. Undefined where the part is gone. */
async function readLeft(
  services: Services,
  { storeId, params, locale }: MailOccasion,
): Promise<{ isHeld: boolean; variables: MailVariablesOf<'order-reminder-1'> } | undefined> {
  const { orderId, vendorId } = paramsSchema.parse(params);
  const store = await findStoreById(services, storeId);
  if (!store) return undefined;
  const {
    part: vendorOrder,
    lines,
    buyer,
    holds,
  } = await services.db.fast({ storeId, vendor: vendorId }, async (tx) => ({
    part: (await repo.findVendorOrders(tx, orderId))[0],
    lines: await repo.listLines(tx, orderId),
    buyer: await repo.findBuyer(tx, orderId),
    holds: await listHolds(tx, orderId),
  }));
  const open = lines.filter((line) => line.left > 0);
  if (!vendorOrder) return undefined;
  const currency = asCurrency(vendorOrder.currency);
  const amount = (amountMinor: bigint) => formatMoney(toDto(money(amountMinor, currency)), locale);
  const worth = (line: (typeof open)[number]) => line.unitPriceMinor * BigInt(line.left);
  const variables = {
    order_number: vendorOrder.name,
    placed_on: formatDay(vendorOrder.orderedAt.toISOString(), {
      locale,
      timezone: store.timezone,
      now: services.clock.now().toISOString(),
    }),
    vendor_name: vendorOrder.vendorName,
    lines: open.map((line) => ({
      title: line.title,
      variant: line.variantTitle,
      sku: line.sku,
      ...describeLine(line),
      quantity: line.left,
      total: amount(worth(line)),
    })),
    total: amount(sumMinor(open.map(worth))),
    ship_to: addressLines(buyer?.shippingAddress),
    url: portalUrl(services, store, `/app/orders/${orderId}`),
  };
  return { isHeld: holds.length > 0, variables };
}

/** What a mail says of a line besides its goods: the buyer's words and the selling plan. */
function describeLine({ properties, sellingPlan }: repo.Line) {
  return { properties: properties ?? [], selling_plan: sellingPlan ?? '' };
}

function addressLines(ship: repo.StoredBuyer['shippingAddress'] | undefined): string[] {
  const town = [ship?.zip, ship?.city].filter(Boolean).join(' ');
  const lines = [ship?.name, ship?.company, ship?.street1, ship?.street2, town, ship?.state, ship?.country];
  return lines.filter((text): text is string => Boolean(text));
}

/** What of a part lies ready for its buyer, and where; undefined once nothing is left, or where the vendor states no address. */
async function readPickup(
  services: Services,
  { storeId, params }: MailOccasion,
): Promise<MailVariablesOf<'order-ready-for-pickup'> | undefined> {
  const { orderId, vendorId } = paramsSchema.parse(params);
  const {
    part: vendorOrder,
    lines,
    place,
  } = await services.db.fast({ storeId, vendor: vendorId }, async (tx) => ({
    part: (await repo.findVendorOrders(tx, orderId))[0],
    lines: (await repo.listLines(tx, orderId)).filter(({ left }) => left > 0),
    place: await readPickupPlace(tx, vendorId),
  }));
  if (!vendorOrder || !place || lines.length === 0) return undefined;
  return {
    order_number: vendorOrder.name,
    vendor_name: vendorOrder.vendorName,
    place: place.lines,
    hours: place.hours,
    lines: lines.map((line) => ({ title: line.title, variant: line.variantTitle, quantity: line.left })),
  };
}

/** Where the mails about orders take their variables from: read in the vendor's own scope, so that nothing else can be in them. */
export const orderMails = [
  mailVariables('order-ready-for-pickup', readPickup),
  mailVariables('order-placed', async (services, { storeId, params, locale }) => {
    const { orderId, vendorId } = paramsSchema.parse(params);
    const store = await findStoreById(services, storeId);
    if (!store) return undefined;
    const own = await services.db.fast({ storeId, vendor: vendorId }, async (tx) => ({
      part: (await repo.findVendorOrders(tx, orderId))[0],
      lines: await repo.listLines(tx, orderId),
      buyer: await repo.findBuyer(tx, orderId),
    }));
    const { part: vendorOrder, lines, buyer } = own;
    if (!vendorOrder) return undefined;
    const currency = asCurrency(vendorOrder.currency);
    const amount = (amountMinor: bigint) => formatMoney(toDto(money(amountMinor, currency)), locale);
    return {
      order_number: vendorOrder.name,
      placed_on: formatDay(vendorOrder.orderedAt.toISOString(), {
        locale,
        timezone: store.timezone,
        now: services.clock.now().toISOString(),
      }),
      vendor_name: vendorOrder.vendorName,
      is_paid: vendorOrder.payoutState !== 'unpaid',
      lines: lines.map((line) => ({
        title: line.title,
        variant: line.variantTitle,
        sku: line.sku,
        ...describeLine(line),
        quantity: line.remaining,
        total: amount(line.unitPriceMinor * BigInt(line.remaining)),
      })),
      total: amount(vendorOrder.totalMinor),
      ship_to: addressLines(buyer?.shippingAddress),
      note: buyer?.note ?? '',
      url: portalUrl(services, store, `/app/orders/${orderId}`),
    };
  }),
  ...REMINDER_TEMPLATES.map((template) => mailVariables(template, readReminder)),
  mailVariables('order-paid', readReminder),
  mailVariables('order-changed', async (services, occasion) => {
    const left = await readLeft(services, occasion);
    if (!left) return undefined;
    const { ship_to: _, ...variables } = left.variables;
    return variables;
  }),
  mailVariables('order-cancelled', async (services, { storeId, params, locale }) => {
    const { orderId, vendorId } = paramsSchema.parse(params);
    const store = await findStoreById(services, storeId);
    if (!store) return undefined;
    const { part: vendorOrder, lines } = await services.db.fast({ storeId, vendor: vendorId }, async (tx) => ({
      part: (await repo.findVendorOrders(tx, orderId))[0],
      lines: await repo.listLines(tx, orderId),
    }));
    if (!vendorOrder) return undefined;
    const currency = asCurrency(vendorOrder.currency);
    const amount = (amountMinor: bigint) => formatMoney(toDto(money(amountMinor, currency)), locale);
    const soldMinor = lines.map((line) => line.unitPriceMinor * BigInt(line.quantity));
    return {
      order_number: vendorOrder.name,
      placed_on: formatDay(vendorOrder.orderedAt.toISOString(), {
        locale,
        timezone: store.timezone,
        now: services.clock.now().toISOString(),
      }),
      vendor_name: vendorOrder.vendorName,
      lines: lines.map((line, index) => ({
        title: line.title,
        variant: line.variantTitle,
        sku: line.sku,
        ...describeLine(line),
        quantity: line.quantity,
        total: amount(soldMinor[index] ?? 0n),
      })),
      total: amount(sumMinor(soldMinor)),
      url: portalUrl(services, store, `/app/orders/${orderId}`),
    };
  }),
];
