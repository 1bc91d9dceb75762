import { z } from 'zod';
import { DAY_MS } from '#app/core/durations.ts';
import { idSchema } from '#app/core/ids.ts';
import { marketplaceScope } from '#app/core/viewer.ts';
import { mailVariables, type MailOccasion, type MailVariables } from '#app/platform/mails/sending.service.server.ts';
import { findStoreById, portalUrl } from '#app/platform/stores/stores.service.server.ts';
import type { Services } from '#app/server/context.server.ts';
import { CONFIRM_DAYS } from './contact.ts';
import { findMessage } from './messages.repo.server.ts';
import { findSubscriber } from './subscribers.repo.server.ts';
import { subscriptionUrl } from './subscription-link.server.ts';

const messageSchema = z.object({ messageId: idSchema });
const subscriberSchema = z.object({ subscriberId: idSchema, generation: z.number().int() });

/** What the mails about a message say; one that was deleted meanwhile is not told of. */
async function readMessageMail(services: Services, { storeId, params }: MailOccasion) {
  const { messageId } = messageSchema.parse(params);
  const store = await findStoreById(services, storeId);
  const message = await services.db.fast(marketplaceScope(storeId), (tx) => findMessage(tx, messageId));
  if (!store || !message) return undefined;
  return {
    sender: message.name || (message.email ?? ''),
    email: message.email ?? '',
    note: message.body,
    fields: message.fields.map(({ key, value }) => ({ name: key, value })),
    vendor_name: message.vendor ?? '',
    url: portalUrl(services, store, `/app/messages/${messageId}`),
  };
}

/** Answers go to the sender, where the form asked for an address. */
const answerTo = ({ email, sender }: { email: string; sender: string }) =>
  email === '' ? {} : { replyTo: { address: email, name: sender === email ? '' : sender } };

/** Links of a subscriber's mails; undefined where the address ended it or began anew since. */
async function readSubscriberMail(
  services: Services,
  { storeId, params }: MailOccasion,
  status: 'pending' | 'confirmed',
) {
  const { subscriberId, generation } = subscriberSchema.parse(params);
  const store = await findStoreById(services, storeId);
  const row = await services.db.fast(marketplaceScope(storeId), (tx) => findSubscriber(tx, subscriberId));
  if (!store || row?.status !== status || row.generation !== generation) return undefined;
  const link = { subscriber: row.id, generation };
  return {
    store,
    row,
    unsubscribe_url: subscriptionUrl(services, store, { ...link, purpose: 'unsubscribe', until: null }),
    confirmUrl: (until: Date) => subscriptionUrl(services, store, { ...link, purpose: 'confirm', until }),
  };
}

const leavingBy = (variables: { unsubscribe_url: string }) => ({ unsubscribeUrl: variables.unsubscribe_url });

/** What the mails about messages and subscriptions say. */
export const contactMails: readonly MailVariables[] = [
  mailVariables('marketplace-contact-message', readMessageMail, answerTo),
  mailVariables('vendor-contact-message', readMessageMail, answerTo),
  mailVariables(
    'subscriber-confirm',
    async (services, occasion) => {
      const found = await readSubscriberMail(services, occasion, 'pending');
      if (!found) return undefined;
      const until = new Date(services.clock.now().getTime() + CONFIRM_DAYS * DAY_MS);
      return { url: found.confirmUrl(until), unsubscribe_url: found.unsubscribe_url, days: CONFIRM_DAYS };
    },
    leavingBy,
  ),
  mailVariables(
    'subscriber-welcome',
    async (services, occasion) => {
      const found = await readSubscriberMail(services, occasion, 'confirmed');
      return found && { url: `https://${found.store.domain}`, unsubscribe_url: found.unsubscribe_url };
    },
    leavingBy,
  ),
];
