import { z } from 'zod';
import { emailAddress } from '#app/core/text/email-schema.ts';
import { endpoint } from '#app/core/endpoint.ts';
import { idSchema } from '#app/core/ids.ts';
import { pageSchema } from '#app/core/paging.ts';
import {
  doneDto,
  markEarnings,
  moneyDto,
  optionalTypedAmount,
  timeDto,
  typedAmount,
  versionInput,
} from '#app/core/dto.ts';
import { rule } from '#app/core/rules.ts';
import { MAX_QUANTITY, OFFER_ACTIONS, OFFER_STATUSES, REJECTED_BY } from './offer.ts';

const canRead = { kind: 'vendor', permission: 'read_orders' } as const;
const canWrite = { kind: 'vendor', permission: 'write_orders', scope: 'offers:answer' } as const;
/** Which store is meant, where neither the host nor `?store=` says it. */
const store = z.string().trim().max(100).optional();

export const makeOfferSchema = z.object({
  email: emailAddress,
  amount: typedAmount.meta({ description: 'The offered price of one unit, in the currency of the store' }),
  quantity: z.coerce
    .number(rule('whole_number'))
    .int(rule('whole_number'))
    .min(1, rule('at_least_one'))
    .max(MAX_QUANTITY, rule('max_number', { maximum: MAX_QUANTITY }))
    .default(1),
  variantId: z
    .union([z.string().max(20), z.number().int().positive()])
    .transform(String)
    .pipe(idSchema),
  store,
});
export type MakeOfferInput = z.output<typeof makeOfferSchema>;

export const makeOfferEndpoint = endpoint({
  name: 'offers.create',
  method: 'POST',
  path: '/public/make-an-offer',
  summary: 'Offers a price for a variant; the seller is mailed. One open offer of an address for a variant',
  access: { kind: 'public' },
  body: makeOfferSchema,
  response: doneDto,
  status: 201,
  creates: true,
  errors: ['feature_disabled', 'not_found', 'invalid_input', 'invalid_state', 'rate_limited'],
  maxBodyBytes: 20_000,
  limit: { perMinute: 30, by: 'address' },
  crossOrigin: true,
});

const termsDto = z
  .object({
    enabled: z
      .boolean()
      .meta({ description: 'Whether offers are taken at all; the prices are null where they are not' }),
    listed: moneyDto.nullable(),
    minimum: moneyDto.nullable().meta({ description: 'The lowest price of one unit that is taken' }),
    maxQuantity: z.number().int(),
  })
  .meta({ id: 'OfferTerms' });
export type OfferTermsDto = z.input<typeof termsDto>;

export const offerTermsEndpoint = endpoint({
  name: 'offers.terms',
  method: 'GET',
  path: '/public/offer-terms',
  summary: 'What can be offered for a variant: its listed price and the lowest one that is taken',
  access: { kind: 'public' },
  query: z.object({ variantId: idSchema, store }),
  response: termsDto,
  errors: ['not_found', 'rate_limited'],
  limit: { perMinute: 240, by: 'address' },
  crossOrigin: true,
});

const offerShape = {
  id: z.string(),
  product: z.object({ id: z.string(), title: z.string(), variant: z.string(), imageUrl: z.string().nullable() }),
  vendor: z.string(),
  buyer: z.string().meta({ description: 'The buyer’s e-mail address, masked for vendors; empty once it was erased' }),
  quantity: z.number().int(),
  listed: moneyDto,
  offered: moneyDto.meta({ description: 'What the buyer offered last for one unit' }),
  price: moneyDto.meta({ description: 'What is on the table for one unit, or was agreed' }),
  total: moneyDto.meta({ description: 'The price times the quantity' }),
  status: z.enum(OFFER_STATUSES),
  rejectedBy: z.enum(REJECTED_BY).nullable(),
  paidLate: z.boolean().meta({ description: 'It was paid after it had ended' }),
  order: z.object({ id: z.string(), name: z.string() }).nullable(),
  createdAt: timeDto,
  updatedAt: timeDto,
  expiresAt: timeDto.nullable().meta({ description: 'When it ends by itself; null where nothing is awaited' }),
  version: z.number().int(),
  allowedActions: z.array(z.enum(OFFER_ACTIONS)).meta({ description: 'What whoever asks can do now' }),
  counterRange: z
    .object({ min: moneyDto, max: moneyDto })
    .nullable()
    .meta({ description: 'Between which prices a counter-offer lies' }),
};
export const offerDto = z.object(offerShape).meta({ id: 'Offer' });

/** An offer as a list of what one buyer offered names it. */
export const listedOfferDto = z.object({
  id: z.string(),
  vendor: z.string(),
  product: z.string(),
  quantity: z.number().int(),
  price: moneyDto.meta({ description: 'What is on the table for one piece, or was agreed.' }),
  status: z.enum(OFFER_STATUSES),
  at: timeDto,
});
export type OfferDto = z.input<typeof offerDto>;

const offerDetailDto = z
  .object({
    ...offerShape,
    history: z.array(
      z.object({
        at: timeDto,
        event: z.string(),
        by: z.string(),
        price: moneyDto.nullable(),
        percent: z.number().int().nullable().meta({
          description: 'The share of the listed price of the rule that decided; null where a person did',
        }),
      }),
    ),
  })
  .meta({ id: 'OfferDetail' });
export type OfferDetailDto = z.input<typeof offerDetailDto>;

const offerPageDto = offerDetailDto
  .extend({
    earns: markEarnings(
      moneyDto,
      'What the vendor earns of the total by the commission of now; null once it is decided',
    ),
    isOwn: z.boolean().meta({ description: 'Whether the viewer is the vendor of it' }),
  })
  .meta({ id: 'OfferPage' });
export type OfferPageDto = z.input<typeof offerPageDto>;

export const offersQuery = pageSchema.extend({
  q: z.string().trim().max(200).default(''),
  status: z.enum(['all', ...OFFER_STATUSES]).default('all'),
});
export type OffersQuery = z.output<typeof offersQuery>;

export const listOffersEndpoint = endpoint({
  name: 'offers.list',
  method: 'GET',
  path: '/offers',
  summary: 'Offers of buyers, newest first: a vendor’s own, or all of the marketplace',
  access: canRead,
  query: offersQuery,
  response: z.object({
    offers: z.array(offerDto),
    counts: z.record(z.enum(['all', ...OFFER_STATUSES]), z.number()),
    count: z.number(),
    pageCount: z.number(),
    cursor: z.string().nullable(),
  }),
  errors: ['feature_disabled'],
});

export const getOfferEndpoint = endpoint({
  name: 'offers.get',
  method: 'GET',
  path: '/offers/{id}',
  summary: 'One offer with its history',
  access: canRead,
  params: z.object({ id: idSchema }),
  response: z.object({ offer: offerPageDto }),
  errors: ['feature_disabled', 'not_found'],
});

const sentVersion = versionInput
  .optional()
  .meta({ description: 'Of the offer as it was shown: refuses with conflict when it changed' });

export const offerActionSchema = z
  .object({
    id: idSchema,
    action: z.enum(OFFER_ACTIONS),
    counterOffer: optionalTypedAmount.meta({ description: 'The price of one unit, for the action counter' }),
    version: sentVersion,
  })
  .superRefine(requirePrice);
export type OfferActionInput = z.output<typeof offerActionSchema>;

export const runOfferActionEndpoint = endpoint({
  name: 'offers.runAction',
  method: 'POST',
  path: '/offers/action',
  summary: 'Accepts, rejects or counters an offer. Accepting makes an invoice at the agreed price and mails its link',
  access: canWrite,
  body: offerActionSchema,
  response: z.object({ offer: offerDetailDto }),
  creates: true,
  errors: ['feature_disabled', 'not_found', 'invalid_input', 'invalid_state', 'conflict'],
  limit: { perMinute: 60, by: 'viewer' },
});

/** A counter-offer names its price. */
function requirePrice(
  { action, counterOffer }: { action: (typeof OFFER_ACTIONS)[number]; counterOffer: string | null },
  issues: z.RefinementCtx,
): void {
  if (action === 'counter' && counterOffer === null)
    issues.addIssue({ code: 'custom', path: ['counterOffer'], message: rule('required_field') });
}

const answerShape = {
  action: z.enum(OFFER_ACTIONS),
  counterOffer: optionalTypedAmount.meta({ description: 'The price of one unit, for the action counter' }),
  version: versionInput.meta({ description: 'Of the offer as it was shown' }),
};
/** What a buyer answers on the page of a mail's link, as its form sends it. */
export const offerAnswerSchema = z
  .object({ ...answerShape, version: z.coerce.number().pipe(versionInput) })
  .superRefine(requirePrice);
export type OfferAnswerInput = z.output<typeof offerAnswerSchema>;

export const answerOfferSchema = z
  .object({ token: z.string().min(1, rule('required_field')).max(500), ...answerShape })
  .superRefine(requirePrice);

export const answerOfferEndpoint = endpoint({
  name: 'offers.answer',
  method: 'POST',
  path: '/public/offers/answer',
  summary: 'Answers a counter-offer with the token of a mail’s link: accepts it, declines, or names another price',
  access: { kind: 'public' },
  body: answerOfferSchema,
  response: z.object({
    offer: offerDto,
    invoiceUrl: z.string().nullable().meta({ description: 'Where to pay; null until the store has made the invoice' }),
  }),
  errors: ['link_expired', 'feature_disabled', 'invalid_input', 'invalid_state', 'conflict'],
  limit: { perMinute: 30, by: 'address' },
});

export const offerSettingsSchema = z.object({
  minPercent: z.coerce
    .number(rule('whole_number'))
    .int(rule('whole_number'))
    .min(1, rule('at_least_one'))
    .max(100, rule('max_number', { maximum: 100 }))
    .meta({ description: 'The lowest share of the listed price that offers are taken at, in percent' }),
});
export const offerSettingsDto = offerSettingsSchema.extend({ version: versionInput });
export type OfferSettingsDto = z.output<typeof offerSettingsDto>;

const admin = { kind: 'admin' } as const;

export const getOfferSettingsEndpoint = endpoint({
  name: 'offers.settings',
  method: 'GET',
  path: '/settings/offers',
  summary: 'The lowest share of the listed price that offers are taken at',
  access: admin,
  response: offerSettingsDto.extend({ granted: z.boolean() }),
  errors: ['feature_disabled'],
});

export const saveOfferSettingsEndpoint = endpoint({
  name: 'offers.saveSettings',
  method: 'PUT',
  path: '/settings/offers',
  summary: 'Saves it, over the version that was read; offers that were made stay as they are',
  access: admin,
  body: offerSettingsDto,
  response: doneDto,
  errors: ['feature_disabled', 'conflict'],
});
