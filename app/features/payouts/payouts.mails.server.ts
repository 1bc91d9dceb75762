import { z } from 'zod';
import { money, toDto } from '#app/core/money/money.ts';
import { marketplaceScope, type Locale } from '#app/core/viewer.ts';
import type { StoreId } from '#app/core/ids.ts';
import { mailVariables, type MailVariables } from '#app/platform/mails/sending.service.server.ts';
import { findStoreById, portalUrl } from '#app/platform/stores/stores.service.server.ts';
import type { Services } from '#app/server/context.server.ts';
import { formatMoney } from '#app/ui/money/format.ts';
import { findPayout } from './payouts.repo.server.ts';

const paramsSchema = z.object({
  payoutId: z.string().transform((id) => BigInt(id)),
  state: z.enum(['failed', 'reversed', 'unclaimed', 'part']),
  /** What came back, of a part. Minor units. */
  partMinor: z
    .string()
    .optional()
    .transform((minor) => (minor === undefined ? undefined : BigInt(minor))),
});
const NAMES = { stripe: 'Stripe', paypal: 'PayPal', manual: '' } as const;

/** What mails about a payout that did not arrive say; why it did not stands on its screen. */
export const payoutMails: readonly MailVariables[] = [
  mailVariables('marketplace-payout-failed', async (services, { storeId, params, locale }) => {
    const { payoutId, state, partMinor } = paramsSchema.parse(params);
    const variables = await describePayout(services, storeId, payoutId, { locale, partMinor });
    const isPart = state === 'part';
    // Words of a store's own that know no parts say that it came back.
    return variables && { ...variables, state: isPart ? 'reversed' : state, is_part: isPart };
  }),
  mailVariables('vendor-payout-unclaimed', async (services, { storeId, params, locale }) => {
    const { payoutId, state } = paramsSchema.parse(params);
    const variables = await describePayout(services, storeId, payoutId, { locale, partMinor: undefined });
    return variables && { ...variables, is_returned: state !== 'unclaimed' };
  }),
];

async function describePayout(
  services: Services,
  storeId: StoreId,
  payoutId: bigint,
  { locale, partMinor }: { locale: Locale; partMinor: bigint | undefined },
) {
  const store = await findStoreById(services, storeId);
  const payout = await services.db.fast(marketplaceScope(storeId), (tx) => findPayout(tx, payoutId));
  if (!store || !payout) return undefined;
  return {
    vendor_name: payout.vendor,
    amount: formatMoney(toDto(money(partMinor ?? payout.amountMinor, payout.currency)), locale),
    is_stopped: payout.state === 'failed' && payout.reason === 'unknown_transfer',
    way: payout.destinationType === 'USER_HANDLE' ? 'Venmo' : NAMES[payout.method],
    url: portalUrl(services, store, `/app/money/payouts/${payoutId}`),
  };
}
