import { z } from 'zod';
import { doneDto, timeDto } from '#app/core/dto.ts';
import { endpoint } from '#app/core/endpoint.ts';
import { rule } from '#app/core/rules.ts';
import { VENDOR_NAME_MAX } from '#app/platform/vendors/vendor.ts';
import { MAX_HOLD_REASON } from './payout-hold.ts';

export const payoutHoldDto = z
  .object({
    since: timeDto,
    reason: z.string().meta({ description: 'What the vendor is told' }),
    by: z.string().nullable().meta({ description: 'Who decided it; null for the vendor' }),
  })
  .meta({ id: 'PayoutHold' });
export type PayoutHoldDto = z.output<typeof payoutHoldDto>;

export const holdBody = z.strictObject({
  reason: z
    .string()
    .trim()
    .min(1, rule('required_field'))
    .max(MAX_HOLD_REASON, rule('max_characters', { maximum: MAX_HOLD_REASON }))
    .meta({ description: 'What the vendor is told' }),
});

const params = z.object({ vendor: z.string().trim().min(1, rule('required_field')).max(VENDOR_NAME_MAX) });

export const holdPayoutsEndpoint = endpoint({
  name: 'payouts.hold',
  method: 'PUT',
  path: '/vendors/{vendor}/payout-hold',
  summary: 'Holds the payouts of a vendor: none begins, by whatever method, until they are released',
  access: { kind: 'admin' },
  params,
  body: holdBody,
  response: z.object({ hold: payoutHoldDto }),
  errors: ['missing_permission', 'not_found'],
});

export const releasePayoutsEndpoint = endpoint({
  name: 'payouts.release',
  method: 'DELETE',
  path: '/vendors/{vendor}/payout-hold',
  summary: 'Releases the payouts of a vendor; what is due is paid with the next',
  access: { kind: 'admin' },
  params,
  response: doneDto,
  errors: ['missing_permission', 'not_found'],
});
