import { deliveryHandlers, scheduledJobHandlers } from '#app/main/tables.server.ts';
import { createJobRunner } from '#app/server/job-runner.server.ts';
import { vendorShopHandler } from '#app/features/integrations/connections/store-events.service.server.ts';
import { createWebhookQueue } from '#app/server/webhook-queue.server.ts';
import { program } from './program.ts';
import { waitFor } from './wait.ts';

/**
 * Runs what is due by the program's clock in a program that was started without a worker: the platform's deliveries first, then
 * scheduled jobs, until nothing is left. Several at once are several workers. What a killed worker had claimed is waited for.
 */
export async function drainJobs(): Promise<void> {
  await program().sandbox?.control('POST', '/drain', { app: false });
  const { services } = program().container;
  const queue = createWebhookQueue({
    ...services,
    handlers: deliveryHandlers(services),
    vendorShops: vendorShopHandler(services),
  });
  while (await queue.runBatch()) continue;
  const runner = createJobRunner({
    ...services,
    handlers: scheduledJobHandlers(services),
    leaseSeconds: services.env.JOB_LEASE_SECONDS,
  });
  const runAll = async () => {
    while (await runner.runNext()) continue;
    return (await program().owner.scheduledJob.count({ where: { lease: { not: null } } })) === 0;
  };
  await waitFor('no job is claimed any more', runAll, 120_000);
  await program().sandbox?.control('POST', '/drain', { app: false });
  while (await queue.runBatch()) continue;
}
