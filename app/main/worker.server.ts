import type { Client } from 'pg';
import { createDueWork } from '#app/server/due-work.server.ts';
import { WAKE_CHANNEL, type WakeChannel } from '#app/server/jobs.server.ts';
import { startLoop, type Loop } from '#app/server/loop.server.ts';
import { createWebhookQueue } from '#app/server/webhook-queue.server.ts';
import { sendNextMails } from '#app/features/mails/sending.service.server.ts';
import type { Container } from './container.server.ts';
import { mailSources } from './mail-sources.server.ts';
import { deliveryHandlers, dueWorkHandlers, jobs } from './tables.server.ts';

export type Worker = { stop(): Promise<void> };

const POLL_MS = 1000;

/** Starts the loops over stored deliveries, mails and due work, and the handlers of jobs. */
export async function startWorker(held: Container): Promise<Worker> {
  const { services } = held;
  const { db, clock, log, vault } = services;
  const queue = createWebhookQueue({ db, vault, clock, log, handlers: deliveryHandlers(services) });
  const due = createDueWork({ db, clock, log, handlers: dueWorkHandlers(services) });
  const loops: Record<WakeChannel, Loop> = {
    deliveries: startLoop({ name: 'deliveries', everyMs: POLL_MS, log, run: () => queue.runBatch() }),
    mails: startLoop({ name: 'mails', everyMs: POLL_MS, log, run: () => sendNextMails(services, mailSources) }),
    due: startLoop({ name: 'due', everyMs: POLL_MS, log, run: () => due.runNext() }),
  };
  const ears = listen(held, (channel) => {
    if (channel in loops) loops[channel as WakeChannel].wake();
  });
  for (const job of jobs) await work(held, job);
  return {
    async stop() {
      await ears.stop();
      await Promise.all(Object.values(loops).map((loop) => loop.stop()));
    },
  };
}

/**
 * Runs the jobs of a queue one after another. One that is sent while another of its kind runs is told to nobody who listens, and
 * the library pauses after each: the next is asked for as soon as one has ended, and the polling goes on beside the telling.
 */
async function work({ services, boss }: Container, job: (typeof jobs)[number]): Promise<void> {
  const pace = { batchSize: 1, pollingIntervalSeconds: 2, notifyPollingIntervalSeconds: 2 };
  const id: string = await boss.work(job.name, pace, async ([item]) => {
    try {
      if (item) await job.run(services, item.data);
    } finally {
      boss.notifyWorker(id);
    }
  });
}

/** Listens for wake-ups on a connection of its own and connects again when it is lost; the loops poll meanwhile. */
function listen(held: Container, heard: (channel: string) => void): { stop(): Promise<void> } {
  let client: Client | undefined;
  let stopped = false;
  const connect = async () => {
    if (stopped) return;
    const next = held.services.db.connect();
    next.on('notification', (message) => {
      heard(message.payload ?? '');
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
