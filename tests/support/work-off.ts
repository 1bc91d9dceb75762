import { deliveryHandlers, dueWorkHandlers } from '#app/main/tables.server.ts';
import { createDueWork } from '#app/server/due-work.server.ts';
import { createWebhookQueue } from '#app/server/webhook-queue.server.ts';
import { program } from './program.ts';

/**
 * Runs what is due by the program's clock in a program that was started without a worker: the platform's deliveries first, then
 * due work, until nothing is left. Several at once are several workers.
 */
export async function workOff(): Promise<void> {
  await program().sandbox?.control('POST', '/drain', { app: false });
  const { services } = program().container;
  const queue = createWebhookQueue({ ...services, handlers: deliveryHandlers(services) });
  while (await queue.runBatch()) continue;
  const due = createDueWork({ ...services, handlers: dueWorkHandlers(services) });
  while (await due.runNext()) continue;
  await program().sandbox?.control('POST', '/drain', { app: false });
  while (await queue.runBatch()) continue;
}
