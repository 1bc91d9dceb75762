import { z } from 'zod';
import { asCurrency, money, parseAmount, toDto } from '#app/core/money/money.ts';
import { marketplaceScope } from '#app/core/viewer.ts';
import { mailVariables, type MailVariables } from '#app/platform/mails/sending.service.server.ts';
import { findStoreById, portalUrl } from '#app/platform/stores/stores.service.server.ts';
import { formatMoney } from '#app/ui/money/format.ts';
import type { RunResults } from './run-results.ts';
import { findEndedRun } from './payout-runs.service.server.ts';

const paramsSchema = z.object({ runId: z.string().transform((id) => BigInt(id)) });

/** What the mail about a run of automatic payouts says. */
export const payoutRunMails: readonly MailVariables[] = [
  mailVariables('marketplace-automated-payments', async (services, { storeId, params, locale }) => {
    const { runId } = paramsSchema.parse(params);
    const store = await findStoreById(services, storeId);
    const results = await services.db.fast(marketplaceScope(storeId), (tx) => findEndedRun(tx, runId));
    if (!store || !results) return undefined;
    const started = results.paid.filter(({ status }) => status !== 'refused');
    return {
      payouts: started.length,
      amounts: toSums(started)
        .map((sum) => formatMoney(sum, locale))
        .join(', '),
      refused: results.paid.length - started.length,
      skipped: results.skippedCount,
      url: portalUrl(services, store, '/app/money/payouts'),
    };
  }),
];

function toSums(paid: RunResults['paid']) {
  const sums = new Map<string, bigint>();
  for (const { amount } of paid) {
    const parsed = parseAmount(amount.amount, asCurrency(amount.currency));
    if (parsed.ok) sums.set(amount.currency, (sums.get(amount.currency) ?? 0n) + parsed.value);
  }
  return [...sums].map(([currency, minor]) => toDto(money(minor, asCurrency(currency))));
}
