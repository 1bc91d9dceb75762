import { z } from 'zod';
import { endpoint } from '#app/core/endpoint.ts';
import { idSchema } from '#app/core/ids.ts';
import { timeDto } from '#app/core/dto.ts';
import { listedOfferDto } from '#app/features/offers/offers.contract.ts';

/** So many of the newest of each kind are named. */
export const MAX_NAMED = 10;

const buyerDto = z
  .object({
    conversations: z
      .array(z.object({ id: z.string(), vendor: z.string(), about: z.string(), text: z.string(), at: timeDto }))
      .nullable()
      .meta({ description: `The ${MAX_NAMED} with the newest messages; null while the feature is off.` }),
    offers: z
      .array(listedOfferDto)
      .nullable()
      .meta({ description: `The ${MAX_NAMED} newest; null while the feature is off.` }),
  })
  .meta({
    id: 'Buyer',
    description: 'What a customer of the store says and offers to vendors. Texts are masked as vendors read them.',
  });
export type BuyerDto = z.input<typeof buyerDto>;

export const readBuyerEndpoint = endpoint({
  name: 'buyers.read',
  method: 'GET',
  path: '/buyers/{customerId}',
  summary: 'Conversations and offers of a customer of the store, by their account or the addresses of their orders',
  access: { kind: 'admin' },
  params: z.object({ customerId: idSchema }),
  response: buyerDto,
  errors: ['not_found'],
});
