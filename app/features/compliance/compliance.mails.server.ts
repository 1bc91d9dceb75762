import { dateFormat } from '#app/core/intl.ts';
import { z } from 'zod';
import { idSchema } from '#app/core/ids.ts';
import { marketplaceScope } from '#app/core/viewer.ts';
import type { MoneyDto } from '#app/core/dto.ts';
import { mailVariables, type MailOccasion, type MailVariables } from '#app/platform/mails/sending.service.server.ts';
import { findStoreById, portalUrl } from '#app/platform/stores/stores.service.server.ts';
import type { Services } from '#app/server/context.server.ts';
import { formatMoney } from '#app/ui/money/format.ts';
import { findRequest, readEncryptedExport } from './requests.repo.server.ts';
import type { OwedExport } from './uninstall.service.server.ts';

const paramsSchema = z.object({ requestId: idSchema });
const MAX_ROWS = 500;

/** What the mails about personal data and about the end of an installation say. */
export const complianceMails: readonly MailVariables[] = [
  mailVariables('marketplace-data-request', async (services, occasion) => {
    const { requestId } = paramsSchema.parse(occasion.params);
    const store = await findStoreById(services, occasion.storeId);
    const request = await services.db.fast(marketplaceScope(occasion.storeId), (tx) => findRequest(tx, requestId));
    if (!store || request?.state !== 'ready') return undefined;
    const day = dateFormat(occasion.locale, { dateStyle: 'long', timeZone: store.timezone });
    return { due_on: day.format(request.dueAt), url: portalUrl(services, store, '/app/privacy') };
  }),
  mailVariables('marketplace-uninstalled', async (services, occasion) => {
    const owed = await readOwed(services, occasion);
    if (!owed) return undefined;
    const text = (amount: MoneyDto) => formatMoney(amount, occasion.locale);
    return {
      owed: owed.owed.slice(0, MAX_ROWS).map(({ vendor, amount }) => ({ vendor, amount: text(amount) })),
      totals: owed.totals.map(text).join(' + '),
      is_cut: owed.owed.length > MAX_ROWS,
    };
  }),
];

async function readOwed(services: Services, { storeId, params }: MailOccasion): Promise<OwedExport | undefined> {
  const { requestId } = paramsSchema.parse(params);
  const encrypted = await services.db.fast(marketplaceScope(storeId), (tx) => readEncryptedExport(tx, requestId));
  return encrypted === undefined ? undefined : (JSON.parse(services.vault.openText(encrypted)) as OwedExport);
}
