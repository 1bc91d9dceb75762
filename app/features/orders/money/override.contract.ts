import { z } from 'zod';
import { endpoint } from '#app/core/endpoint.ts';
import { idSchema } from '#app/core/ids.ts';
import { moneyDto } from '#app/core/dto.ts';
import { decimal, vendorName } from '#app/features/commissions/commissions.contract.ts';

export const overrideBody = z.object({
  vendor: vendorName,
  orderId: idSchema,
  flat: decimal.nullable(),
  percentage: decimal.nullable(),
  /** Only computes what would follow; nothing is saved. */
  preview: z.boolean().optional(),
});
export const overrideCommissionEndpoint = endpoint({
  name: 'commissions.override',
  method: 'PUT',
  path: '/orders/commission',
  summary:
    "Replaces the commission of a vendor's part of an order; null and null bring the frozen rates back. `overpaid` says what the vendor would owe after a payout.",
  access: { kind: 'admin' },
  body: overrideBody,
  response: z.object({
    ok: z.literal(true),
    saved: z.boolean(),
    commission: moneyDto,
    payout: moneyDto,
    overpaid: moneyDto.optional(),
  }),
  errors: ['not_found'],
});
