import { z } from 'zod';
import { endpoint } from '#app/core/endpoint.ts';
import { idSchema } from '#app/core/ids.ts';
import { rule } from '#app/core/rules.ts';
import { MAX_REMINDED, REMIND_REFUSALS } from './reminder.ts';

export const remindBody = z.object({
  orders: z
    .array(
      z.object({
        orderId: idSchema,
        vendor: idSchema.optional().meta({ description: 'Only this vendor; left out, every vendor of the order.' }),
      }),
    )
    .min(1, rule('one'))
    .max(MAX_REMINDED),
});
export type RemindInput = z.output<typeof remindBody>;

const named = { orderId: z.string(), vendor: z.object({ id: z.string(), name: z.string() }) };
const remindersDto = z
  .object({
    reminded: z.array(z.object(named)),
    skipped: z.array(z.object({ ...named, reason: z.enum(REMIND_REFUSALS) })),
  })
  .meta({ id: 'Reminders', description: 'Which vendors were mailed now, and why others were not.' });
export type RemindersDto = z.input<typeof remindersDto>;

export const remindEndpoint = endpoint({
  name: 'orders.remind',
  method: 'POST',
  path: '/orders/remind',
  summary:
    'Mails the vendors of up to 50 orders that items wait to be shipped, each at most once a day. A foreign order or vendor refuses it whole.',
  access: { kind: 'admin' },
  body: remindBody,
  response: remindersDto,
  errors: ['invalid_input', 'not_found', 'rate_limited'],
  creates: true,
  limit: { perMinute: 30, by: 'viewer' },
});
