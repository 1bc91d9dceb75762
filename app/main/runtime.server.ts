import type { AppLoadContext } from '@remix-run/node';
import type { IncomingMessage, ServerResponse } from 'node:http';
import { requireLesserRole } from '#app/server/database-role.server.ts';
import { EnvError, readEnv } from '#app/server/env.server.ts';
import { apiListener } from '#app/server/http/api.server.ts';
import { carrierListener } from '#app/server/http/carrier.server.ts';
import { filesListener } from '#app/server/http/files.server.ts';
import { proxyListener } from '#app/server/http/proxy.server.ts';
import { healthListener, metricsListener, readyListener } from '#app/server/http/probes.server.ts';
import { createDispatch, type Listener } from '#app/server/http/server.server.ts';
import { providerWebhookListener } from '#app/server/http/provider-webhooks.server.ts';
import { webhookListener } from '#app/server/http/webhooks.server.ts';
import type { Clock } from '#app/core/clock.ts';
import { AppError } from '#app/core/errors.ts';
import { marketplaceScope } from '#app/core/viewer.ts';
import { receiveBounces } from '#app/platform/mails/integration/bounces.service.server.ts';
import { receiveTrackingReport } from '#app/features/labels/tracking/receive-report.service.server.ts';
import { readTrackingPath } from '#app/features/labels/tracking/tracking-address.ts';
import { readBrevoPath } from '#app/platform/mails/integration/hook-address.ts';
import { readHookPath } from '#app/features/payment-providers/hook-address.ts';
import { receiveProviderEvent } from '#app/features/payment-providers/provider-events.service.server.ts';
import { planVendorRepair } from '#app/features/orders/ingest/repair-vendors.service.server.ts';
import { answerRates } from '#app/features/shipping/rates/answer-rates.service.server.ts';
import { readRatePath } from '#app/features/shipping/rates/rate-address.ts';
import { showRefusal } from '#app/features/storefront/theme-pages.service.server.ts';
import { passRestoreMarker } from '#app/platform/hold/restore-marker.service.server.ts';
import { findOnlyStore } from '#app/platform/stores/stores.repo.server.ts';
import { findStoreByDomain } from '#app/platform/stores/stores.service.server.ts';
import { inviteUser } from '#app/platform/identity/users/users.service.server.ts';
import { withApiDocs } from './api-docs.server.ts';
import { foldStoredNames } from '#app/platform/vendors/fold-names.service.server.ts';
import { createContainer, holdContainer, type Container } from './container.server.ts';
import { anonymousCtx, identifyCaller, screenContextFor, shopperCtx } from './ctx.server.ts';
import { implementations } from './tables.server.ts';
import { openPage } from './page.server.ts';
import { proxyPages } from './proxy.server.ts';
import { startWorker, type Worker } from './worker.server.ts';

export { EnvError, readEnv };

/** The program in one process, as the process entries see it. */
export type Program = {
  /** Answers what is no screen; false leaves the request to Remix. */
  handle(req: IncomingMessage, res: ServerResponse): Promise<boolean>;
  /** What a page needs: what Remix hands to its loaders, and the headers to write once its answer is known. */
  openPage(req: IncomingMessage): Promise<{ context: AppLoadContext; writeHeaders: (res: ServerResponse) => void }>;
  container: Container;
  close(): Promise<void>;
};

/**
 * Boots the program from its environment: `web` answers requests, `worker` does the work behind them. Throws EnvError with
 * every missing or wrong variable.
 */
export async function boot(
  source: Record<string, string | undefined>,
  o: { web: boolean; worker: boolean; clock?: Clock },
): Promise<Program> {
  const env = readEnv(source);
  const held = createContainer(env, o.clock ? { clock: o.clock } : {});
  await requireLesserRole(held.services.db).catch(async (error: unknown) => {
    await held.close();
    throw error;
  });
  await foldStoredNames(held.services, planVendorRepair);
  holdContainer(held);
  // Before anything leaves: a database that was restored while nothing ran is noticed here.
  if (o.worker) await passRestoreMarker(held.services);
  const worker: Worker | undefined = o.worker ? startWorker(held) : undefined;
  const { db, clock, log, adapters } = held.services;
  const webhooks = webhookListener({ secret: env.SHOPIFY_API_SECRET, inbox: held.inbox });
  const news = providerWebhookListener({
    limits: held.services.limits,
    read: readHookPath,
    take: (address, delivery) => receiveProviderEvent(held.services, held.inbox, { ...address, ...delivery }),
  });
  const bounces = providerWebhookListener({
    limits: held.services.limits,
    read: readBrevoPath,
    take: (address, delivery) => receiveBounces(held.services, address, delivery),
  });
  const packages = providerWebhookListener({
    limits: held.services.limits,
    read: readTrackingPath,
    take: (address, delivery) => receiveTrackingReport(held.services, address, delivery),
  });
  const layouts = new Map<string, Listener>([
    [
      'webhooks',
      (req, res, info) => {
        const path = req.url ?? '';
        if (path.startsWith('/webhooks/brevo/')) return bounces(req, res, info);
        if (path.startsWith('/webhooks/shippo/')) return packages(req, res, info);
        return /^\/webhooks\/[^?]/.test(path) ? news(req, res, info) : webhooks(req, res);
      },
    ],
    [
      'proxy',
      proxyListener({
        secret: env.SHOPIFY_API_SECRET,
        clock,
        pages: proxyPages(implementations),
        contextOf: shopperCtx,
        refuse: showRefusal,
      }),
    ],
    [
      'rates',
      carrierListener({
        secret: env.SHOPIFY_API_SECRET,
        clock,
        read: readRatePath,
        answer: (address, call) => answerRates(held.services, address, call),
      }),
    ],
    ['health', healthListener],
    ['ready', readyListener(db)],
    ['metrics', metricsListener(db, clock, env.METRICS_TOKEN)],
    [
      'api',
      withApiDocs(
        implementations.map((one) => one.endpoint),
        apiListener({
          implementations,
          entryPoint: { identify: identifyCaller, anonymous: anonymousCtx },
          checkAnswers: env.NODE_ENV !== 'production',
        }),
      ),
    ],
    ...(adapters.files.local ? [['files', filesListener(adapters.files.local, clock)] as const] : []),
  ]);
  return {
    handle: createDispatch({
      bySegment: layouts,
      log,
      surroundings: {
        proxies: env.TRUSTED_PROXIES,
        addressHeader: env.CLIENT_ADDRESS_HEADER,
        appUrl: env.SHOPIFY_APP_URL,
      },
    }),
    openPage: async (req) => {
      const { nonce, writeHeaders } = await openPage(held, req);
      return { context: { nonce, ...screenContextFor(req.method) }, writeHeaders };
    },
    container: held,
    close: async () => {
      await worker?.stop();
      await held.close();
      holdContainer(undefined);
    },
  };
}

/** Invites an admin who signs in on the web, into the named store or the only one. Returns the store's domain. */
export async function inviteAdmin(
  program: Program,
  o: { email: string; name: string; shop?: string | undefined },
): Promise<string> {
  const { services } = program.container;
  const store = o.shop ? await findStoreByDomain(services, o.shop) : await findOnlyStore(services.db);
  if (!store) throw new AppError('store_unknown');
  await services.db.fast(marketplaceScope(store.id), (tx) =>
    inviteUser(services, tx, { vendorId: null, email: o.email, name: o.name, role: 'admin' }),
  );
  return store.domain;
}
