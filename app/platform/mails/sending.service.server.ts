import { randomUUID } from 'node:crypto';
import { asStoreId, asVendorId, type StoreId, type VendorId } from '#app/core/ids.ts';
import { LOCALES, marketplaceScope, type Locale, type Permission } from '#app/core/viewer.ts';
import { findStoreById, type Store } from '#app/platform/stores/stores.service.server.ts';
import type { Services } from '#app/server/context.server.ts';
import { AddressRefusedError } from '#app/adapters/mail/address-refusal.ts';
import { MailServerAwayError } from '#app/adapters/mail/server-away.ts';
import type { OutgoingMail } from '#app/adapters/mail/mailer.server.ts';
import { hashToken, hmacSha256 } from '#app/server/crypto.server.ts';
import { isDatabaseAway, type SqlTx } from '#app/server/db.server.ts';
import { countFailure } from '#app/adapters/telemetry/metrics.server.ts';
import { createLeases } from '#app/server/leases.server.ts';
import {
  isMailTemplate,
  MAIL_TEMPLATES,
  MAX_ATTEMPTS,
  nextTry,
  nextTryOfAway,
  type MailLook,
  type MailTemplateName,
} from './mail.ts';
import { MAIL_VARIABLES, type MailVariablesOf } from './mail-variables.ts';
import * as repo from './mails.repo.server.ts';
import { readNotifications } from './notification-settings.service.server.ts';
import { isMailOn } from './notifications.ts';
import { findNotice } from './notices/notice.ts';
import { noticeUrl } from './notices/notice-link.server.ts';
import { hasLeft } from './notices/notices.service.server.ts';
import { deliver, UnconfirmedError, type ReadyMail } from './integration/deliver.service.server.ts';
import { toAddress, buildSender, buildServiceSender, type Sender } from './sender.ts';
import { findOverride } from './overrides.repo.server.ts';
import { renderMail } from './render.server.ts';
import { UNCONFIRMED, type UnsentReason } from './suppressions/suppression.ts';
import { findSuppressionKind, recordBounce } from './suppressions/suppressions.service.server.ts';

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

/** Mails on their way to the mail server at a time. */
const AT_ONCE = 4;

export type MailSender = {
  /** Sends some of the mails whose time has come; true when there may be more. */
  sendSome(): Promise<boolean>;
};

/**
 * Sends mails whose time has come. A mail is claimed with a lease and committed before the mail server is asked, and ended in a
 * transaction of its own: two workers never send the same one, and one that waits still counts as due. Only a process that dies
 * between the server's answer and the commit sends again, under the same Message-ID, by which mail programs recognise a repeat.
 */
export function createMailSender(services: Services, sources: MailSources): MailSender {
  const seconds = services.env.JOB_LEASE_SECONDS;
  const leases = createLeases({ ...services, table: 'mails', seconds });
  /** The leases of mails whose end could not be written because the database was away. */
  let abandoned: string[] = [];
  return {
    async sendSome() {
      const names = Array.from({ length: AT_ONCE }, () => randomUUID());
      const claimed = await repo.claimDue(services.db, names, { now: services.clock.now(), seconds, abandoned });
      abandoned = [];
      for (const { lease } of claimed) leases.hold(lease);
      await Promise.all(
        claimed.map((mail) =>
          sendOne(services, sources, mail)
            .catch((error: unknown) => {
              if (isDatabaseAway(error)) abandoned.push(mail.lease);
              throw error;
            })
            .finally(() => leases.release(mail.lease)),
        ),
      );
      return claimed.length > 0;
    },
  };
}

type Claimed = { id: bigint; storeId: bigint; lease: string };

async function sendOne(services: Services, sources: MailSources, { id, storeId: of, lease }: Claimed): Promise<void> {
  const storeId = asStoreId(of);
  const inScope: InScope = (work) => services.db.fast(marketplaceScope(storeId), work);
  try {
    const store = await findStoreById(services, storeId);
    const open = await inScope(async (tx) => {
      const row = await repo.holdClaimed(tx, id, lease);
      return row && decide(services, sources, tx, { store, row });
    });
    if (!open) return;
    const ready = await render(services, sources, inScope, open);
    if (ready) await deliver(services, inScope, { row: open.row, lease }, ready);
    const end = ready
      ? ({ state: 'sent', sentAt: services.clock.now(), error: null } as const)
      : ({ state: 'void', sentAt: null, error: null } as const);
    await inScope(async (tx) => {
      if (await repo.holdClaimed(tx, id, lease)) await repo.finish(tx, id, end);
    });
  } catch (error) {
    if (isDatabaseAway(error)) throw error;
    await inScope(async (tx) => {
      const row = await repo.holdClaimed(tx, id, lease);
      if (row) await recordFailure(services, tx, row, error);
    });
  }
}

type InScope = <T>(work: (tx: SqlTx) => Promise<T>) => Promise<T>;
/** A mail to one address that is to be sent. */
type OpenMail = { store: Store; row: repo.MailRow; template: MailTemplateName; sender: Sender };

/** Whether a mail is to be sent; else it ends here: suppressed, or expanded into one for each address of its group. */
async function decide(
  services: Services,
  sources: MailSources,
  tx: SqlTx,
  { store, row }: { store: Store | undefined; row: repo.MailRow },
): Promise<OpenMail | undefined> {
  if (!isMailTemplate(row.template)) throw new Error(`There is no mail template ${row.template}`);
  const template = MAIL_TEMPLATES[row.template];
  const settings = await readNotifications(tx);
  const suppress = async (error: UnsentReason): Promise<undefined> => {
    await repo.finish(tx, row.id, { state: 'suppressed', sentAt: null, error });
  };
  if (!store || (store.uninstalledAt && !('afterUninstall' in template))) return suppress('store_uninstalled');
  if (!isMailOn(settings, row.template)) return suppress('mails_off');
  if (row.audience === 'address') {
    const reason = await findRecipientReason(tx, row.toAddress ?? '', row.template);
    return reason ? suppress(reason) : { store, row, template: row.template, sender: settings };
  }
  await expand(services, sources, tx, store, row, template.permission);
  return undefined;
}

/** Why the address itself gets no mail of a template; mails that are always sent reach every address. */
async function findRecipientReason(
  tx: SqlTx,
  address: string,
  template: MailTemplateName,
): Promise<UnsentReason | undefined> {
  if (MAIL_TEMPLATES[template].essential) return undefined;
  return (await findSuppressionKind(tx, address)) ?? ((await hasLeft(tx, address, template)) ? 'opted_out' : undefined);
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

/** What is handed over; undefined where the mail's occasion is gone. */
async function render(
  services: Services,
  sources: MailSources,
  inScope: InScope,
  { store, row, template: name, sender }: OpenMail,
): Promise<ReadyMail | undefined> {
  const source = sources.variables.find((one) => one.template === name);
  if (!source) throw new Error(`No feature gives the variables of the mail ${name}`);
  const locale = supportedLocale(row.locale ?? store.locale);
  const vendorId = row.vendorId === null ? null : asVendorId(row.vendorId);
  // Features read in transactions of their own: none is open here, so that mails at once do not wait for each other's connections.
  const variables = await source.variables(services, { storeId: store.id, vendorId, params: row.params, locale });
  if (!variables) return undefined;
  const { look, override } = await inScope(async (tx) => ({
    look: await sources.look(tx, store),
    override: await findOverride(tx, name, locale),
  }));
  const params = MAIL_VARIABLES[name].variables.parse(variables);
  const notice = findNotice(name);
  const address = row.toAddress ?? '';
  const leaving = notice ? { unsubscribeUrl: noticeUrl(services, store, { email: address, notice }) } : {};
  const outgoing: OutgoingMail = {
    ...renderMail({ template: name, locale, params, look, override, ...leaving }),
    to: address,
    ...buildSender(services.env.MAIL_FROM, store, sender),
    ...source.envelope(variables),
    ...leaving,
    messageId: buildMessageId(services.env, row.id),
  };
  const from = buildServiceSender(services.env.MAIL_FROM, store, sender);
  return { template: name, outgoing, from, params, store: store.name };
}

async function recordFailure(services: Services, tx: SqlTx, row: repo.MailRow, error: unknown): Promise<void> {
  countFailure('mail', row.handedTo ?? 'smtp');
  if (error instanceof MailServerAwayError) {
    await recordAway(services, tx, row, error);
    return;
  }
  const tries = row.attempts;
  const isRefused = error instanceof AddressRefusedError;
  const isUnconfirmed = error instanceof UnconfirmedError;
  if (isRefused && row.toAddress !== null) {
    await recordBounce(tx, { address: row.toAddress, response: error.message, at: services.clock.now() });
  }
  const isLast = isRefused || isUnconfirmed || tries >= MAX_ATTEMPTS;
  // The answer to an address that was refused names the address, which the log must not.
  const err = isRefused ? error.name : error;
  services.log[isLast && !isRefused ? 'error' : 'warn']({ err, mail: String(row.id), tries }, 'a mail was not sent');
  const reason =
    isLast && row.handedTo !== null ? UNCONFIRMED : error instanceof Error ? error.message.slice(0, 500) : 'unknown';
  const dueAt = isLast ? null : nextTry(tries, services.clock.now());
  await repo.recordFailure(tx, row.id, { attempts: tries, dueAt, error: reason, at: services.clock.now() });
}

/** A server that is away is no fault of a mail: the try does not count, and the mail waits for up to two days. */
async function recordAway(services: Services, tx: SqlTx, row: repo.MailRow, error: MailServerAwayError): Promise<void> {
  const at = services.clock.now();
  const dueAt = nextTryOfAway(row.failingSince ?? at, at) ?? null;
  services.log[dueAt === null ? 'error' : 'warn']({ err: error, mail: String(row.id) }, 'the mail server is away');
  const reason = error.message.slice(0, 500);
  // The claim counted a try, which is given back.
  await repo.recordFailure(tx, row.id, { attempts: Math.max(0, row.attempts - 1), dueAt, error: reason, at });
}

/** The language of a stored locale (`nl`, `pt-BR`); English where we do not speak it. */
export function supportedLocale(locale: string): Locale {
  return LOCALES.find((one) => one === locale.slice(0, 2).toLowerCase()) ?? 'en';
}

/** The same for every try of a mail, and telling nobody how many other mails were sent meanwhile. */
function buildMessageId(env: { MAIL_FROM: string; SESSION_SECRET: string }, id: bigint): string {
  const name = hmacSha256(env.SESSION_SECRET, `message-id:${id}`).toString('hex').slice(0, 32);
  return `mail.${name}@${toAddress(env.MAIL_FROM).split('@')[1] ?? 'localhost'}`;
}
