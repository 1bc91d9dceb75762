import type { Actor } from '#app/core/viewer.ts';
import { asCurrency, money, toDto, type Currency } from '#app/core/money/money.ts';
import type { MoneyDto } from '#app/core/dto.ts';
import { recordAudit } from '#app/platform/audit/audit.service.server.ts';
import { listBalances } from '#app/platform/ledger/ledger.service.server.ts';
import { queueMails } from '#app/platform/mails/mails.service.server.ts';
import { endInstallation, findStoreById } from '#app/platform/stores/stores.service.server.ts';
import { listVendors } from '#app/platform/vendors/vendors.service.server.ts';
import type { Services } from '#app/server/context.server.ts';
import type { SqlTx } from '#app/server/db.server.ts';
import type { Delivery, DeliveryStore, Outcome } from '#app/server/webhook-queue.server.ts';
import { insertRequest } from './requests.repo.server.ts';

/** What a store owed to its vendors when it left; negative where a vendor was paid too much. */
export type OwedExport = {
  store: string;
  madeAt: string;
  owed: { vendor: string; amount: MoneyDto }[];
  totals: MoneyDto[];
};

const PLATFORM: Actor = { kind: 'platform', id: 'webhook', name: '', role: 'platform' };

/**
 * The store took the app away: our access ends, jobs and planned payouts with it, sign-in is refused from now on, and the
 * merchant is mailed what is owed to vendors. All data stays until the platform asks to erase it.
 */
export async function recordUninstallation(
  services: Services,
  tx: SqlTx,
  store: DeliveryStore,
  delivery: Delivery,
): Promise<Outcome> {
  const at = delivery.triggeredAt ?? delivery.receivedAt;
  if (!(await endInstallation(tx, store, at))) {
    return { id: delivery.id, state: 'done', note: 'the store is installed again, or was uninstalled before' };
  }
  const now = services.clock.now();
  const owed = await readOwed(tx, store.domain, now);
  const id = await insertRequest(tx, {
    topic: 'app/uninstalled',
    reference: delivery.webhookId,
    subject: { vendors: owed.owed.length },
    state: 'completed',
    sealedExport: services.vault.sealText(JSON.stringify(owed)),
    receivedAt: delivery.receivedAt,
    dueAt: delivery.receivedAt,
    completedAt: now,
  });
  const address = (await findStoreById(services, store.id))?.email;
  if (id !== undefined && address) {
    await queueMails(tx, services, [
      {
        dedupeKey: `marketplace-uninstalled/${id}`,
        template: 'marketplace-uninstalled',
        audience: { kind: 'address', address },
        params: { requestId: String(id) },
        dueAt: now,
        createdAt: now,
      },
    ]);
  }
  await recordAudit(tx, [
    {
      subject: 'store',
      subjectId: String(store.id),
      vendorId: null,
      action: 'store.uninstalled',
      actor: PLATFORM,
      detail: { totals: owed.totals },
      at: now,
    },
  ]);
  return { id: delivery.id, state: 'done' };
}

async function readOwed(tx: SqlTx, domain: string, now: Date): Promise<OwedExport> {
  const nameOf = new Map((await listVendors(tx)).map((vendor) => [vendor.id, vendor.name]));
  const balances = (await listBalances(tx)).filter((one) => one.payableMinor !== 0n);
  const totals = new Map<Currency, bigint>();
  for (const { currency, payableMinor } of balances) {
    totals.set(currency, (totals.get(currency) ?? 0n) + payableMinor);
  }
  return {
    store: domain,
    madeAt: now.toISOString(),
    owed: balances.map(({ vendorId, currency, payableMinor }) => ({
      vendor: nameOf.get(vendorId) ?? String(vendorId),
      amount: toDto(money(payableMinor, asCurrency(currency))),
    })),
    totals: [...totals].map(([currency, minor]) => toDto(money(minor, currency))),
  };
}
