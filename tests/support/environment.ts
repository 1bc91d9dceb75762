import { mkdtempSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { appUrlOf } from '#scripts/database/program-role.ts';
import { GOOGLE_ACCOUNT, googleAccountKey } from '#sandbox/providers/google/service-account.ts';
import { readAppConfig } from '#sandbox/platform/app-config.ts';

export const API_KEY = 'test-api-key';
export const API_SECRET = 'test-api-secret-of-souk';
export const SESSION_SECRET = 'a-session-secret-that-only-tests-use';

/** The whole environment of a program under test. */
export function testEnvironment(o: {
  /** The owner's address; the program signs in as its own role. */
  databaseUrl: string;
  appUrl: string;
  smtpUrl?: string;
  storage?: { endpoint: string; bucket: string; accessKeyId: string; secretAccessKey: string };
}): Record<string, string> {
  const { scopes, optionalScopes } = readAppConfig(join(import.meta.dirname, '../../shopify.app.toml'));
  return {
    NODE_ENV: 'test',
    DATABASE_URL: appUrlOf(o.databaseUrl),
    DATABASE_CONNECTIONS: '12',
    JOB_LEASE_SECONDS: '6',
    SHOPIFY_API_KEY: API_KEY,
    SHOPIFY_API_SECRET: API_SECRET,
    SHOPIFY_APP_URL: o.appUrl,
    SCOPES: scopes.join(','),
    OPTIONAL_SCOPES: optionalScopes.join(','),
    SESSION_SECRET,
    ENCRYPTION_KEYS: `t1:${Buffer.alloc(32, 7).toString('base64')}`,
    SMTP_URL: o.smtpUrl ?? 'smtp://127.0.0.1:9',
    MAIL_FROM: 'Souk <souk@souk.test>',
    GOOGLE_SERVICE_ACCOUNT_EMAIL: GOOGLE_ACCOUNT,
    GOOGLE_SERVICE_ACCOUNT_KEY: googleAccountKey(),
    LOG_LEVEL: process.env.TEST_LOG ?? 'silent',
    ...(o.storage
      ? {
          S3_ENDPOINT: o.storage.endpoint,
          S3_BUCKET: o.storage.bucket,
          S3_ACCESS_KEY_ID: o.storage.accessKeyId,
          S3_SECRET_ACCESS_KEY: o.storage.secretAccessKey,
        }
      : { FILES_DIR: mkdtempSync(join(tmpdir(), 'souk-files-')) }),
  };
}
