import { appUrlOf } from './database/program-role.ts';

/** What the platform's command line sets, or what stands in the shell before it. */
type Given = Readonly<Record<string, string | undefined>>;

/** What a development server needs besides; made once and kept on this machine. */
export type OwnSecrets = { sessionSecret: string; encryptionKey: string };

/**
 * The program's environment under the platform's command line. That says where the app is reached in HOST and APP_URL, as whole
 * addresses, while our HOST is the interface to listen on: its tunnel comes from this machine. What somebody set stays.
 */
export function cliEnvironment(given: Given, o: { secrets: OwnSecrets; scopes: readonly string[] }): Given {
  const address = given.SHOPIFY_APP_URL ?? given.APP_URL ?? (isAddress(given.HOST) ? given.HOST : undefined);
  const { DATABASE_URL: database, MIGRATION_DATABASE_URL: owner } = given;
  return {
    ...given,
    // In development one address is enough: it is the owner's, and the program signs in beside it.
    ...(database && !owner ? { MIGRATION_DATABASE_URL: database, DATABASE_URL: appUrlOf(database) } : {}),
    NODE_ENV: 'development',
    HOST: given.HOST === undefined || isAddress(given.HOST) ? '127.0.0.1' : given.HOST,
    ...(address === undefined ? {} : { SHOPIFY_APP_URL: address }),
    SCOPES: given.SCOPES ?? o.scopes.join(','),
    SESSION_SECRET: given.SESSION_SECRET ?? o.secrets.sessionSecret,
    ENCRYPTION_KEYS: given.ENCRYPTION_KEYS ?? `dev:${o.secrets.encryptionKey}`,
    SMTP_URL: given.SMTP_URL ?? 'smtp://127.0.0.1:1025',
    MAIL_FROM: given.MAIL_FROM ?? 'Souk <souk@localhost.test>',
  };
}

function isAddress(text: string | undefined): text is string {
  return text !== undefined && /^https?:\/\//.test(text);
}
