import { recordFlowEvents } from '#app/platform/flow-triggers/flow-triggers.service.server.ts';
import type { SqlTx } from '#app/server/db.server.ts';
import type { Services } from '#app/server/context.server.ts';
import { toFlowEvents } from './flow-events.ts';
import { recordMessagesFunction } from './record-messages-function.repo.server.ts';
import type { WebhookEvent } from './webhook-topic.ts';

const RECORD = `SELECT ${recordMessagesFunction.name}($1::text[], $2::bigint[], $3::text[], $4::bigint[], $5::text[], $6)::int AS count`;

/**
 * Writes what programs outside are told of, in the transaction of its cause: one message for each endpoint that follows it, and
 * what it starts in Flow. An event whose key an endpoint has already is not written again.
 */
export async function recordWebhookMessages(
  tx: SqlTx,
  services: Pick<Services, 'jobs'>,
  events: readonly WebhookEvent[],
  at: Date,
): Promise<void> {
  if (events.length === 0) return;
  const [row] = await tx.query<{ count: number }>(RECORD, [
    events.map(({ topic }) => topic),
    events.map(({ vendorId }) => vendorId),
    events.map(({ subject }) => subject),
    events.map(({ subjectId }) => subjectId),
    events.map(({ key }) => key),
    at,
  ]);
  if (row && row.count > 0) services.jobs.wakeAfterCommit(tx, 'webhooks');
  await recordFlowEvents(tx, services, events.flatMap(toFlowEvents), at);
}
