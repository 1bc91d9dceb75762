import { z } from 'zod';
import { endpoint } from '#app/core/endpoint.ts';
import { idSchema } from '#app/core/ids.ts';
import { rule } from '#app/core/rules.ts';
import { MAX_NOTE, SHORTEST_NOTE } from '../approval/approval.ts';
import { END_OUTCOMES } from './manual-resolution.ts';
import { PAYOUT_STATES } from '../payout.ts';

export const endBody = z.object({
  outcome: z.enum(END_OUTCOMES).meta({ description: 'It arrived, or it never left and is due again' }),
  note: z
    .string()
    .trim()
    .min(SHORTEST_NOTE, rule('min_characters', { minimum: SHORTEST_NOTE }))
    .max(MAX_NOTE, rule('max_characters', { maximum: MAX_NOTE }))
    .meta({ description: 'How that is known' }),
});
export type EndInput = z.output<typeof endBody>;

export const endPayoutEndpoint = endpoint({
  name: 'payouts.resolve',
  method: 'POST',
  path: '/payment/payouts/{id}/end',
  summary:
    'Says of a payout by PayPal whose answer was lost, and that can no longer be looked up after 29 days, what became of it. Above the limit of approval it waits until another person says the same. Saying the same again changes nothing.',
  access: { kind: 'admin' },
  params: z.object({ id: idSchema }),
  body: endBody,
  response: z.object({
    state: z.enum(PAYOUT_STATES),
    waits: z.boolean().meta({ description: 'Another person has to say the same' }),
  }),
  errors: ['missing_permission', 'not_found', 'invalid_state', 'conflict'],
});
export type EndAnswer = z.infer<typeof endPayoutEndpoint.response>;
