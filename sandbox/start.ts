import { rmSync } from 'node:fs';
import type { Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { controlRoutes } from './control/routes.ts';
import { openClock } from './core/clock.ts';
import { openFaults } from './core/faults.ts';
import type { Config, Sandbox } from './core/kernel.ts';
import { openRequestLog } from './core/log.ts';
import { openSnapshot } from './core/persistence.ts';
import type { Snapshot } from './core/persistence.ts';
import { json, route } from './core/router.ts';
import type { Route } from './core/router.ts';
import { serveRoutes } from './core/server.ts';
import type { State } from './core/state.ts';
import { uiRoutes } from './ui/routes.ts';
import { createGateway } from './gateway/gateway.ts';
import { openMailBox } from './mail/mailbox.ts';
import { startSmtp } from './mail/smtp.ts';
import { checkTopics, readAppConfig } from './platform/app-config.ts';
import { bulkRoutes } from './platform/bulk-routes.ts';
import { fileRoutes } from './platform/file-routes.ts';
import { graphqlRoutes } from './platform/graphql/endpoint.ts';
import { oauthRoutes } from './platform/oauth.ts';
import { openWebhooks } from './platform/webhooks.ts';
import { settlePayouts } from './providers/paypal/items.ts';
import { passSubscriptionTime } from './providers/stripe/billing/subscriptions.ts';
import { signPaypalDelivery } from './providers/paypal/signature.ts';
import { signShippoReport } from './providers/shippo/webhooks.ts';
import { providerRoutes } from './providers/routes.ts';
import { signDelivery } from './providers/stripe/endpoints.ts';
import { signWooDelivery } from './providers/woocommerce/store.ts';
import { openProviderWebhooks } from './providers/webhooks.ts';
import { seedDemo } from './seed/demo.ts';
import { storageRoutes } from './storage/routes.ts';

export type StartOptions = {
  /** 0 takes free ports for all three servers; otherwise gateway and SMTP are on the next two. */
  port: number;
  appUrl: string;
  dataDir: string;
  /** A change of the state is written so many milliseconds later, and in any case when the sandbox stops. */
  saveAfterMs?: number;
  apiKey: string;
  apiSecret: string;
  appToml?: string;
  throttle?: Config['throttle'];
  /** Fills an empty state; by default with the demo store. */
  seed?: (sandbox: Sandbox) => void;
  gateway?: boolean;
};

export type RunningSandbox = { url: string; sandbox: Sandbox; stop: () => Promise<void> };

const HOST = '127.0.0.1';
const SAVE_AFTER_MS = 300;
const TOML = fileURLToPath(new URL('../shopify.app.toml', import.meta.url));

/** Starts every server of the sandbox: platform, control API and user interface on one port, the gateway, and the mail catcher. */
export async function startSandbox(options: StartOptions): Promise<RunningSandbox> {
  const config = buildConfig(options);
  const { sandbox, snapshot, seed } = openSandbox(config, options);
  const routes: Route[] = [];
  const server = serveRoutes(routes);
  config.port = await listen(server, options.port);
  config.publicUrl = `http://${HOST}:${config.port}`;
  const smtp = await startSmtp(sandbox, options.port === 0 ? 0 : options.port + 2);
  config.smtpPort = smtp.port;
  const gateway = options.gateway === false ? null : createGateway(config);
  if (gateway) {
    config.gatewayPort = await listen(gateway, options.port === 0 ? 0 : options.port + 1);
    config.gatewayUrl = `http://localhost:${config.gatewayPort}`;
  }
  // The seed knows public addresses, so it comes after the ports.
  if (Object.keys(sandbox.state.shops).length === 0) seed();
  const reset = async (): Promise<void> => {
    await sandbox.webhooks.drain();
    await sandbox.providerWebhooks.drain();
    sandbox.faults.clear();
    sandbox.log.clear();
    sandbox.clock.setOffset(0);
    sandbox.state = emptyState();
    for (const folder of ['staged', 'objects', 'bulk'])
      rmSync(join(config.dataDir, folder), { recursive: true, force: true });
    seed();
    snapshot.flush();
  };
  routes.push(
    route('GET', '/health', () => json(200, { status: 'ok' })),
    ...graphqlRoutes(sandbox),
    ...oauthRoutes(sandbox),
    ...fileRoutes(sandbox),
    ...bulkRoutes(sandbox),
    ...storageRoutes(sandbox),
    ...providerRoutes(sandbox),
    ...controlRoutes(sandbox, reset),
    ...uiRoutes(sandbox),
  );
  return {
    url: config.publicUrl,
    sandbox,
    stop: async () => {
      await Promise.all([sandbox.webhooks.stop(), sandbox.providerWebhooks.stop()]);
      await Promise.all([close(server), gateway ? close(gateway) : null, smtp.stop()]);
      await snapshot.close();
    },
  };
}

function buildConfig(options: StartOptions): Config {
  return {
    port: options.port,
    gatewayPort: options.port + 1,
    smtpPort: options.port + 2,
    publicUrl: `http://${HOST}:${options.port}`,
    gatewayUrl: `http://localhost:${options.port + 1}`,
    appUrl: options.appUrl.replace(/\/$/, ''),
    dataDir: options.dataDir,
    apiKey: options.apiKey,
    apiSecret: options.apiSecret,
    throttle: options.throttle ?? { maximumAvailable: 20_000, restoreRate: 1_000 },
    storage: { accessKeyId: 'sandbox', secretAccessKey: 'sandbox-secret' },
  };
}

function openSandbox(
  config: Config,
  options: StartOptions,
): { sandbox: Sandbox; snapshot: Snapshot; seed: () => void } {
  const clock = openClock(join(config.dataDir, 'clock.json'));
  const faults = openFaults();
  const log = openRequestLog();
  const app = readAppConfig(options.appToml ?? TOML);
  checkTopics(app);
  const { saveAfterMs = SAVE_AFTER_MS } = options;
  const snapshot: Snapshot = openSnapshot({ dataDir: config.dataDir, saveAfterMs }, () => sandbox.state);
  const state = snapshot.load() ?? emptyState();
  const save = (): void => {
    snapshot.touch();
  };
  const current = (): State => sandbox.state;
  const webhooks = openWebhooks({ state: current, clock, config, app, faults, log, save });
  const providerWebhooks = openProviderWebhooks({
    state: current,
    clock,
    faults,
    log,
    save,
    sign: (delivery) => {
      const { provider, endpointId, body } = delivery;
      // Brevo signs nothing: its deliveries are known by the address that nobody else was told.
      if (provider === 'brevo') return {};
      if (provider === 'shippo') return signShippoReport(sandbox, endpointId, body);
      if (provider === 'woocommerce') return signWooDelivery(sandbox, delivery);
      return provider === 'stripe'
        ? signDelivery(sandbox, endpointId, body)
        : signPaypalDelivery(sandbox, endpointId, body);
    },
    passTime: () => {
      settlePayouts(sandbox);
      passSubscriptionTime(sandbox);
    },
  });
  const mail = openMailBox(current, save);
  const sandbox: Sandbox = { state, clock, config, log, faults, webhooks, providerWebhooks, mail, app, save };
  return {
    sandbox,
    snapshot,
    seed: () => {
      (options.seed ?? seedDemo)(sandbox);
    },
  };
}

function emptyState(): State {
  return { version: 1, nextId: 7_400_000_000_000, shops: {}, deliveries: [], mails: [], objects: {} };
}

async function listen(server: Server, port: number): Promise<number> {
  await new Promise<void>((resolve, reject) => {
    server.once('error', reject);
    server.listen(port, HOST, resolve);
  });
  return (server.address() as AddressInfo).port;
}

function close(server: Server): Promise<void> {
  server.closeAllConnections();
  return new Promise((resolve) => {
    server.close(() => {
      resolve();
    });
  });
}
