import { randomBytes } from 'node:crypto';
import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { dirname } from 'node:path';
import { pathToFileURL } from 'node:url';
import { GOOGLE_ACCOUNT, googleAccountKey } from '#sandbox/providers/google/service-account.ts';
import { readAppConfig } from '#sandbox/platform/app-config.ts';
import { at, local } from '../paths.ts';
import { appUrlOf } from '../database/program-role.ts';

export const DEMO_SHOP = 'demo.myshopify.com';
/** The client id of shopify.app.toml. */
export const DEMO_API_KEY = 'souk-sandbox-key';
export const DEMO_PASSWORD = 'demo-password';
export const DEMO_ADMIN = 'admin@demo.test';

/** The demo's own secrets, made on its first start. */
type Secrets = {
  apiSecret: string;
  sessionSecret: string;
  encryptionKey: string;
};

export type DemoAddresses = {
  app: string;
  appPort: number;
  sandbox: string;
  sandboxPort: number;
  gatewayPort: number;
  smtpPort: number;
};

/** Where the demo's processes listen: PORT, SANDBOX_PORT and the two ports after it. */
export function readAddresses(environment: NodeJS.ProcessEnv): DemoAddresses {
  const appPort = Number(environment.PORT ?? 3000);
  const sandboxPort = Number(environment.SANDBOX_PORT ?? 4000);
  return {
    app: `http://localhost:${appPort}`,
    appPort,
    sandbox: `http://127.0.0.1:${sandboxPort}`,
    sandboxPort,
    gatewayPort: sandboxPort + 1,
    smtpPort: sandboxPort + 2,
  };
}

/** The demo's secrets, readable by the owner of the folder only. They live as long as the demo's data. */
export function readSecrets(): Secrets {
  const file = local('demo.env.json');
  try {
    return JSON.parse(readFileSync(file, 'utf8')) as Secrets;
  } catch {
    const secrets: Secrets = {
      apiSecret: randomBytes(24).toString('hex'),
      sessionSecret: randomBytes(32).toString('base64url'),
      encryptionKey: randomBytes(32).toString('base64'),
    };
    mkdirSync(dirname(file), { recursive: true });
    writeFileSync(file, JSON.stringify(secrets, null, 2), { mode: 0o600 });
    return secrets;
  }
}

/** What signs the demo's session tokens and webhooks. */
export function readApiSecret(): string {
  return readSecrets().apiSecret;
}

/** The environments of the demo's processes: the program's is a complete production environment, redirected from outside. */
export function demoEnvironment(o: { databaseUrl: string; addresses: DemoAddresses; dev: boolean }): {
  program: Record<string, string>;
  sandbox: Record<string, string>;
} {
  const secrets = readSecrets();
  const { addresses } = o;
  const app = readAppConfig(at('shopify.app.toml'));
  const shared = {
    SHOPIFY_API_KEY: DEMO_API_KEY,
    SHOPIFY_API_SECRET: secrets.apiSecret,
    SANDBOX_CLOCK_FILE: local('sandbox', 'clock.json'),
  };
  return {
    sandbox: {
      ...shared,
      SANDBOX_PORT: String(addresses.sandboxPort),
      SANDBOX_DATA: local('sandbox'),
      // Ninety days change the state all the time: written more often, it takes half of what the sandbox can do.
      SANDBOX_SAVE_AFTER_MS: '3000',
      APP_URL: addresses.app,
    },
    program: {
      ...shared,
      NODE_ENV: o.dev ? 'development' : 'production',
      SOUK_DEMO: '1',
      // The program itself knows nothing of the sandbox: its requests are redirected and its clock is shifted from outside.
      NODE_OPTIONS: `--import ${pathToFileURL(at('sandbox/preload.mjs')).href}`,
      SANDBOX_ORIGIN: addresses.sandbox,
      DATABASE_URL: appUrlOf(o.databaseUrl),
      PORT: String(addresses.appPort),
      SHOPIFY_APP_URL: addresses.app,
      SCOPES: app.scopes.join(','),
      OPTIONAL_SCOPES: app.optionalScopes.join(','),
      SESSION_SECRET: secrets.sessionSecret,
      ENCRYPTION_KEYS: `demo:${secrets.encryptionKey}`,
      SMTP_URL: `smtp://127.0.0.1:${addresses.smtpPort}`,
      MAIL_FROM: 'Souk <souk@demo.test>',
      S3_ENDPOINT: `${addresses.sandbox}/storage`,
      S3_BUCKET: 'souk',
      S3_REGION: 'auto',
      // The sandbox's object storage checks signatures made with these.
      S3_ACCESS_KEY_ID: 'sandbox',
      S3_SECRET_ACCESS_KEY: 'sandbox-secret',
      GOOGLE_SERVICE_ACCOUNT_EMAIL: GOOGLE_ACCOUNT,
      GOOGLE_SERVICE_ACCOUNT_KEY: googleAccountKey(),
      FRAME_ANCESTORS: addresses.sandbox,
      LOG_LEVEL: process.env.LOG_LEVEL ?? 'info',
    },
  };
}
