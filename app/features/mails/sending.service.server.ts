import { asStoreId, asVendorId, type StoreId, type VendorId } from '#app/core/ids.ts';
import { LOCALES, marketplaceScope, type Locale, type Permission } from '#app/core/viewer.ts';
import { defineSlice, readSlice } from '#app/features/settings/settings.service.server.ts';
import { findStoreById, type Store } from '#app/features/stores/stores.service.server.ts';
import type { Services } from '#app/server/context.server.ts';
import { hashToken, hmacSha256 } from '#app/server/crypto.server.ts';
import { isDatabaseAway, type SqlTx } from '#app/server/db.server.ts';
import {
  isMailTemplate,
  MAIL_TEMPLATES,
  MOST_TRIES,
  nextTry,
  type MailLook,
  type MailTemplateName,
  type MailVariablesOf,
  type RenderedMail,
} from './mail.ts';
import * as repo from './mails.repo.server.ts';
import { notificationsDefaults, notificationsSchema } from './notifications.ts';
import { renderMail } from './render.server.ts';

export const notifications = defineSlice({
  name: 'notifications',
  schema: notificationsSchema,
  defaults: notificationsDefaults,
});

/** For whom and in which language a mail is rendered; `params` are those of its cause. */
export type MailOccasion = {
  storeId: StoreId;
  /** The vendor whose people get it; null for mails to an address or to the admins. */
  vendorId: VendorId | null;
  params: unknown;
  locale: Locale;
};

/** What a mail says outside of its text: where answers go instead of to the store, and the address that ends all such mails. */
export type MailEnvelope = { replyTo?: { address: string; name: string }; unsubscribeUrl?: string };

/** Where a template's variables come from. Undefined: the occasion is gone (redacted, deleted) and nothing is sent. */
export type MailVariables = {
  template: MailTemplateName;
  variables(services: Services, occasion: MailOccasion): Promise<object | undefined>;
  envelope(variables: object): MailEnvelope;
};

/** Declares the variables of a template; a missing or wrong one is a type error. */
export function mailVariables<Name extends MailTemplateName>(
  template: Name,
  variables: (services: Services, occasion: MailOccasion) => Promise<MailVariablesOf<Name> | undefined>,
  envelope: (variables: MailVariablesOf<Name>) => MailEnvelope = () => ({}),
): MailVariables {
  return { template, variables, envelope: (known) => envelope(known as MailVariablesOf<Name>) };
}

export type MailRecipient = { address: string; locale: string | null };

/** What sending needs from the rest of the program; composed in main. */
export type MailSources = {
  variables: readonly MailVariables[];
  vendorRecipients(tx: SqlTx, vendorId: bigint, permission: Permission | null): Promise<MailRecipient[]>;
  webAdmins(tx: SqlTx): Promise<MailRecipient[]>;
  look(tx: SqlTx, store: Store): Promise<MailLook>;
};

const AT_ONCE = 2;
const BATCH = 20;

/**
 * Sends mails whose time has come; true when there may be more. A mail is held by its row's lock from the claim until the
 * mail server took it, and is marked in the same transaction: two workers never send the same one, and one that waits
 * still counts as due work. Only a process that dies between the server's answer and the commit sends again, under the
 * same Message-ID, by which mail programs recognise a repeat.
 */
export async function sendNextMails(services: Services, sources: MailSources): Promise<boolean> {
  const due = await repo.listDue(services.db, services.clock.now(), BATCH);
  let handled = 0;
  for (let at = 0; at < due.length; at += AT_ONCE) {
    const results = await Promise.all(due.slice(at, at + AT_ONCE).map((mail) => sendOne(services, sources, mail)));
    handled += results.filter(Boolean).length;
  }
  return handled > 0;
}

async function sendOne(
  services: Services,
  sources: MailSources,
  mail: { id: bigint; storeId: bigint },
): Promise<boolean> {
  const storeId = asStoreId(mail.storeId);
  return services.db.fast(marketplaceScope(storeId), async (tx) => {
    const row = await repo.claim(tx, mail.id, services.clock.now());
    if (!row) return false;
    await tx.query('SAVEPOINT mail');
    try {
      await handle(services, sources, tx, storeId, row);
    } catch (error) {
      if (isDatabaseAway(error)) throw error;
      await tx.query('ROLLBACK TO SAVEPOINT mail');
      await noteFailure(services, tx, row, error);
    }
    return true;
  });
}

async function handle(services: Services, sources: MailSources, tx: SqlTx, storeId: StoreId, row: repo.MailRow) {
  if (!isMailTemplate(row.template)) throw new Error(`There is no mail template ${row.template}`);
  const template = MAIL_TEMPLATES[row.template];
  const store = await findStoreById(services, storeId);
  const settings = (await readSlice(tx, notifications)).value;
  if (!store || (store.uninstalledAt && !('afterUninstall' in template))) {
    await repo.finish(tx, row.id, { state: 'suppressed', sentAt: null, error: 'the store is not installed' });
    return;
  }
  if (settings.disableAll && !template.essential) {
    await repo.finish(tx, row.id, { state: 'suppressed', sentAt: null, error: 'mails are switched off' });
    return;
  }
  if (row.audience !== 'address') {
    await expand(services, sources, tx, store, row, template.permission);
    return;
  }
  const mail = await render(services, sources, tx, store, row, row.template);
  if (!mail) {
    await repo.finish(tx, row.id, { state: 'void', sentAt: null, error: null });
    return;
  }
  await services.adapters.mailer.send({
    ...mail.rendered,
    to: row.toAddress ?? '',
    ...senderOf(services.env.MAIL_FROM, store, settings.sendingEmail),
    ...mail.envelope,
    messageId: messageIdOf(services.env, row.id),
  });
  await repo.finish(tx, row.id, { state: 'sent', sentAt: services.clock.now(), error: null });
}

/** Replaces a mail to a group by one for each address; an address that stands twice in the group gets one. */
async function expand(
  services: Services,
  sources: MailSources,
  tx: SqlTx,
  store: Store,
  row: repo.MailRow,
  permission: Permission | null,
): Promise<void> {
  const people =
    row.audience === 'vendor'
      ? row.vendorId === null
        ? []
        : await sources.vendorRecipients(tx, row.vendorId, permission)
      : [...(await sources.webAdmins(tx)), ...(store.email ? [{ address: store.email, locale: null }] : [])];
  const byAddress = new Map<string, MailRecipient>();
  for (const person of people) {
    const address = person.address.toLowerCase();
    if (!byAddress.has(address)) byAddress.set(address, person);
  }
  const now = services.clock.now();
  await repo.insertMails(
    tx,
    [...byAddress].map(([address, person]) => ({
      vendorId: row.vendorId,
      // The address itself stands in one column only, so that a redaction finds it.
      dedupeKey: `${row.dedupeKey}>${hashToken(address).slice(0, 24)}`,
      template: row.template,
      audience: 'address',
      toAddress: address,
      locale: person.locale,
      params: row.params,
      dueAt: now,
      createdAt: row.createdAt,
    })),
  );
  await repo.finish(tx, row.id, { state: 'expanded', sentAt: null, error: null });
}

async function render(
  services: Services,
  sources: MailSources,
  tx: SqlTx,
  store: Store,
  row: repo.MailRow,
  name: MailTemplateName,
): Promise<{ rendered: RenderedMail; envelope: MailEnvelope } | undefined> {
  const source = sources.variables.find((one) => one.template === name);
  if (!source) throw new Error(`No feature gives the variables of the mail ${name}`);
  const locale = supportedLocale(row.locale ?? store.locale);
  const vendorId = row.vendorId === null ? null : asVendorId(row.vendorId);
  const variables = await source.variables(services, { storeId: store.id, vendorId, params: row.params, locale });
  if (!variables) return undefined;
  const rendered = renderMail({
    template: name,
    locale,
    params: MAIL_TEMPLATES[name].variables.parse(variables),
    look: await sources.look(tx, store),
    override: await repo.findOverride(tx, name),
  });
  return { rendered, envelope: source.envelope(variables) };
}

async function noteFailure(services: Services, tx: SqlTx, row: repo.MailRow, error: unknown): Promise<void> {
  const tries = row.attempts + 1;
  const isLast = tries >= MOST_TRIES;
  services.log[isLast ? 'error' : 'warn']({ err: error, mail: String(row.id), tries }, 'a mail was not sent');
  const reason = error instanceof Error ? error.message.slice(0, 500) : 'unknown';
  const dueAt = isLast ? null : nextTry(tries, services.clock.now());
  await repo.noteFailure(tx, row.id, { attempts: tries, dueAt, error: reason });
}

/** The language of a stored locale (`nl`, `pt-BR`); English where we do not speak it. */
export function supportedLocale(locale: string): Locale {
  return LOCALES.find((one) => one === locale.slice(0, 2).toLowerCase()) ?? 'en';
}

/** Who a mail is from: our address under the store's name; answers go to the marketplace's own address. */
export function senderOf(
  mailFrom: string,
  store: { name: string; email: string | null },
  sendingEmail: string,
): { from: string; replyTo?: string } {
  const replyTo = sendingEmail || store.email;
  const name = store.name.replace(/["\\\r\n<>]/g, ' ').trim();
  return { from: `"${name}" <${addressOf(mailFrom)}>`, ...(replyTo ? { replyTo } : {}) };
}

/** The same for every try of a mail, and telling nobody how many other mails were sent meanwhile. */
function messageIdOf(env: { MAIL_FROM: string; SESSION_SECRET: string }, id: bigint): string {
  const name = hmacSha256(env.SESSION_SECRET, `message-id:${id}`).toString('hex').slice(0, 32);
  return `mail.${name}@${addressOf(env.MAIL_FROM).split('@')[1] ?? 'localhost'}`;
}

function addressOf(mailFrom: string): string {
  return /<([^<>]+)>\s*$/.exec(mailFrom)?.[1] ?? mailFrom.trim();
}
