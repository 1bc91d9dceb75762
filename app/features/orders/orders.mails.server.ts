import { z } from 'zod';
import { asVendorId, idSchema } from '#app/core/ids.ts';
import { asCurrency, money, sumMinor, toWire } from '#app/core/money.ts';
import { mailVariables } from '#app/features/mails/sending.service.server.ts';
import { findStoreById, portalUrl } from '#app/features/stores/stores.service.server.ts';
import { formatMoney } from '#app/ui/money/format.ts';
import { formatDay } from '#app/ui/time/format.ts';
import * as repo from './orders.repo.server.ts';

const paramsSchema = z.object({ orderId: idSchema, vendorId: idSchema.transform(asVendorId) });

/** Where the mails about orders take their variables from: read in the vendor's own scope, so that nothing else can be in them. */
export const orderMails = [
  mailVariables('order-placed', async (services, { storeId, params, locale }) => {
    const { orderId, vendorId } = paramsSchema.parse(params);
    const store = await findStoreById(services, storeId);
    if (!store) return undefined;
    const own = await services.db.fast({ storeId, vendor: vendorId }, async (tx) => ({
      part: (await repo.findParts(tx, orderId))[0],
      lines: await repo.listLines(tx, orderId),
      buyer: await repo.findBuyer(tx, orderId),
    }));
    const { part, lines, buyer } = own;
    if (!part) return undefined;
    const currency = asCurrency(part.currency);
    const amount = (amountMinor: bigint) => formatMoney(toWire(money(amountMinor, currency)), locale);
    const ship = buyer?.shippingAddress;
    const town = [ship?.zip, ship?.city].filter(Boolean).join(' ');
    const address = [ship?.name, ship?.company, ship?.street1, ship?.street2, town, ship?.state, ship?.country];
    return {
      order_number: part.name,
      placed_on: formatDay(part.orderedAt.toISOString(), {
        locale,
        timezone: store.timezone,
        now: services.clock.now().toISOString(),
      }),
      vendor_name: part.vendorName,
      is_paid: part.payoutState !== 'unpaid',
      lines: lines.map((line) => ({
        title: line.title,
        variant: line.variantTitle,
        sku: line.sku,
        quantity: line.remaining,
        total: amount(line.unitPriceMinor * BigInt(line.remaining)),
      })),
      total: amount(part.totalMinor),
      ship_to: address.filter((text): text is string => Boolean(text)),
      note: buyer?.note ?? '',
      url: portalUrl(services, store, `/app/orders/${orderId}`),
    };
  }),
  mailVariables('order-cancelled', async (services, { storeId, params, locale }) => {
    const { orderId, vendorId } = paramsSchema.parse(params);
    const store = await findStoreById(services, storeId);
    if (!store) return undefined;
    const { part, lines } = await services.db.fast({ storeId, vendor: vendorId }, async (tx) => ({
      part: (await repo.findParts(tx, orderId))[0],
      lines: await repo.listLines(tx, orderId),
    }));
    if (!part) return undefined;
    const currency = asCurrency(part.currency);
    const amount = (amountMinor: bigint) => formatMoney(toWire(money(amountMinor, currency)), locale);
    const soldMinor = lines.map((line) => line.unitPriceMinor * BigInt(line.quantity));
    return {
      order_number: part.name,
      placed_on: formatDay(part.orderedAt.toISOString(), {
        locale,
        timezone: store.timezone,
        now: services.clock.now().toISOString(),
      }),
      vendor_name: part.vendorName,
      lines: lines.map((line, index) => ({
        title: line.title,
        variant: line.variantTitle,
        sku: line.sku,
        quantity: line.quantity,
        total: amount(soldMinor[index] ?? 0n),
      })),
      total: amount(sumMinor(soldMinor)),
      url: portalUrl(services, store, `/app/orders/${orderId}`),
    };
  }),
];
