import { z } from 'zod';
import { asVendorId, idSchema } from '#app/core/ids.ts';
import { isCurrency } from '#app/core/money/money.ts';
import { mailVariables, type MailOccasion, type MailVariables } from '#app/platform/mails/sending.service.server.ts';
import { listShippableVendorOrders } from '#app/features/orders/fulfillment/shippable-part.service.server.ts';
import { findStoreById, portalUrl } from '#app/platform/stores/stores.service.server.ts';
import type { Services } from '#app/server/context.server.ts';
import { formatMoney } from '#app/ui/money/format.ts';
import { findLabel } from './labels.repo.server.ts';

const paramsSchema = z.object({
  orderId: idSchema,
  vendorId: idSchema.transform(asVendorId),
  labelId: idSchema,
  status: z.string(),
});

const problemSchema = paramsSchema.omit({ status: true }).extend({ problem: z.enum(['refused', 'unused']) });

/** What the mails about a paid label say; nothing once its money is on its way back. */
async function readProblem(services: Services, { storeId, params, locale }: MailOccasion) {
  const { orderId, vendorId, labelId, problem } = problemSchema.parse(params);
  const store = await findStoreById(services, storeId);
  if (!store) return undefined;
  const { label, part: vendorOrder } = await services.db.unit({ storeId, vendor: vendorId }, async (tx) => ({
    label: await findLabel(tx, labelId),
    part: (await listShippableVendorOrders(tx, orderId))[0],
  }));
  if (label?.status !== 'bought' || !vendorOrder) return undefined;
  const { amount, currency } = label;
  return {
    order_number: vendorOrder.name,
    vendor_name: vendorOrder.vendorName,
    carrier: label.carrier,
    tracking_number: label.tracking ?? '',
    amount: isCurrency(currency) ? formatMoney({ amount, currency }, locale) : `${amount} ${currency}`,
    is_refused: problem === 'refused',
    url: portalUrl(services, store, `/app/orders/${String(orderId)}`),
  };
}

/** Where the mails about labels take their variables from: read in the vendor's own scope, so that nothing else can be in them. */
export const labelMails: readonly MailVariables[] = [
  mailVariables('vendor-label-problem', readProblem),
  mailVariables('marketplace-label-problem', readProblem),
  mailVariables('order-delivery-problem', async (services, { storeId, params }) => {
    const { orderId, vendorId, labelId, status } = paramsSchema.parse(params);
    const store = await findStoreById(services, storeId);
    if (!store) return undefined;
    const { label, part: vendorOrder } = await services.db.unit({ storeId, vendor: vendorId }, async (tx) => ({
      label: await findLabel(tx, labelId),
      part: (await listShippableVendorOrders(tx, orderId))[0],
    }));
    // What arrived since then needs nobody's attention.
    if (!label || !vendorOrder || label.trackingStatus !== status) return undefined;
    return {
      order_number: vendorOrder.name,
      vendor_name: vendorOrder.vendorName,
      carrier: label.carrier,
      tracking_number: label.tracking ?? '',
      is_returned: status === 'returned',
      url: portalUrl(services, store, `/app/orders/${String(orderId)}`),
    };
  }),
];
