import { openBrevo } from '#app/adapters/mail-services/brevo.server.ts';
import { openKlaviyo } from '#app/adapters/mail-services/klaviyo.server.ts';
import { AppError, invalidInput } from '#app/core/errors.ts';
import { MAIL_SERVICE_NAMES, MailServiceProblem, type MailService } from '#app/core/mail-service.ts';
import { rule } from '#app/core/rules.ts';
import { marketplaceScope } from '#app/core/viewer.ts';
import { recordAudit } from '#app/platform/audit/audit.service.server.ts';
import type { Ctx } from '#app/server/context.server.ts';
import type { SqlTx } from '#app/server/db.server.ts';
import { hashToken, randomToken } from '#app/server/crypto.server.ts';
import { queueMails } from '../mails.service.server.ts';
import { brevoHookAddress } from './hook-address.ts';
import type { IntegrationInput, MailServiceDto } from './integration.contract.ts';
import * as repo from './integration.repo.server.ts';

const HINT_SIGNS = 4;
/** The name under which the history of settings shows the service. */
const AUDIT_KEY = 'notifications.integration';

const find = (ctx: Ctx) => ctx.db.fast(marketplaceScope(ctx.viewer.store.id), repo.findMailService);

/** What an admin sees of the service that sends mails to vendors. */
export async function readMailService(tx: SqlTx): Promise<MailServiceDto> {
  return toDto(await repo.findMailService(tx));
}

/** Whether the service refused mails for a reason that somebody has to mend. */
export async function hasMailServiceProblem(tx: SqlTx): Promise<boolean> {
  const problem = (await repo.findMailService(tx))?.problem;
  return problem === 'key' || problem === 'credit' || problem === 'sender';
}

/**
 * Connects a service once it has taken the key, or disconnects it; the admins get a mail about it. The same key again is tried again.
 * Throws invalid_input (422) for a key that the service refuses, provider_failed (502) where it does not answer.
 */
export async function changeMailService(ctx: Ctx, input: IntegrationInput): Promise<MailServiceDto> {
  const change = await prepareMailService(ctx, input, 'apiKey');
  await ctx.db.fast(marketplaceScope(ctx.viewer.store.id), change.write);
  await change.finish();
  return toDto(await find(ctx));
}

export type MailServiceChange = {
  /** Records the service in the transaction of whoever saves it. */
  write: (tx: SqlTx) => Promise<void>;
  /** Takes the address of the service before away from it, once the change is committed. */
  finish: () => Promise<void>;
};

/**
 * Has a service take a key, outside of any transaction, and returns what is written then. `keyPath` is the field of the key in refusals.
 * Throws invalid_input (422) for a key that the service refuses, provider_failed (502) where it does not answer.
 */
export async function prepareMailService(
  ctx: Ctx,
  { service, apiKey }: IntegrationInput,
  keyPath: string,
): Promise<MailServiceChange> {
  const before = await find(ctx);
  const finish = async (): Promise<void> => {
    if (before) await removeHook(ctx, before);
  };
  if (service === 'none') {
    return { finish, write: async (tx) => (before ? record(ctx, tx, before, undefined) : undefined) };
  }
  const accountName = await tryKey(service, apiKey, keyPath);
  const hook = service === 'brevo' ? await registerHook(ctx, apiKey) : undefined;
  const after = {
    service,
    accountName,
    hint: apiKey.slice(-HINT_SIGNS),
    encryptedKey: ctx.vault.sealText(apiKey),
    hookHash: hook?.hash ?? '',
    hookId: hook?.id ?? '',
    savedAt: ctx.clock.now(),
  };
  return { finish, write: (tx) => record(ctx, tx, before, after) };
}

async function tryKey(service: MailService, apiKey: string, keyPath: string): Promise<string> {
  try {
    const account = await (service === 'brevo' ? openBrevo(apiKey) : openKlaviyo(apiKey)).readAccount();
    return account.slice(0, 200);
  } catch (error) {
    if (!(error instanceof MailServiceProblem)) throw error;
    if (error.reason === 'key') {
      throw invalidInput([{ path: keyPath, rule: 'key_unknown', message: rule('key_unknown') }]);
    }
    throw Object.assign(new AppError('provider_failed'), { cause: error });
  }
}

/** Has bounces told to an address of this store; where the service does not take the address, mails are sent all the same. */
async function registerHook(ctx: Ctx, apiKey: string): Promise<{ id: string; hash: string } | undefined> {
  const token = randomToken(32);
  try {
    const url = brevoHookAddress(ctx.env.SHOPIFY_APP_URL, ctx.viewer.store.domain, token);
    return { id: await openBrevo(apiKey).registerHook(url), hash: hashToken(token) };
  } catch (error) {
    if (!(error instanceof MailServiceProblem)) throw error;
    ctx.log.warn({ err: error }, 'a mail service did not take our address for bounces');
    return undefined;
  }
}

/** Best effort: an address whose secret is no longer known answers 404. */
async function removeHook(ctx: Ctx, { service, encryptedKey, hookId }: repo.MailServiceRow): Promise<void> {
  if (service !== 'brevo' || hookId === '') return;
  try {
    await openBrevo(ctx.vault.openText(encryptedKey)).deleteHook(hookId);
  } catch (error) {
    if (!(error instanceof MailServiceProblem)) throw error;
    ctx.log.warn({ err: error }, 'our address for bounces may still be registered at a mail service');
  }
}

type NewService = Parameters<typeof repo.saveMailService>[1];

async function record(
  ctx: Ctx,
  tx: SqlTx,
  before: repo.MailServiceRow | undefined,
  after: NewService | undefined,
): Promise<void> {
  const { actor } = ctx.viewer;
  const at = ctx.clock.now();
  if (after) await repo.saveMailService(tx, after);
  else await repo.deleteMailService(tx);
  // The characters by which a key is recognised, never the key.
  const detail = { [AUDIT_KEY]: [describe(before), describe(after)] };
  await recordAudit(tx, [
    { subject: 'settings', subjectId: 'features', vendorId: null, action: 'settings.saved', actor, detail, at },
  ]);
  await queueMails(tx, ctx, [
    {
      dedupeKey: `integration-set/${at.toISOString()}`,
      template: 'marketplace-integration-set',
      audience: { kind: 'admins' },
      params: { service: after?.service ?? 'none', by: actor.name, at: at.toISOString() },
      dueAt: at,
      createdAt: at,
    },
  ]);
}

const describe = (row: { service: MailService; hint: string } | undefined): string =>
  row ? `${MAIL_SERVICE_NAMES[row.service]} …${row.hint}` : '';

function toDto(row: repo.MailServiceRow | undefined): MailServiceDto {
  return {
    service: row?.service ?? 'none',
    hint: row?.hint ?? '',
    accountName: row?.accountName ?? '',
    receivesBounces: row !== undefined && row.hookHash !== '',
    savedAt: row?.savedAt.toISOString() ?? null,
    problem: row?.problem ?? null,
    problemAt: row?.problemAt?.toISOString() ?? null,
    acceptedAt: row?.acceptedAt?.toISOString() ?? null,
    heardAt: row?.heardAt?.toISOString() ?? null,
  };
}
