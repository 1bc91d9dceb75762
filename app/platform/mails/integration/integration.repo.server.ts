import type { MailService } from '#app/core/mail-service.ts';
import type { SqlTx } from '#app/server/db.server.ts';
import type { ServiceProblem } from './integration.ts';

export type MailServiceRow = {
  service: MailService;
  encryptedKey: string;
  hint: string;
  accountName: string;
  /** Of the secret in the address that the service tells of bounces; empty where it tells nothing. */
  hookHash: string;
  hookId: string;
  savedAt: Date;
  problem: ServiceProblem | null;
  problemAt: Date | null;
  acceptedAt: Date | null;
  heardAt: Date | null;
};

const COLUMNS = `service, encrypted_key AS "encryptedKey", hint, account_name AS "accountName", hook_hash AS "hookHash", hook_id AS "hookId",
  saved_at AS "savedAt", problem, problem_at AS "problemAt", accepted_at AS "acceptedAt", last_event_at AS "heardAt"`;

/** The service that sends the store's mails; undefined where our own mail server does. */
export async function findMailService(tx: SqlTx): Promise<MailServiceRow | undefined> {
  const [row] = await tx.query<MailServiceRow>(`SELECT ${COLUMNS} FROM mail_services WHERE store_id = $1`, [
    tx.scope.storeId,
  ]);
  return row;
}

type NewService = Pick<
  MailServiceRow,
  'service' | 'encryptedKey' | 'hint' | 'accountName' | 'hookHash' | 'hookId' | 'savedAt'
>;

/** Keeps a service in the place of an earlier one, with nothing known of it yet. */
export async function saveMailService(tx: SqlTx, row: NewService): Promise<void> {
  await tx.query(
    `INSERT INTO mail_services (store_id, service, encrypted_key, hint, account_name, hook_hash, hook_id, saved_at)
     VALUES ($1, $2, $3, $4, $5, $6, $7, $8)
     ON CONFLICT (store_id) DO UPDATE SET service = excluded.service, encrypted_key = excluded.encrypted_key, hint = excluded.hint,
       account_name = excluded.account_name, hook_hash = excluded.hook_hash, hook_id = excluded.hook_id, saved_at = excluded.saved_at,
       problem = NULL, problem_at = NULL, accepted_at = NULL, last_event_at = NULL`,
    [tx.scope.storeId, row.service, row.encryptedKey, row.hint, row.accountName, row.hookHash, row.hookId, row.savedAt],
  );
}

export async function deleteMailService(tx: SqlTx): Promise<void> {
  await tx.query('DELETE FROM mail_services WHERE store_id = $1', [tx.scope.storeId]);
}

/** Records what a service refused; of the key that is still in use alone. */
export async function recordProblem(tx: SqlTx, o: { savedAt: Date; problem: ServiceProblem; at: Date }): Promise<void> {
  await tx.query('UPDATE mail_services SET problem = $3, problem_at = $4 WHERE store_id = $1 AND saved_at = $2', [
    tx.scope.storeId,
    o.savedAt,
    o.problem,
    o.at,
  ]);
}

/** Records that the service took a mail, which ends a problem; what was recorded within the last minute is not written again. */
export async function recordAccepted(tx: SqlTx, o: { savedAt: Date; at: Date }): Promise<void> {
  await tx.query(
    `UPDATE mail_services SET accepted_at = $3, problem = NULL, problem_at = NULL WHERE store_id = $1 AND saved_at = $2
       AND (problem IS NOT NULL OR accepted_at IS NULL OR accepted_at < $3::timestamptz - interval '1 minute')`,
    [tx.scope.storeId, o.savedAt, o.at],
  );
}

/** Records that the service told something; likewise once a minute. */
export async function recordLastEvent(tx: SqlTx, at: Date): Promise<void> {
  await tx.query(
    `UPDATE mail_services SET last_event_at = $2 WHERE store_id = $1
       AND (last_event_at IS NULL OR last_event_at < $2::timestamptz - interval '1 minute')`,
    [tx.scope.storeId, at],
  );
}
