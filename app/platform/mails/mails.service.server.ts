import type { VendorId } from '#app/core/ids.ts';
import type { Locale } from '#app/core/viewer.ts';
import type { Services } from '#app/server/context.server.ts';
import type { SqlTx } from '#app/server/db.server.ts';
import { recordNotices, type Occasion } from '#app/platform/notices/record-notices.service.server.ts';
import { computeBellOccasion } from './bell-occasion.ts';
import type { MailTemplateName } from './mail.ts';
import * as repo from './mails.repo.server.ts';
import { listOverrides } from './overrides.repo.server.ts';
import type { MailOverride } from './render.server.ts';

/** Who gets a mail: one address, the people of a vendor, or the admins of the marketplace. */
export type MailAudience =
  { kind: 'address'; address: string } | { kind: 'vendor'; vendorId: VendorId } | { kind: 'admins' };

/** A mail as its cause writes it: ids in `params`, never personal data; it is rendered when it is sent. */
export type QueuedMail = {
  /** The same occasion always has the same key, so that work which runs twice mails once. */
  dedupeKey: string;
  template: MailTemplateName;
  audience: MailAudience;
  params: object;
  /** The language of an address that belongs to nobody we know (an applicant); people have their own. */
  locale?: Locale;
  dueAt: Date;
  createdAt: Date;
  /** It is about what happened before a restore, so that it may have been sent before: it is held back until a person sends it. */
  mayBeSent?: boolean;
};

/** Writes mails, and the bell's notices of what they tell groups, in the transaction of their cause; a key that exists already is not written again. */
export async function queueMails(
  tx: SqlTx,
  services: Pick<Services, 'jobs'>,
  mails: readonly QueuedMail[],
): Promise<void> {
  if (mails.length === 0) return;
  await repo.insertMails(
    tx,
    mails.map(({ audience, locale, ...mail }) => ({
      ...mail,
      audience: audience.kind,
      vendorId: audience.kind === 'vendor' ? audience.vendorId : null,
      toAddress: audience.kind === 'address' ? audience.address : null,
      locale: locale ?? null,
    })),
  );
  await recordNotices(tx, services, mails.flatMap(toNotice));
  services.jobs.wakeAfterCommit(tx, 'mails');
}

/** Holds back what a restored store had queued before a moment: it may have been sent since the backup. */
export const holdBackQueuedMails = (tx: SqlTx, queuedBefore: Date): Promise<void> =>
  repo.holdBackQueued(tx, queuedBefore);

/** Whether a mail of a key was written before. */
export const hasMail = (tx: SqlTx, dedupeKey: string): Promise<boolean> => repo.hasMail(tx, dedupeKey);

/** What the bell tells of a mail to a group; it does so whether the mail is sent or switched off. */
function toNotice({ audience, template, params, dedupeKey, createdAt: at }: QueuedMail): Occasion[] {
  const found = audience.kind === 'address' ? undefined : computeBellOccasion(template, params);
  return found ? [{ ...found, vendorId: audience.kind === 'vendor' ? audience.vendorId : null, dedupeKey, at }] : [];
}

/** Forgets to whom mails of some templates went; those that still wait are not sent. */
export function forgetAddress(tx: SqlTx, address: string, templates: readonly MailTemplateName[]): Promise<void> {
  return repo.eraseAddress(tx, address, templates);
}

/** The store's own wordings of all its templates that hold in a language, by their names. */
export async function readOverrides(tx: SqlTx, locale: Locale): Promise<Map<string, MailOverride>> {
  const rows = await listOverrides(tx);
  // One of the language's own comes last, and replaces the one for all languages.
  const localized = ['', locale].flatMap((language) => rows.filter((row) => row.locale === language));
  return new Map(localized.map(({ template, subject, htmlBody }) => [template, { subject, htmlBody }]));
}

/** The templates that have a wording of the store's own, in one language or all. */
export async function listEditedTemplates(tx: SqlTx): Promise<string[]> {
  return [...new Set((await listOverrides(tx)).map(({ template }) => template))];
}

/** How the mails of the scope's store stand: how many failed, and how many are tried again since when. */
export function countUnsentMails(tx: SqlTx): ReturnType<typeof repo.countUnsent> {
  return repo.countUnsent(tx);
}
