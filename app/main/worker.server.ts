import type { Client } from 'pg';
import { createJobRunner } from '#app/server/job-runner.server.ts';
import { WAKE_CHANNEL, type WakeChannel } from '#app/server/jobs.server.ts';
import { startLoop, type Loop } from '#app/server/loop.server.ts';
import { createWebhookQueue } from '#app/server/webhook-queue.server.ts';
import { passRestoreMarker } from '#app/platform/hold/restore-marker.service.server.ts';
import { createMailSender } from '#app/platform/mails/sending.service.server.ts';
import type { Container } from './container.server.ts';
import { vendorShopHandler } from '#app/features/integrations/connections/store-events.service.server.ts';
import { mailSources } from './mail-sources.server.ts';
import { createWebhookSender } from '#app/features/webhook-endpoints/send-messages.service.server.ts';
import { webhookSources } from './webhook-sources.server.ts';
import { deliveryHandlers, scheduledJobHandlers } from './tables.server.ts';

export type Worker = { stop(): Promise<void> };

const POLL_MS = 1000;
/** How often the marker of restores is counted up while nothing else does. */
const MARKER_MS = 600_000;

/** Starts the loops over stored deliveries, mails and scheduled jobs. */
export function startWorker(container: Container): Worker {
  const { services } = container;
  const { db, clock, log, vault } = services;
  const queue = createWebhookQueue({
    db,
    vault,
    clock,
    log,
    handlers: deliveryHandlers(services),
    vendorShops: vendorShopHandler(services),
  });
  const leaseSeconds = services.env.JOB_LEASE_SECONDS;
  const runner = createJobRunner({ db, clock, log, leaseSeconds, handlers: scheduledJobHandlers(services) });
  const sender = createMailSender(services, mailSources);
  const webhooks = createWebhookSender(services, webhookSources);
  const loops: Record<WakeChannel, Loop> = {
    deliveries: startLoop({ name: 'deliveries', everyMs: POLL_MS, log, run: () => queue.runBatch() }),
    mails: startLoop({ name: 'mails', everyMs: POLL_MS, log, run: () => sender.sendSome() }),
    due: startLoop({ name: 'due', everyMs: POLL_MS, log, run: () => runner.start(() => loops.due.wake()) }),
    webhooks: startLoop({
      name: 'webhooks',
      everyMs: POLL_MS,
      log,
      run: () => webhooks.start(() => loops.webhooks.wake()),
    }),
  };
  const marker = startLoop({
    name: 'restore-marker',
    everyMs: MARKER_MS,
    log,
    run: async () => {
      await passRestoreMarker(services);
      return false;
    },
  });
  const ears = listen(container, (channel) => {
    if (channel in loops) loops[channel as WakeChannel].wake();
  });
  return {
    async stop() {
      await ears.stop();
      await Promise.all([marker, ...Object.values(loops)].map((loop) => loop.stop()));
      await Promise.all([runner.settle(), webhooks.settle()]);
    },
  };
}

/** Listens for wake-ups on a connection of its own and connects again when it is lost; the loops poll until then. */
function listen(container: Container, notified: (channel: string) => void): { stop(): Promise<void> } {
  let client: Client | undefined;
  let stopped = false;
  const connect = async () => {
    if (stopped) return;
    const next = container.services.db.connect();
    next.on('notification', (message) => {
      notified(message.payload ?? '');
    });
    next.on('error', () => undefined);
    next.on('end', () => {
      if (client === next) again();
    });
    try {
      await next.connect();
      await next.query(`LISTEN ${WAKE_CHANNEL}`);
      client = next;
    } catch {
      again();
    }
  };
  const again = () => {
    client = undefined;
    if (!stopped) setTimeout(() => void connect(), 1000).unref();
  };
  void connect();
  return {
    async stop() {
      stopped = true;
      const last = client;
      client = undefined;
      await last?.end().catch(() => undefined);
    },
  };
}
