import { createBackgroundRemover } from '#app/adapters/background-removal/background-remover.server.ts';
import { createDnsReader } from '#app/adapters/dns/dns-reader.server.ts';
import { createMailer } from '#app/adapters/mail/mailer.server.ts';
import { createLocalStore, createS3Store, type FileStore } from '#app/adapters/files/file-store.server.ts';
import { createGoogleSheets } from '#app/adapters/google-sheets/google-sheets.server.ts';
import { createPaypal } from '#app/adapters/paypal/paypal.server.ts';
import { hasDocumentFonts } from '#app/adapters/pdf/document-fonts.server.ts';
import { createPdfPrinter } from '#app/adapters/pdf/pdf-printer.server.ts';
import { createShopify, type Shopify } from '#app/adapters/shopify/app.server.ts';
import { createShippo } from '#app/adapters/shippo/shippo.server.ts';
import { createStripe } from '#app/adapters/stripe/stripe.server.ts';
import { createWebClient } from '#app/adapters/web/web-client.server.ts';
import { createFileFetcher } from '#app/adapters/web/file-fetcher.server.ts';
import { createWebReader } from '#app/adapters/web/web-reader.server.ts';
import { createWebSender } from '#app/adapters/web/web-sender.server.ts';
import { openPlatform } from '#app/adapters/shopify/client.server.ts';
import { createThrottle } from '#app/adapters/shopify/throttle.ts';
import { createShopifyStore } from '#app/adapters/shopify/own-store.server.ts';
import { openSellerStore } from '#app/adapters/shopify/seller-store.server.ts';
import { systemClock, type Clock } from '#app/core/clock.ts';
import { invariant } from '#app/core/invariant.ts';
import { createAnswerRecorder } from '#app/features/recordings/answer-recorder.server.ts';
import type { Services } from '#app/server/context.server.ts';
import { createVault } from '#app/server/crypto.server.ts';
import { openDatabase } from '#app/server/db.server.ts';
import { listApiSecrets, type Env } from '#app/server/env.server.ts';
import { createJobs, WAKE_CHANNEL } from '#app/server/jobs.server.ts';
import { createLog } from '#app/server/log.server.ts';
import { createRateLimiter } from '#app/server/rate-limit.server.ts';
import { createSessions, type Sessions } from '#app/server/session.server.ts';
import { createWebhookInbox, type WebhookInbox } from '#app/server/webhook-inbox.server.ts';
import { createProblemReporter } from '#app/platform/platform-access/platform-problems.service.server.ts';
import { installStore } from '#app/platform/stores/stores.service.server.ts';
import { openEvents } from '#app/main/event-listeners.server.ts';

/** Everything that one process holds, made once from the environment. */
export type Container = {
  services: Services;
  sessions: Sessions;
  shopify: Shopify;
  inbox: WebhookInbox;
  close(): Promise<void>;
};

/** Composes the program. `clock` is replaced by tests only; everything else comes from the environment. */
export function createContainer(env: Env, o: { clock?: Clock } = {}): Container {
  const log = createLog(env.LOG_LEVEL);
  const clock = o.clock ?? systemClock;
  if (!hasDocumentFonts()) {
    log.warn(
      'The fonts of documents are missing: PDF files show empty boxes for letters that this machine has no font for',
    );
  }
  const vault = createVault(env.ENCRYPTION_KEYS);
  const db = openDatabase({
    url: env.DATABASE_URL,
    connections: env.DATABASE_CONNECTIONS,
    log,
    slowMs: env.SLOW_STATEMENT_MS,
  });
  const jobs = createJobs({
    clock,
    log,
    notify: async (channel) => {
      await db.sql('SELECT pg_notify($1, $2)', [WAKE_CHANNEL, channel]);
    },
  });
  const shopify = createShopify({
    apiKey: env.SHOPIFY_API_KEY,
    apiSecrets: listApiSecrets(env),
    appUrl: env.SHOPIFY_APP_URL,
    scopes: env.SCOPES.split(','),
    db: db.directory,
    vault,
    clock,
    onInstalled: (shop) => installStore(services, shop),
  });
  const mailer = createMailer(env.SMTP_URL);
  const throttle = createThrottle();
  const record = createAnswerRecorder(env);
  const problems = createProblemReporter(() => services);
  const services: Services = {
    env,
    db,
    clock,
    log,
    vault,
    jobs,
    events: openEvents(() => services),
    limits: createRateLimiter(db, clock),
    adapters: {
      platform: (shop, priority = 'background') =>
        openPlatform(shopify, shop, { problems, throttle, priority, record }),
      sellerStore: async (store) => createShopifyStore(await openSellerStore(shopify, store, () => clock.now())),
      mailer,
      files: openFiles(env, clock),
      web: createWebReader(),
      callbacks: createWebSender(),
      webClient: createWebClient(),
      fetcher: createFileFetcher(),
      dns: createDnsReader(),
      backgrounds: createBackgroundRemover(),
      pdf: createPdfPrinter(env.CHROMIUM_PATH),
      stripe: createStripe(),
      paypal: createPaypal(() => clock.now()),
      shippo: createShippo(),
      sheets: createGoogleSheets({
        account: env.GOOGLE_SERVICE_ACCOUNT_EMAIL,
        key: env.GOOGLE_SERVICE_ACCOUNT_KEY,
        sheetsUrl: env.GOOGLE_SHEETS_URL,
        tokenUrl: env.GOOGLE_TOKEN_URL,
        clock,
      }),
    },
  };
  return {
    services,
    sessions: createSessions({ secret: env.SESSION_SECRET, clock }),
    shopify,
    inbox: createWebhookInbox({ db, vault, clock, jobs }),
    close: async () => {
      mailer.close();
      await db.close();
    },
  };
}

function openFiles(env: Env, clock: Clock): FileStore {
  if (!env.S3_ENDPOINT) {
    return createLocalStore({
      folder: env.FILES_DIR,
      baseUrl: env.SHOPIFY_APP_URL,
      secret: env.SESSION_SECRET,
      now: () => clock.now(),
    });
  }
  invariant(env.S3_BUCKET && env.S3_ACCESS_KEY_ID && env.S3_SECRET_ACCESS_KEY, 'the environment was checked');
  return createS3Store({
    endpoint: env.S3_ENDPOINT,
    bucket: env.S3_BUCKET,
    region: env.S3_REGION,
    accessKeyId: env.S3_ACCESS_KEY_ID,
    secretAccessKey: env.S3_SECRET_ACCESS_KEY,
    publicUrl: env.S3_PUBLIC_URL ?? `${env.S3_ENDPOINT}/${env.S3_BUCKET}`,
    now: () => clock.now(),
  });
}

const HOLDER = Symbol.for('souk.container');
type Holder = { [HOLDER]?: Container };

/** The container of this process; kept outside the module so that a reload in development finds it again. */
export function container(): Container {
  const current = (globalThis as Holder)[HOLDER];
  invariant(current, 'the program was not booted');
  return current;
}

export function holdContainer(made: Container | undefined): void {
  (globalThis as Holder)[HOLDER] = made;
}
