import { z } from 'zod';
import { moneyDto } from '#app/core/dto.ts';

/** What a run keeps of what it paid and skipped. */
export const runResults = z.object({
  paid: z.array(
    z.object({
      vendor: z.string(),
      status: z.enum(['processing', 'paid', 'refused']),
      amount: moneyDto,
      orders: z.number().int(),
      payoutId: z.string().nullable(),
      reason: z.string().nullable(),
    }),
  ),
  skipped: z.array(z.object({ vendor: z.string(), orderName: z.string(), amount: moneyDto, reason: z.string() })),
  skippedCount: z.number().int().meta({ description: 'Of which the first 500 are told one by one' }),
});
export type RunResults = z.output<typeof runResults>;
