import type { SqlTx } from '#app/server/db.server.ts';
import type { AuditEntry, AuditSubject } from './audit.ts';
import * as repo from './audit.repo.server.ts';

export type { AuditEvent } from './audit.repo.server.ts';

/** Appends audit rows in the transaction of what they tell of. */
export function recordAudit(tx: SqlTx, entries: readonly AuditEntry[]): Promise<void> {
  return repo.insertEvents(tx, entries);
}

const MAX_EVENTS = 200;

/** The timeline of one subject within the scope, newest first, at most 200 rows: those before an event's id, where one is named. */
export function readTimeline(
  tx: SqlTx,
  subject: AuditSubject,
  subjectId: string,
  o: { before?: bigint | undefined; limit?: number } = {},
): Promise<repo.AuditEvent[]> {
  return repo.listEvents(tx, { subject, subjectId, before: o.before, limit: o.limit ?? MAX_EVENTS });
}

/** What was changed of a store's settings, newest first. */
export const listSettingsEvents = repo.listSettingsEvents;
