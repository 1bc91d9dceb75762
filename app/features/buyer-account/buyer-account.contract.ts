import { z } from 'zod';
import { timeDto } from '#app/core/dto.ts';
import { endpoint } from '#app/core/endpoint.ts';
import { idSchema } from '#app/core/ids.ts';
import { messageText, threadDto } from '#app/features/messages/conversations/buyer-thread.contract.ts';
import { listedOfferDto, offerAnswerSchema, offerDto } from '#app/features/offers/offers.contract.ts';
import { PART_PROGRESS } from '#app/features/orders/customer-part.ts';

/** So many of the newest conversations, and of the newest offers, are named. */
export const MAX_NAMED = 50;

const access = { kind: 'buyer' } as const;
const conversation = z.object({ conversationId: idSchema });
const offer = z.object({ offerId: idSchema });

const partDto = z
  .object({
    vendor: z.object({ id: z.string(), name: z.string() }),
    progress: z.enum(PART_PROGRESS),
    items: z.array(z.object({ title: z.string(), variant: z.string(), quantity: z.number().int() })),
    shipments: z.array(
      z.object({
        id: z.string(),
        carrier: z.string().nullable(),
        tracking: z.string().nullable(),
        trackingPage: z.string().nullable().meta({ description: 'Where it is followed' }),
        sentAt: timeDto,
        items: z.array(z.object({ title: z.string(), quantity: z.number().int() })),
      }),
    ),
    conversationId: z
      .string()
      .nullable()
      .meta({ description: 'The conversation with this vendor about the order, where there is one' }),
    isUnread: z.boolean(),
  })
  .meta({ id: 'BuyerOrderPart' });

const orderDto = z
  .object({
    id: z.string(),
    name: z.string(),
    canAsk: z.boolean().meta({ description: 'Whether the marketplace has conversations' }),
    vendors: z.array(partDto),
  })
  .meta({ id: 'BuyerOrder', description: 'An order of the caller by vendor, without money.' });
export type BuyerOrderDto = z.input<typeof orderDto>;

export const readOrderEndpoint = endpoint({
  name: 'buyerAccount.order',
  method: 'GET',
  path: '/buyer/orders/{orderId}',
  summary: 'An order of the customer by vendor: items, shipments, and whether there is a conversation about it',
  access,
  params: z.object({ orderId: idSchema }),
  response: orderDto,
  errors: ['not_found'],
  limit: { perMinute: 60, by: 'viewer' },
});

export const askVendorEndpoint = endpoint({
  name: 'buyerAccount.ask',
  method: 'POST',
  path: '/buyer/orders/{orderId}/vendors/{vendorId}/messages',
  summary: 'Writes to a vendor about an order of the customer, in the one conversation about it',
  access,
  params: z.object({ orderId: idSchema, vendorId: idSchema }),
  body: z.object({ text: messageText }),
  response: z.object({ thread: threadDto }),
  status: 201,
  errors: ['feature_disabled', 'not_found', 'invalid_input', 'rate_limited'],
  limit: { perMinute: 20, by: 'viewer' },
});

const overviewDto = z
  .object({
    conversations: z
      .array(
        z.object({
          id: z.string(),
          vendor: z.string(),
          about: z.string(),
          text: z.string(),
          at: timeDto,
          isUnread: z.boolean(),
        }),
      )
      .nullable()
      .meta({ description: `The ${MAX_NAMED} with the newest messages; null while the feature is off.` }),
    offers: z
      .array(listedOfferDto)
      .nullable()
      .meta({ description: `The ${MAX_NAMED} newest; null while the feature is off.` }),
  })
  .meta({ id: 'BuyerOverview' });
export type BuyerOverviewDto = z.input<typeof overviewDto>;

export const readOverviewEndpoint = endpoint({
  name: 'buyerAccount.overview',
  method: 'GET',
  path: '/buyer/overview',
  summary:
    'The conversations and offers of the customer: those of their account, not those of an address that was typed',
  access,
  response: overviewDto,
  limit: { perMinute: 60, by: 'viewer' },
});

export const readThreadEndpoint = endpoint({
  name: 'buyerAccount.conversation',
  method: 'GET',
  path: '/buyer/conversations/{conversationId}',
  summary: 'A conversation of the customer with its newest messages',
  access,
  params: conversation,
  response: z.object({ thread: threadDto }),
  errors: ['feature_disabled', 'not_found'],
  limit: { perMinute: 60, by: 'viewer' },
});

export const writeMessageEndpoint = endpoint({
  name: 'buyerAccount.write',
  method: 'POST',
  path: '/buyer/conversations/{conversationId}/messages',
  summary: 'Writes in a conversation of the customer',
  access,
  params: conversation,
  body: z.object({ text: messageText }),
  response: z.object({ thread: threadDto }),
  status: 201,
  errors: ['feature_disabled', 'not_found', 'invalid_input', 'rate_limited'],
  limit: { perMinute: 20, by: 'viewer' },
});

export const markReadEndpoint = endpoint({
  name: 'buyerAccount.markRead',
  method: 'PUT',
  path: '/buyer/conversations/{conversationId}/read',
  summary: 'Notes up to which message the customer has read',
  access,
  params: conversation,
  body: z.object({ messageId: idSchema }),
  response: z.object({ ok: z.literal(true) }),
  errors: ['feature_disabled', 'not_found', 'invalid_input'],
  limit: { perMinute: 60, by: 'viewer' },
});

const offerAnswerDto = z.object({
  offer: offerDto,
  invoiceUrl: z.string().nullable().meta({ description: 'Where to pay; null until the store has made the invoice' }),
});
export type BuyerOfferDto = z.input<typeof offerAnswerDto>;

export const readOfferEndpoint = endpoint({
  name: 'buyerAccount.offer',
  method: 'GET',
  path: '/buyer/offers/{offerId}',
  summary: 'An offer of the customer, and what they can do with it',
  access,
  params: offer,
  response: offerAnswerDto,
  errors: ['feature_disabled', 'not_found'],
  limit: { perMinute: 60, by: 'viewer' },
});

export const answerOfferEndpoint = endpoint({
  name: 'buyerAccount.answerOffer',
  method: 'POST',
  path: '/buyer/offers/{offerId}/answer',
  summary: 'Answers a counter-offer: accepts it, declines, or names another price',
  access,
  params: offer,
  body: offerAnswerSchema,
  response: offerAnswerDto,
  errors: ['feature_disabled', 'not_found', 'invalid_input', 'invalid_state', 'conflict'],
  limit: { perMinute: 30, by: 'viewer' },
});
