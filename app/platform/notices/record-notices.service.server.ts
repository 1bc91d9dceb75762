import type { SqlTx } from '#app/server/db.server.ts';
import { NOTICE_KINDS, type NoticeKind } from './notice.ts';
import * as repo from './notices.repo.server.ts';

/** Something that happened: to a vendor, or (null) for the marketplace's admins. The same occasion always has the same key. */
export type Occasion = { vendorId: bigint | null; kind: NoticeKind; subjectId: bigint; dedupeKey: string; at: Date };

/** Writes notices in the transaction of their cause; a key that exists already is not written again. */
export async function recordNotices(tx: SqlTx, occasions: readonly Occasion[]): Promise<void> {
  if (occasions.length === 0) return;
  await repo.insertNotices(
    tx,
    occasions.map((one) => ({ ...one, subject: NOTICE_KINDS[one.kind].subject })),
  );
}

/** Takes back a notice whose occasion was undone, by its key. */
export const withdrawNotice = (tx: SqlTx, dedupeKey: string): Promise<void> => repo.deleteNotice(tx, dedupeKey);
