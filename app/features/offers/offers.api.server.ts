import { implement, type Implementation } from '#app/server/http/api.server.ts';
import { readOfferRulesEndpoint, saveOfferRulesEndpoint } from './automatic/offer-rules.contract.ts';
import { readOfferRules, saveOfferRules } from './automatic/offer-rules.service.server.ts';
import { answerOffer } from './buyer-offer.service.server.ts';
import { makeOffer, readOfferTerms } from './make-offer.service.server.ts';
import { changeOfferSettings, readOfferSettings } from './offer-settings.service.server.ts';
import * as contract from './offers.contract.ts';
import { runOfferAction, getOffer, listOffers } from './offers.service.server.ts';

export const offersApi: readonly Implementation[] = [
  implement(contract.makeOfferEndpoint, (ctx, { body }, info) => makeOffer(ctx, body, info.address)),
  implement(contract.offerTermsEndpoint, (ctx, { query }) => readOfferTerms(ctx, query.variantId)),
  implement(contract.answerOfferEndpoint, (ctx, { body }) => answerOffer(ctx, body.token, body)),
  implement(contract.listOffersEndpoint, (ctx, { query }) => listOffers(ctx, query)),
  implement(contract.getOfferEndpoint, async (ctx, { params }) => ({ offer: await getOffer(ctx, params.id) })),
  implement(contract.runOfferActionEndpoint, async (ctx, { body }) => ({ offer: await runOfferAction(ctx, body) })),
  implement(contract.getOfferSettingsEndpoint, (ctx) => readOfferSettings(ctx)),
  implement(contract.saveOfferSettingsEndpoint, (ctx, { body }) => changeOfferSettings(ctx, body)),
  implement(readOfferRulesEndpoint, (ctx) => readOfferRules(ctx)),
  implement(saveOfferRulesEndpoint, (ctx, { body }) => saveOfferRules(ctx, body)),
];
