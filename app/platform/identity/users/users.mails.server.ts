import { z } from 'zod';
import { marketplaceScope } from '#app/core/viewer.ts';
import { mailVariables, type MailOccasion } from '#app/platform/mails/sending.service.server.ts';
import { findStoreById, portalUrl } from '#app/platform/stores/stores.service.server.ts';
import type { Services } from '#app/server/context.server.ts';
import { INVITATION_DAYS, RESET_HOURS } from './user.ts';
import { findMemberById } from './users.repo.server.ts';

/** A mail that was queued before links held a secret has none. */
const paramsSchema = z.object({
  userId: z.string().transform(BigInt),
  code: z.string(),
  link: z.string().optional(),
  approved: z.boolean().optional(),
});

const resetSchema = z.object({ userId: z.string().transform(BigInt), by: z.string() });

/** The person a code was made for and the page that takes it; undefined when the person or the store is gone. */
async function readCodeMail(services: Services, { storeId, params }: MailOccasion) {
  const { userId, code: encrypted, link: encryptedLink, approved = false } = paramsSchema.parse(params);
  const store = await findStoreById(services, storeId);
  const person = await services.db.unit(marketplaceScope(storeId), (tx) => findMemberById(tx, userId));
  if (!store || !person) return undefined;
  const code = services.vault.openText(encrypted);
  const page = new URL(portalUrl(services, store, '/app/login/change-password'));
  page.searchParams.set('email', person.email);
  page.searchParams.set('store', store.domain);
  const link = encryptedLink === undefined ? undefined : services.vault.openText(encryptedLink);
  return { store, person, code, link, page, approved };
}

/** Where the mails about codes take their variables from. */
export const userMails = [
  mailVariables('auth-invite', async (services, occasion) => {
    const mail = await readCodeMail(services, occasion);
    if (!mail) return undefined;
    const { person, code, page } = mail;
    page.searchParams.set('code', code);
    return {
      name: person.name,
      email: person.email,
      vendor_name: person.vendor?.name ?? '',
      approved: mail.approved,
      url: page.toString(),
      days: INVITATION_DAYS,
    };
  }),
  mailVariables('auth-change-password', async (services, occasion) => {
    const mail = await readCodeMail(services, occasion);
    if (!mail) return undefined;
    // The link holds a secret of its own and opens the last step; the digits are for another device, and may be voided by guesses.
    if (mail.link === undefined) mail.page.searchParams.set('step', 'code');
    else mail.page.searchParams.set('code', mail.link);
    return { name: mail.person.name, code: mail.code, url: mail.page.toString(), hours: RESET_HOURS };
  }),
  mailVariables('auth-second-factor-reset', async (services, { storeId, params }) => {
    const { userId, by } = resetSchema.parse(params);
    const store = await findStoreById(services, storeId);
    const person = await services.db.unit(marketplaceScope(storeId), (tx) => findMemberById(tx, userId));
    if (!store || !person) return undefined;
    return { name: person.name, by, url: portalUrl(services, store, '/app/account') };
  }),
  mailVariables('auth-verify', async (services, occasion) => {
    const mail = await readCodeMail(services, occasion);
    if (!mail) return undefined;
    const url = portalUrl(services, mail.store, '/app/account');
    return { name: mail.person.name, code: mail.code, url, hours: RESET_HOURS };
  }),
];
