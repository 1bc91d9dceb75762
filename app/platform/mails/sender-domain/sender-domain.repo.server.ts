import type { SqlTx } from '#app/server/db.server.ts';
import type { RecordName, RecordState } from './sender-domain.ts';

export type SenderDomainRow = { domain: string; checkedAt: Date } & Record<RecordName, RecordState>;

/** What was found last of the domain that mails come from; undefined before the first look. Needs the marketplace's scope. */
export async function findSenderDomain(tx: SqlTx): Promise<SenderDomainRow | undefined> {
  const [row] = await tx.query<SenderDomainRow>(
    'SELECT domain, spf, dkim, dmarc, checked_at AS "checkedAt" FROM sender_domains WHERE store_id = $1',
    [tx.scope.storeId],
  );
  return row;
}

/** Writes what was found, unless a later look did so already. */
export async function writeSenderDomain(tx: SqlTx, row: SenderDomainRow): Promise<void> {
  await tx.query(
    `INSERT INTO sender_domains AS d (store_id, domain, spf, dkim, dmarc, checked_at) VALUES ($1, $2, $3, $4, $5, $6)
     ON CONFLICT (store_id) DO UPDATE SET domain = excluded.domain, spf = excluded.spf, dkim = excluded.dkim,
       dmarc = excluded.dmarc, checked_at = excluded.checked_at WHERE d.checked_at <= excluded.checked_at`,
    [tx.scope.storeId, row.domain, row.spf, row.dkim, row.dmarc, row.checkedAt],
  );
}
