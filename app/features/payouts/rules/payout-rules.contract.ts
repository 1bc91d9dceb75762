import { z } from 'zod';
import { endpoint } from '#app/core/endpoint.ts';
import { timeDto, versionInput } from '#app/core/dto.ts';
import { RAISE_ACTIONS } from './limit-raise.ts';
import { holdingDays, payoutSchedule } from './payout-schedule.ts';

/** An amount as text; its places and bounds are checked against the currency of the store. */
const amount = z.string().trim().max(40);

/** The rules as they are answered and sent. */
export const payoutRulesDto = z
  .strictObject({
    schedule: payoutSchedule,
    holdingDays: holdingDays.meta({
      description: 'Days that an order waits after it was wholly shipped, before it is paid automatically',
    }),
    minimum: amount.meta({ description: 'An automatic payout below it waits until more has come together; 0: none' }),
    approveAbove: amount.nullable().meta({
      description:
        'A payout above it is not made automatically, and one by a person waits for another person; null: no limit',
    }),
  })
  .meta({ id: 'PayoutRules' });
export type PayoutRulesDto = z.output<typeof payoutRulesDto>;

/** `version` is the one that was read; somebody else's later save is refused as a conflict. */
export const payoutRulesBody = z.strictObject({ rules: payoutRulesDto, version: versionInput });

/** The rules with what is needed to change them. */
export const payoutRulesState = z.object({
  rules: payoutRulesDto,
  version: z.number().int(),
  currency: z.string().meta({ description: 'The currency of the amounts' }),
  timezone: z.string().meta({ description: 'The time zone of the calendar' }),
  nextRuns: z.array(timeDto).meta({ description: 'The next five times of a periodic schedule' }),
  raise: z
    .object({
      approveAbove: amount.nullable(),
      by: z.string(),
      at: timeDto,
      endsAt: timeDto,
      allowedActions: z.array(z.enum(RAISE_ACTIONS)),
      isVoid: z.boolean().meta({
        description: 'An address, the role or a second factor of whoever asked changed: it has to be asked for again',
      }),
    })
    .nullable()
    .meta({
      description:
        'A higher limit of approval, or (null) none, that waits for another person; until then the old one holds',
    }),
  others: z.number().int().meta({ description: 'How many people but the caller may pay out, and so approve' }),
  mayChange: z.boolean().meta({ description: 'Only who may pay out changes when and above what money leaves' }),
});
export type PayoutRulesState = z.output<typeof payoutRulesState>;

const PATH = '/settings/payouts';

export const readPayoutRulesEndpoint = endpoint({
  name: 'payoutRules.read',
  method: 'GET',
  path: PATH,
  summary: 'When vendors are paid automatically, what waits, and above what another person approves a payout',
  access: { kind: 'admin' },
  response: payoutRulesState,
});

export const savePayoutRulesEndpoint = endpoint({
  name: 'payoutRules.save',
  method: 'PUT',
  path: PATH,
  summary:
    'Sets them over the version that was read. They hold for later payouts; a higher limit of approval, or none, waits for another person',
  access: { kind: 'admin' },
  body: payoutRulesBody,
  response: payoutRulesState,
  errors: ['missing_permission', 'invalid_input', 'conflict'],
});

export const decideRaiseBody = z.strictObject({ act: z.enum(RAISE_ACTIONS), version: versionInput });

export const decideRaiseEndpoint = endpoint({
  name: 'payoutRules.decideRaise',
  method: 'POST',
  path: `${PATH}/limit`,
  summary:
    'Approves or declines a higher limit of approval that somebody else asked for, or takes one’s own wish back, over the version that was read',
  access: { kind: 'admin' },
  body: decideRaiseBody,
  response: payoutRulesState,
  errors: ['missing_permission', 'conflict', 'invalid_state'],
});
