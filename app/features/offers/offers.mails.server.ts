import { z } from 'zod';
import { idSchema } from '#app/core/ids.ts';
import { asCurrency, money, toDto } from '#app/core/money/money.ts';
import { marketplaceScope } from '#app/core/viewer.ts';
import { mailVariables, type MailOccasion, type MailVariables } from '#app/platform/mails/sending.service.server.ts';
import { findStoreById, portalUrl } from '#app/platform/stores/stores.service.server.ts';
import type { Services } from '#app/server/context.server.ts';
import { formatMoney } from '#app/ui/money/format.ts';
import { offerUrl } from './offer-link.server.ts';
import { OFFER_DAYS } from './offer.ts';
import { areOffersOn } from './offer-settings.service.server.ts';
import { findOffer } from './offers.repo.server.ts';

const paramsSchema = z.object({ offerId: idSchema });

/** What all mails about an offer say; undefined where its buyer was erased, or the marketplace takes no offers any more. */
async function readOccasion(services: Services, { storeId, params, locale }: MailOccasion) {
  const { offerId } = paramsSchema.parse(params);
  const store = await findStoreById(services, storeId);
  const { offer, isOn } = await services.db.fast(marketplaceScope(storeId), async (tx) => ({
    offer: await findOffer(tx, offerId),
    isOn: await areOffersOn(tx),
  }));
  if (!store || !offer || offer.email === null) return undefined;
  const currency = asCurrency(offer.currency);
  const amount = (minor: bigint) => formatMoney(toDto(money(minor, currency)), locale);
  return {
    store,
    offer,
    isOn,
    said: {
      product_title: offer.productTitle,
      variant: offer.variantTitle,
      vendor_name: offer.vendor,
      quantity: offer.quantity,
      price: amount(offer.priceMinor),
      listed_price: amount(offer.listedMinor),
      total: amount(offer.priceMinor * BigInt(offer.quantity)),
      days: OFFER_DAYS,
    },
  };
}

/** What the mails about offers say. One that is overtaken by what happened since is not sent. */
export const offerMails: readonly MailVariables[] = [
  mailVariables('offer-requested', async (services, occasion) => {
    const found = await readOccasion(services, occasion);
    if (!found?.isOn || found.offer.status !== 'pending') return undefined;
    const { offer, store, said } = found;
    const url = portalUrl(services, store, `/app/offers/${offer.id}`);
    return { ...said, is_answer: offer.version > 1, url };
  }),
  mailVariables('offer-received', async (services, occasion) => {
    const found = await readOccasion(services, occasion);
    if (!found) return undefined;
    const { offer, store, said, isOn } = found;
    if (offer.status === 'countered' && isOn) {
      return { ...said, is_accepted: false, url: offerUrl(services, store, offer.id) };
    }
    if (offer.status !== 'accepted' || offer.invoiceUrl === null || offer.orderId !== null) return undefined;
    return { ...said, is_accepted: true, url: offer.invoiceUrl };
  }),
  mailVariables('offer-rejected', async (services, occasion) => {
    const found = await readOccasion(services, occasion);
    if (found?.offer.status !== 'rejected') return undefined;
    const { offer, store, said } = found;
    return { ...said, is_expired: offer.rejectedBy === 'expiry', url: `https://${store.domain}` };
  }),
];
