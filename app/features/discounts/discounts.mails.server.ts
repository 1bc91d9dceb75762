import { z } from 'zod';
import { idSchema } from '#app/core/ids.ts';
import { asCurrency, money, toDto } from '#app/core/money/money.ts';
import { formatPercent } from '#app/core/money/percent.ts';
import { marketplaceScope, type Locale } from '#app/core/viewer.ts';
import { mailVariables, type MailOccasion, type MailVariables } from '#app/platform/mails/sending.service.server.ts';
import { findStoreById, portalUrl } from '#app/platform/stores/stores.service.server.ts';
import { findVendorNames } from '#app/platform/vendors/vendors.service.server.ts';
import type { Services } from '#app/server/context.server.ts';
import { formatMoney } from '#app/ui/money/format.ts';
import { readDiscountRules } from './discount-settings.service.server.ts';
import { canEnd } from './discount.ts';
import * as list from './discount-list.repo.server.ts';
import * as repo from './discounts.repo.server.ts';

const paramsSchema = z.object({ discountId: idSchema, vendorId: idSchema });

async function readOccasion(services: Services, { storeId, params }: MailOccasion) {
  const { discountId, vendorId } = paramsSchema.parse(params);
  const store = await findStoreById(services, storeId);
  const found = await services.db.fast(marketplaceScope(storeId), async (tx) => ({
    row: await repo.findDiscount(tx, discountId),
    vendorName: (await findVendorNames(tx, [vendorId])).get(vendorId) ?? '',
    hasRefused: await list.hasRefused(tx, discountId, vendorId),
    rules: await readDiscountRules(tx),
  }));
  return store && found.row ? { ...found, row: found.row, store } : undefined;
}

const formatValue = (row: repo.DiscountRow, locale: Locale): string =>
  row.valueType === 'percentage'
    ? `${formatPercent(row.percent ?? 0n)}%`
    : formatMoney(toDto(money(row.amountMinor ?? 0n, asCurrency(row.currency))), locale);

/** What the mails about discounts say. One that ended, or that the vendor left since, is not told of. */
export const discountMails: readonly MailVariables[] = [
  mailVariables('vendor-discount', async (services, occasion) => {
    const found = await readOccasion(services, occasion);
    if (!found || found.hasRefused || !canEnd(found.row, services.clock.now())) return undefined;
    const { row, store, vendorName, rules } = found;
    const formatDay = (at: Date): string =>
      new Intl.DateTimeFormat(occasion.locale, { dateStyle: 'medium', timeZone: store.timezone }).format(at);
    return {
      discount_name: row.name,
      vendor_name: vendorName,
      value: formatValue(row, occasion.locale),
      share: `${formatPercent(row.vendorPercent)}%`,
      from: formatDay(row.startsAt),
      until: row.endsAt === null ? '' : formatDay(row.endsAt),
      can_refuse: rules.vendorsMayRefuse && row.vendorId === null,
      url: portalUrl(services, store, '/app/discounts'),
    };
  }),
  mailVariables('marketplace-discount-refused', async (services, occasion) => {
    const found = await readOccasion(services, occasion);
    if (!found) return undefined;
    const { row, store, vendorName } = found;
    return {
      discount_name: row.name,
      vendor_name: vendorName,
      is_over: row.state === 'ending' || row.state === 'ended',
      url: portalUrl(services, store, `/app/discounts/${row.id}`),
    };
  }),
];
