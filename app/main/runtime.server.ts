import type { AppLoadContext } from '@remix-run/node';
import type { IncomingMessage, ServerResponse } from 'node:http';
import { requireLesserRole } from '#app/server/database-role.server.ts';
import { EnvError, listApiSecrets, readEnv } from '#app/server/env.server.ts';
import { findWeakSecrets } from '#app/server/weak-secrets.server.ts';
import { runChecks } from '#app/features/system/doctor/check.ts';
import { examineStore } from '#app/features/system/doctor/doctor.service.server.ts';
import { answerMessage } from '#app/features/assistants/answer-message.service.server.ts';
import { ASSISTANT_PATH, MAX_MESSAGE_BYTES } from '#app/features/assistants/assistant.ts';
import { apiListener } from '#app/server/http/api.server.ts';
import { buildMetadata, RESOURCE_METADATA_PATH, TOKEN_PATH } from '#app/features/assistants/grants/metadata.server.ts';
import { answerTokenRequest } from '#app/features/assistants/grants/tokens.service.server.ts';
import { assistantListener } from '#app/server/http/assistant.server.ts';
import { metadataListener, tokenListener } from '#app/server/http/assistant-tokens.server.ts';
import { carrierListener } from '#app/server/http/carrier.server.ts';
import { flowListener } from '#app/server/http/flow.server.ts';
import { filesListener } from '#app/server/http/files.server.ts';
import { proxyListener } from '#app/server/http/proxy.server.ts';
import { healthListener, metricsListener, readyListener } from '#app/server/http/probes.server.ts';
import { createDispatch, type Listener } from '#app/server/http/server.server.ts';
import { providerWebhookListener } from '#app/server/http/provider-webhooks.server.ts';
import { VERSION } from '#app/adapters/telemetry/metrics.server.ts';
import { startTracing } from '#app/adapters/telemetry/tracing.server.ts';
import { webhookListener } from '#app/server/http/webhooks.server.ts';
import type { Actor } from '#app/core/viewer.ts';
import { recordDeliveries } from '#app/features/recordings/recorded-deliveries.service.server.ts';
import type { RecoveryReadDto } from '#app/features/recovery/recovery.contract.ts';
import { findReadOfStore, startReadOfStore } from '#app/features/recovery/recovery.service.server.ts';
import { recoveryScheduledJobs } from '#app/features/recovery/recovery.jobs.server.ts';
import { reconciliationScheduledJobs } from '#app/features/finance/reconciliation/reconciliation.jobs.server.ts';
import { createJobRunner, findOnHoldKinds } from '#app/server/job-runner.server.ts';
import type { Clock } from '#app/core/clock.ts';
import { AppError } from '#app/core/errors.ts';
import { marketplaceScope } from '#app/core/viewer.ts';
import { receiveBounces } from '#app/platform/mails/integration/bounces.service.server.ts';
import { receiveTrackingReport } from '#app/features/labels/tracking/receive-report.service.server.ts';
import { readWooHookPath } from '#app/features/integrations/connections/woo-hook-address.ts';
import { receiveWooReport } from '#app/features/integrations/connections/receive-woo-report.service.server.ts';
import { readTrackingPath } from '#app/features/labels/tracking/tracking-address.ts';
import { readBrevoPath } from '#app/platform/mails/integration/hook-address.ts';
import { readHookPath } from '#app/features/payment-providers/hook-address.ts';
import { openFindingsFunction } from '#app/features/finance/reconciliation/open-findings-function.repo.server.ts';
import { receiveProviderEvent } from '#app/features/payment-providers/provider-events.service.server.ts';
import { planVendorRepair } from '#app/features/orders/ingest/repair-vendors.service.server.ts';
import { answerRates } from '#app/features/shipping/rates/answer-rates.service.server.ts';
import { readRatePath } from '#app/features/shipping/rates/rate-address.ts';
import { showRefusal } from '#app/features/storefront/theme-pages.service.server.ts';
import { checkForRestore } from '#app/platform/hold/restore-marker.service.server.ts';
import { findOnlyStore, type Store } from '#app/platform/stores/stores.repo.server.ts';
import { findStoreByDomain, listInstalledStores } from '#app/platform/stores/stores.service.server.ts';
import { inviteUser } from '#app/platform/identity/users/users.service.server.ts';
import { withApiDocs } from './api-docs/api-docs.server.ts';
import { foldStoredNames } from '#app/platform/vendors/fold-names.service.server.ts';
import { createContainer, holdContainer, type Container } from './container.server.ts';
import {
  anonymousCtx,
  identifyAssistant,
  identifyBuyer,
  identifyCaller,
  screenContextFor,
  shopperCtx,
} from './ctx.server.ts';
import { findFlowHandler } from './flow.server.ts';
import { implementations, scheduledJobHandlers } from './tables.server.ts';
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
  const stopTracing = await startTracing(source, VERSION);
  const container = createContainer(env, o.clock ? { clock: o.clock } : {});
  await requireLesserRole(container.services.db).catch(async (error: unknown) => {
    await container.close();
    throw error;
  });
  await foldStoredNames(container.services, planVendorRepair);
  holdContainer(container);
  // Before anything leaves: a database that was restored while nothing ran is noticed here.
  if (o.worker) await checkForRestore(container.services);
  const worker: Worker | undefined = o.worker ? startWorker(container) : undefined;
  const { db, clock, log, adapters } = container.services;
  const secrets = listApiSecrets(env);
  const webhooks = webhookListener({ secrets, inbox: container.inbox });
  const providerListener = providerWebhookListener({
    limits: container.services.limits,
    read: readHookPath,
    take: (address, delivery) => receiveProviderEvent(container.services, container.inbox, { ...address, ...delivery }),
  });
  const bounces = providerWebhookListener({
    limits: container.services.limits,
    read: readBrevoPath,
    take: (address, delivery) => receiveBounces(container.services, address, delivery),
  });
  const packages = providerWebhookListener({
    limits: container.services.limits,
    read: readTrackingPath,
    take: (address, delivery) => receiveTrackingReport(container.services, address, delivery),
  });
  const ownStores = providerWebhookListener({
    limits: container.services.limits,
    read: readWooHookPath,
    take: (address, delivery) => receiveWooReport(container.services, address, delivery),
  });
  const assistants = assistantListener({
    appUrl: env.SHOPIFY_APP_URL,
    path: ASSISTANT_PATH,
    metadataPath: RESOURCE_METADATA_PATH,
    limitBytes: MAX_MESSAGE_BYTES,
    identify: identifyAssistant,
    answer: answerMessage,
  });
  const tokens = tokenListener({
    path: TOKEN_PATH,
    limits: container.services.limits,
    answer: (form) => answerTokenRequest(container.services, form),
  });
  const layouts = new Map<string, Listener>([
    [
      'webhooks',
      (req, res, info) => {
        const path = req.url ?? '';
        if (path.startsWith('/webhooks/brevo/')) return bounces(req, res, info);
        if (path.startsWith('/webhooks/shippo/')) return packages(req, res, info);
        if (path.startsWith('/webhooks/woocommerce/')) return ownStores(req, res, info);
        return /^\/webhooks\/[^?]/.test(path) ? providerListener(req, res, info) : webhooks(req, res);
      },
    ],
    [
      'proxy',
      proxyListener({
        secrets,
        clock,
        pages: proxyPages(implementations),
        contextOf: shopperCtx,
        refuse: showRefusal,
      }),
    ],
    [
      'rates',
      carrierListener({
        secrets,
        clock,
        read: readRatePath,
        answer: (address, call) => answerRates(container.services, address, call),
      }),
    ],
    ['flow', flowListener({ secrets, find: (path) => findFlowHandler(container.services, path) })],
    ['health', healthListener],
    ['ready', readyListener(db)],
    [
      'metrics',
      metricsListener({
        db,
        clock,
        token: env.METRICS_TOKEN,
        onHoldKinds: findOnHoldKinds(scheduledJobHandlers(container.services)),
        openFindings: openFindingsFunction.name,
      }),
    ],
    [
      'api',
      withApiDocs(
        { endpoints: implementations.map((one) => one.endpoint), appUrl: env.SHOPIFY_APP_URL },
        apiListener({
          implementations,
          entryPoint: { identify: identifyCaller, identifyBuyer, anonymous: anonymousCtx },
          checkAnswers: env.NODE_ENV !== 'production',
        }),
      ),
    ],
    ['mcp', (req, res, info) => ((req.url ?? '').startsWith(TOKEN_PATH) ? tokens : assistants)(req, res, info)],
    ['.well-known', metadataListener(buildMetadata(env.SHOPIFY_APP_URL))],
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
      const { nonce, store, writeHeaders } = await openPage(container, req);
      return { context: { nonce, ...screenContextFor(req.method, store) }, writeHeaders };
    },
    container,
    close: async () => {
      await worker?.stop();
      await container.close();
      await stopTracing();
      holdContainer(undefined);
    },
  };
}

/** What checks of an installation work with: the program's services, of which none has begun any work. */
export type Examined = {
  services: Container['services'];
  /** Why production refuses this environment, as `NAME: reason`. */
  weaknesses: readonly string[];
  /** The stores in which it is installed, at most 50, and how each of them stands. */
  stores: () => Promise<readonly Store[]>;
  examine: (store: Store) => ReturnType<typeof examineStore>;
  close: () => Promise<void>;
};

const MAX_EXAMINED = 50;

/** Opens the services for checks, also where a start would be refused for weak secrets. Throws EnvError where a variable is missing or wrong. */
export function openForChecks(source: Record<string, string | undefined>): Examined {
  const env = readEnv({ ...source, NODE_ENV: 'development', LOG_LEVEL: 'silent' });
  const container = createContainer(env);
  const { services } = container;
  return {
    services,
    weaknesses: findWeakSecrets(env),
    stores: () => listInstalledStores(services, MAX_EXAMINED),
    examine: (store) => examineStore(services, store),
    close: () => container.close(),
  };
}

export { runChecks, requireLesserRole, recordDeliveries };

/**
 * Reads everything that changed since a moment into the named store or the only one, in this process alone: nothing else is worked on,
 * so that it can be done before workers are started. Returns what it brought;
 * `isStuck` where a step failed too often to be tried again.
 */
export async function readSince(
  program: Program,
  o: { since: Date; shop?: string | undefined; say: (phase: string) => void },
): Promise<RecoveryReadDto & { isStuck: boolean }> {
  const { services } = program.container;
  await checkForRestore(services);
  const store = o.shop ? await findStoreByDomain(services, o.shop) : await findOnlyStore(services.db);
  if (!store) throw new AppError('store_unknown');
  const actor: Actor = { kind: 'system', id: 'read-since', name: 'npm run read-since', role: 'system' };
  await startReadOfStore(services, store.id, { since: o.since, actor });
  const runner = createJobRunner({
    ...services,
    leaseSeconds: services.env.JOB_LEASE_SECONDS,
    handlers: [...recoveryScheduledJobs(services), ...reconciliationScheduledJobs(services)],
  });
  for (;;) {
    const isBusy = await runner.runNext();
    const { read, isStuck = false } = (await findReadOfStore(services, store.id)) ?? {};
    if (read) o.say(read.phase);
    if (read && !isBusy && (isStuck || read.state !== 'running')) return { ...read, isStuck };
    // A step that failed is due again later, and other workers may have one.
    if (!isBusy) await services.clock.sleep(1_000);
  }
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
