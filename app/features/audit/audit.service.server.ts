import type { SqlTx } from '#app/server/db.server.ts';
import type { AuditEntry, AuditSubject } from './audit.ts';
import * as repo from './audit.repo.server.ts';

export type { AuditEvent } from './audit.repo.server.ts';

/** Appends audit rows in the transaction of what they tell of. */
export function recordAudit(tx: SqlTx, entries: readonly AuditEntry[]): Promise<void> {
  return repo.insertEvents(tx, entries);
}

/** The timeline of one subject within the scope, newest first, at most 200 rows. */
export function readTimeline(tx: SqlTx, subject: AuditSubject, subjectId: string): Promise<repo.AuditEvent[]> {
  return repo.listEvents(tx, subject, subjectId);
}
