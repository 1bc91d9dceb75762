import type { Provider } from '#app/core/provider-problem.ts';
import type { SqlTx } from '#app/server/db.server.ts';
import { oncePerPage } from '#app/server/once-per-page.server.ts';

export type ProviderKeyRow = {
  provider: Provider;
  encrypted: string;
  hint: string;
  isTest: boolean;
  accountId: string;
  accountName: string;
  country: string;
  encryptedWebhooks: string;
  receivesEvents: boolean;
  savedAt: Date;
  heardAt: Date | null;
  refusedDeliveries: number;
};

const COLUMNS = `provider, encrypted, hint, is_test AS "isTest", account_id AS "accountId", account_name AS "accountName", country,
  encrypted_webhooks AS "encryptedWebhooks", receives_events AS "receivesEvents", saved_at AS "savedAt", last_event_at AS "heardAt",
  refused_deliveries AS "refusedDeliveries"`;

/** The store's keys; the scope has to be the marketplace's. */
export function listKeys(tx: SqlTx): Promise<ProviderKeyRow[]> {
  return oncePerPage(tx, 'provider-keys', () =>
    tx.query(`SELECT ${COLUMNS} FROM provider_keys WHERE store_id = $1 ORDER BY provider`, [tx.scope.storeId]),
  );
}

/** Keeps a key in the place of an earlier one of the same provider. What it holds comes sealed. */
export async function saveKey(tx: SqlTx, row: Omit<ProviderKeyRow, 'heardAt' | 'refusedDeliveries'>): Promise<void> {
  await tx.query(
    `INSERT INTO provider_keys (store_id, provider, encrypted, hint, is_test, account_id, account_name, country, encrypted_webhooks, receives_events, saved_at)
     VALUES ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11)
     ON CONFLICT (store_id, provider) DO UPDATE SET encrypted = excluded.encrypted, hint = excluded.hint, is_test = excluded.is_test,
       account_id = excluded.account_id, account_name = excluded.account_name, country = excluded.country,
       encrypted_webhooks = excluded.encrypted_webhooks, receives_events = excluded.receives_events, saved_at = excluded.saved_at, last_event_at = NULL,
       refused_deliveries = 0`,
    [
      tx.scope.storeId,
      row.provider,
      row.encrypted,
      row.hint,
      row.isTest,
      row.accountId,
      row.accountName,
      row.country,
      row.encryptedWebhooks,
      row.receivesEvents,
      row.savedAt,
    ],
  );
}

/** Keeps other addresses for events of a key, unless they were changed meanwhile; false then. */
export async function replaceWebhooks(
  tx: SqlTx,
  o: { provider: Provider; before: string; encryptedWebhooks: string },
): Promise<boolean> {
  const rows = await tx.query(
    `UPDATE provider_keys SET encrypted_webhooks = $4 WHERE store_id = $1 AND provider = $2 AND encrypted_webhooks = $3
     RETURNING provider`,
    [tx.scope.storeId, o.provider, o.before, o.encryptedWebhooks],
  );
  return rows.length > 0;
}

/** Forgets a key; false where there was none. */
export async function deleteKey(tx: SqlTx, provider: Provider): Promise<boolean> {
  const rows = await tx.query('DELETE FROM provider_keys WHERE store_id = $1 AND provider = $2 RETURNING provider', [
    tx.scope.storeId,
    provider,
  ]);
  return rows.length > 0;
}

/** Notes that the provider was heard; what was noted within the last minute is not noted again. */
export async function recordReceived(tx: SqlTx, provider: Provider, at: Date): Promise<void> {
  await tx.query(
    `UPDATE provider_keys SET last_event_at = $3 WHERE store_id = $1 AND provider = $2
       AND (last_event_at IS NULL OR last_event_at < $3::timestamptz - interval '1 minute')`,
    [tx.scope.storeId, provider, at],
  );
}

/** Counts a delivery whose signature was wrong. */
export async function countRefused(tx: SqlTx, provider: Provider): Promise<void> {
  await tx.query(
    `UPDATE provider_keys SET refused_deliveries = least(refused_deliveries + 1, 1000000)
     WHERE store_id = $1 AND provider = $2`,
    [tx.scope.storeId, provider],
  );
}
