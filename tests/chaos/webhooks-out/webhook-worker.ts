import { createWebSender } from '#app/adapters/web/web-sender.server.ts';
import { createWebhookSender } from '#app/features/webhook-endpoints/send-messages.service.server.ts';
import { createContainer } from '#app/main/container.server.ts';
import { webhookSources } from '#app/main/webhook-sources.server.ts';
import { readEnv } from '#app/server/env.server.ts';
import { startLoop } from '#app/server/loop.server.ts';

/** A worker of webhooks as a process of its own, for which 127.0.0.2 stands for a machine of the public internet. */
const { services } = createContainer(readEnv(process.env));
services.adapters.callbacks = createWebSender(
  { resolve: () => Promise.resolve(['127.0.0.2']), isPublic: (address) => address === '127.0.0.2' },
  new Set(['', process.env.RECEIVER_PORT ?? '']),
);
const sender = createWebhookSender(services, webhookSources);
const loop = startLoop({
  name: 'webhooks',
  everyMs: 50,
  log: services.log,
  run: () =>
    sender.start(() => {
      loop.wake();
    }),
});
