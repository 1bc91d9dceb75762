import { z } from 'zod';
import { endpoint } from '#app/core/endpoint.ts';
import { idSchema } from '#app/core/ids.ts';
import { markEarnings, moneyDto, timeDto } from '#app/core/dto.ts';
import { actionDto, statusDto, submissionDto } from '../products.contract.ts';
import { CHANGE_FIELDS } from './differences.ts';
import { REVIEW_CHECKS } from './listing-review.ts';
import { CHANGE_ACTIONS } from './product-change.ts';

/** So many prices of a product are shown with what is earned at each. */
export const MAX_PRICES = 20;

const productReviewDto = z
  .object({
    id: z.string(),
    title: z.string(),
    status: statusDto,
    submission: submissionDto,
    submittedAt: timeDto.nullable(),
    allowedActions: z.array(actionDto),
    vendor: z
      .object({ id: z.string(), name: z.string(), live: z.number().int(), sentBack: z.number().int() })
      .nullable()
      .meta({
        description: 'Whose it is and how many of its products are live or were sent back; null for the store’s own.',
      }),
    change: z
      .object({
        id: z.string(),
        since: timeDto,
        fields: z.array(z.enum(CHANGE_FIELDS)),
        seen: z.string().meta({ description: 'Names this state of the change; send it back to apply' }),
        allowedActions: z.array(z.enum(CHANGE_ACTIONS)),
      })
      .nullable()
      .meta({ description: 'What of the vendor’s change to the live product waits.' }),
    checks: z.array(z.object({ check: z.enum(REVIEW_CHECKS), isMet: z.boolean() })),
    earnings: markEarnings(
      z.array(z.object({ price: moneyDto, commission: moneyDto, earns: moneyDto })),
      `What is charged of one unit at each of its prices, lowest first, at most ${MAX_PRICES}; none for the store’s own.`,
    ),
    lastEdit: z.object({ by: z.string(), at: timeDto }).nullable().meta({
      description: 'Who of the vendor or the marketplace did something with it last; null while logs are off.',
    }),
  })
  .meta({ id: 'ProductReview', description: 'What an admin decides by.' });
export type ProductReviewDto = z.input<typeof productReviewDto>;

export const readProductReviewEndpoint = endpoint({
  name: 'products.review',
  method: 'GET',
  path: '/products/{productId}/review',
  summary: 'Whose a product is, what of it waits for approval, its checks, and what is charged of it at each price',
  access: { kind: 'admin' },
  params: z.object({ productId: idSchema }),
  response: productReviewDto,
  errors: ['not_found'],
});
