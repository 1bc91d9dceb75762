import { recordWebhookMessages } from '#app/platform/webhook-messages/record-messages.service.server.ts';
import type { Services } from '#app/server/context.server.ts';
import type { SqlTx } from '#app/server/db.server.ts';
import { NOTICE_KINDS, type NoticeKind } from './notice.ts';
import * as repo from './notices.repo.server.ts';
import { toWebhookEvents } from './webhook-topics.ts';

/** Something that happened: to a vendor, or (null) for the marketplace's admins. The same occasion always has the same key. */
export type Occasion = { vendorId: bigint | null; kind: NoticeKind; subjectId: bigint; dedupeKey: string; at: Date };

/**
 * Writes notices in the transaction of their cause, and what programs outside are told of the same; a key that exists already is
 * not written again.
 */
export async function recordNotices(
  tx: SqlTx,
  services: Pick<Services, 'jobs'>,
  occasions: readonly Occasion[],
): Promise<void> {
  const [first] = occasions;
  if (!first) return;
  await repo.insertNotices(
    tx,
    occasions.map((one) => ({ ...one, subject: NOTICE_KINDS[one.kind].subject })),
  );
  await recordWebhookMessages(tx, services, occasions.flatMap(toWebhookEvents), first.at);
}

/** Takes back a notice whose occasion was undone, by its key. */
export const withdrawNotice = (tx: SqlTx, dedupeKey: string): Promise<void> => repo.deleteNotice(tx, dedupeKey);
