import { z } from 'zod';
import { parseNetwork, type Network } from './networks.server.ts';
import { findWeakSecrets, isLoopbackAddress } from './weak-secrets.server.ts';

const port = z.coerce.number().int().min(1).max(65535);
const secret = (least: number) => z.string().min(least, `must have at least ${least} characters`);

/** `id:base64` pairs, comma separated. The first key encrypts; all of them decrypt, so that keys can be rotated. */
const encryptionKeys = z
  .string()
  .regex(/^[\w-]+:[A-Za-z0-9+/=]+(,[\w-]+:[A-Za-z0-9+/=]+)*$/, 'must be id:base64[,id:base64…]')
  .transform((text) =>
    text.split(',').map((pair) => {
      const [id = '', key = ''] = pair.split(/:(.*)/s);
      return { id, key: Buffer.from(key, 'base64') };
    }),
  )
  .refine((keys) => keys.every(({ key }) => key.length === 32), 'each key must be 32 bytes in base64');

/** `domain=address` pairs, comma separated. */
const signedOutSites = z
  .string()
  .default('')
  .transform((text) =>
    text
      .split(',')
      .filter((pair) => pair.trim() !== '')
      .map((pair) => {
        const [domain = '', site = ''] = pair.trim().split(/=(.*)/s);
        return { domain, site };
      }),
  )
  .refine(
    (pairs) => pairs.every(({ domain, site }) => /\.myshopify\.com$/.test(domain) && /^https?:\/\/[^\s]+$/.test(site)),
    'must be shop.myshopify.com=https://site[,…]',
  );

/** Which proxies before the program are believed: how many, or whose addresses. */
export type TrustedProxies = { kind: 'count'; count: number } | { kind: 'networks'; networks: Network[] };

/** A number of hops, or addresses and networks in CIDR notation, comma separated. */
const trustedProxies = z
  .string()
  .max(2_000)
  .default('0')
  .transform((text, context): TrustedProxies => {
    if (/^\d{1,2}$/.test(text.trim())) return { kind: 'count', count: Number(text) };
    const networks = text.split(',').map((one) => parseNetwork(one.trim()));
    if (networks.every((network) => network !== undefined)) return { kind: 'networks', networks };
    context.addIssue({
      code: 'custom',
      message: 'must be a number of proxies, or addresses and networks: 10.0.0.0/8,::1',
    });
    return z.NEVER;
  });

const schema = z.object({
  NODE_ENV: z.enum(['development', 'production', 'test']).default('production'),
  DATABASE_URL: z.url({ protocol: /^postgres(ql)?$/, error: 'must be a postgresql:// address' }),
  DATABASE_CONNECTIONS: z.coerce.number().int().min(4).max(200).default(16),
  /** How long a claimed job or mail is its worker's alone without a renewal: after this another takes what a killed process left. */
  JOB_LEASE_SECONDS: z.coerce.number().int().min(2).max(600).default(60),
  /** What reads the metrics sends it as a Bearer token. Without it, this machine alone reads them. */
  METRICS_TOKEN: secret(16).optional(),
  /** Statements that take longer are logged, without their values. */
  SLOW_STATEMENT_MS: z.coerce.number().int().min(1).max(600_000).default(500),
  PORT: port.default(3000),
  HOST: z.string().default('127.0.0.1'),
  SHOPIFY_API_KEY: secret(8),
  SHOPIFY_API_SECRET: secret(16),
  /** While the app's secret is changed at the platform: what it still signs with, until that one is revoked there. */
  SHOPIFY_API_SECRET_OLD: secret(16).optional(),
  SHOPIFY_APP_URL: z.url({ protocol: /^https?$/, error: 'must be an http(s) address' }),
  SCOPES: z.string().min(3, 'must list the access scopes of shopify.app.toml'),
  OPTIONAL_SCOPES: z.string().default(''),
  /** What a seller's own store is asked for when it connects. */
  SELLER_SCOPES: z
    .string()
    .min(3)
    .default('read_products,read_inventory,read_locations,write_orders,read_fulfillments'),
  /** Where people of particular stores land after signing out: `shop.myshopify.com=https://…`, comma separated. */
  SIGNED_OUT_SITES: signedOutSites,
  SESSION_SECRET: secret(32),
  ENCRYPTION_KEYS: encryptionKeys,
  SMTP_URL: z.url({ protocol: /^smtps?$/, error: 'must be an smtp(s):// address' }),
  MAIL_FROM: z.string().min(3),
  /** Where files go: an S3-compatible storage, or a folder of this machine when S3_ENDPOINT is not set. */
  FILES_DIR: z.string().default('.local/files'),
  S3_ENDPOINT: z.url().optional(),
  S3_BUCKET: z.string().optional(),
  S3_REGION: z.string().default('auto'),
  S3_ACCESS_KEY_ID: z.string().optional(),
  S3_SECRET_ACCESS_KEY: z.string().optional(),
  S3_PUBLIC_URL: z.url().optional(),
  /** Origins besides the store's own admin that may frame the app (a development tunnel, the sandbox's admin). */
  FRAME_ANCESTORS: z.string().default(''),
  /** The proxies before the program that are believed about addresses and https: their number or their networks. */
  TRUSTED_PROXIES: trustedProxies,
  /** The header in which they put the caller's address; unset means X-Forwarded-For. */
  CLIENT_ADDRESS_HEADER: z.string().optional(),
  /** A folder where answers of the platform are kept without anything of a person, for the sandbox to learn from; unset keeps none. */
  RECORD_TO: z.string().min(1).optional(),
  /** The Chromium that makes PDF files; without it one is looked for where systems put theirs. */
  CHROMIUM_PATH: z.string().optional(),
  /** Says that this is the demo, whose secrets everybody knows: only at an address of this machine. */
  SOUK_DEMO: z.enum(['0', '1']).default('0'),
  /** The Google service account that vendors share spreadsheets with; without it sheets cannot be connected. */
  GOOGLE_SERVICE_ACCOUNT_EMAIL: z.email().optional(),
  GOOGLE_SERVICE_ACCOUNT_KEY: z.string().min(100).max(10_000).optional(),
  GOOGLE_SHEETS_URL: z.url({ protocol: /^https?$/ }).default('https://sheets.googleapis.com'),
  GOOGLE_TOKEN_URL: z.url({ protocol: /^https?$/ }).default('https://oauth2.googleapis.com/token'),
  LOG_LEVEL: z.enum(['fatal', 'error', 'warn', 'info', 'debug', 'trace', 'silent']).default('info'),
});

export type Env = z.infer<typeof schema>;

export class EnvError extends Error {}

/** What production refuses; a demo says that it is one, and stays on this machine. */
function findUnsafe(env: Env): string[] {
  if (env.NODE_ENV !== 'production') return [];
  if (env.SOUK_DEMO === '0') return findWeakSecrets(env);
  return isLoopbackAddress(env.SHOPIFY_APP_URL) ? [] : ['SOUK_DEMO: is for an address of this machine only'];
}

/** Reads the environment. Throws one EnvError that lists every missing or wrong variable. */
export function readEnv(source: Record<string, string | undefined>): Env {
  const given = Object.fromEntries(Object.entries(source).filter(([, value]) => value !== ''));
  const parsed = schema.safeParse(given);
  const problems = parsed.success
    ? []
    : parsed.error.issues.map((issue) => {
        const name = String(issue.path[0]);
        return `  ${name}: ${given[name] === undefined ? 'is missing' : issue.message}`;
      });
  if (given.S3_ENDPOINT) {
    for (const name of ['S3_BUCKET', 'S3_ACCESS_KEY_ID', 'S3_SECRET_ACCESS_KEY']) {
      if (!given[name]) problems.push(`  ${name}: is missing (S3_ENDPOINT is set)`);
    }
  }
  if (parsed.success) problems.push(...findUnsafe(parsed.data).map((problem) => `  ${problem}`));
  if (given.CLIENT_ADDRESS_HEADER && !given.TRUSTED_PROXIES)
    problems.push(
      '  TRUSTED_PROXIES: is missing (CLIENT_ADDRESS_HEADER is set, and nobody is believed who is not named)',
    );
  if (problems.length > 0 || !parsed.success) {
    throw new EnvError(
      `The environment is not complete or not safe. Set these variables and start again:\n${problems.join('\n')}`,
    );
  }
  return parsed.data;
}

/** The secrets that the platform may sign with at the moment, the newest first. */
export function listApiSecrets(env: Pick<Env, 'SHOPIFY_API_SECRET' | 'SHOPIFY_API_SECRET_OLD'>): string[] {
  return [env.SHOPIFY_API_SECRET, ...(env.SHOPIFY_API_SECRET_OLD ? [env.SHOPIFY_API_SECRET_OLD] : [])];
}
