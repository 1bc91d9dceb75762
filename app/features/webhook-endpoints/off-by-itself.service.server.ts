import { asVendorId } from '#app/core/ids.ts';
import { queueMails } from '#app/platform/mails/mails.service.server.ts';
import type { Services } from '#app/server/context.server.ts';
import type { SqlTx } from '#app/server/db.server.ts';
import * as repo from './endpoints.repo.server.ts';
import * as messages from './messages.repo.server.ts';
import type { EndpointProblem } from './webhook-endpoint.ts';

/** Switches an endpoint off for a reason, and tells whose it is by mail and in the bell; what waits for it stays. Off already, it stays so. */
export async function endEndpoint(
  services: Pick<Services, 'jobs'>,
  tx: SqlTx,
  endpoint: Pick<repo.EndpointRow, 'id' | 'vendorId'>,
  { problem, at }: { problem: EndpointProblem; at: Date },
): Promise<void> {
  const { id, vendorId } = endpoint;
  if (!(await repo.switchOff(tx, id, problem))) return;
  await messages.pauseMessages(tx, id);
  await queueMails(tx, services, [
    {
      dedupeKey: `webhook-off/${String(id)}/${at.toISOString()}`,
      template: vendorId === null ? 'marketplace-webhook-off' : 'vendor-webhook-off',
      audience: vendorId === null ? { kind: 'admins' } : { kind: 'vendor', vendorId: asVendorId(vendorId) },
      params: { endpointId: String(id), problem },
      dueAt: at,
      createdAt: at,
    },
  ]);
}
