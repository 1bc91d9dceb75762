import { z } from 'zod';
import { endpoint } from '#app/core/endpoint.ts';
import { idSchema } from '#app/core/ids.ts';
import { PAGE_ROW_LIMIT, PAGE_SIZE } from '#app/core/paging.ts';
import { moneyDto, timeDto } from '#app/core/dto.ts';
import { rule } from '#app/core/rules.ts';
import { PAYOUT_METHODS } from '#app/platform/ledger/ledger.ts';
import { MAX_NOTE, REQUEST_ACTIONS, REQUEST_STATES, SHORTEST_NOTE, VOID_REASONS, WAIT_REASONS } from './approval.ts';
import { payResponse } from '../payouts.contract.ts';

const part = z.object({
  vendorId: z.string(),
  vendor: z.string(),
  method: z.enum(PAYOUT_METHODS),
  amount: moneyDto,
  test: z.boolean(),
  lineCount: z.number().int(),
});

export const requestDto = z
  .object({
    id: z.string(),
    state: z.enum(REQUEST_STATES).meta({
      description:
        '`stale`: an amount was another when it was approved, so that nothing was paid and it has to be asked for anew; `voided`: an address, the role or a second factor of whoever asked changed',
    }),
    why: z.enum(WAIT_REASONS),
    limit: moneyDto.meta({ description: 'Above which another person approves, as it was when it was asked for' }),
    totals: z.array(moneyDto),
    parts: z.array(part),
    byHand: z.object({ paidAt: timeDto, details: z.string() }).nullable(),
    askedBy: z.string(),
    askedAt: timeDto,
    endsAt: timeDto.meta({ description: 'When it ends if nobody decides' }),
    decidedBy: z.string().nullable(),
    decidedAt: timeDto.nullable(),
    note: z.string().nullable(),
    voidReason: z.enum(VOID_REASONS).nullable().meta({ description: 'What of whoever asked changed and ended it' }),
    blockedUntil: timeDto.nullable().meta({
      description: 'Until when the caller decides nothing, because their own account changed; null: not at all',
    }),
    allowedActions: z.array(z.enum(REQUEST_ACTIONS)).meta({ description: 'What the caller may do about it' }),
    others: z.number().int().meta({ description: 'How many people but the requester may pay out' }),
  })
  .meta({ id: 'PayoutRequest' });
export type RequestDto = z.infer<typeof requestDto>;

const line = z.object({
  orderId: z.string(),
  orderName: z.string(),
  amount: moneyDto,
  /** An overpaid order that joins by itself. */
  joined: z.boolean(),
});
export const requestDetailDto = requestDto
  .extend({
    parts: z.array(part.extend({ lines: z.array(line) })),
    outcome: payResponse.nullable().meta({ description: 'What was paid once it was approved' }),
  })
  .meta({ id: 'PayoutRequestDetail' });
export type RequestDetailDto = z.infer<typeof requestDetailDto>;

const access = { kind: 'admin' } as const;
const params = z.object({ id: idSchema });

export const requestsQuery = z.object({
  page: z.coerce
    .number(rule('whole_number'))
    .int(rule('whole_number'))
    .min(1)
    .max(PAGE_ROW_LIMIT / PAGE_SIZE)
    .default(1),
});

export const listRequestsEndpoint = endpoint({
  name: 'payouts.requests',
  method: 'GET',
  path: '/payment/requests',
  summary: 'Payouts above the limit of approval that were asked for: those that wait first, then the newest',
  access,
  query: requestsQuery,
  response: z.object({ requests: z.array(requestDto), count: z.number().int(), pageCount: z.number().int() }),
});

export const readRequestEndpoint = endpoint({
  name: 'payouts.request',
  method: 'GET',
  path: '/payment/requests/{id}',
  summary: 'One of them, with its orders and what became of it',
  access,
  params,
  response: requestDetailDto,
  errors: ['not_found'],
});

export const approveRequestEndpoint = endpoint({
  name: 'payouts.approve',
  method: 'POST',
  path: '/payment/requests/{id}/approve',
  summary:
    'Pays what was asked for, by another person than whoever asked. An amount that changed pays nothing and ends the request. Approving it again answers the same',
  access,
  params,
  response: requestDetailDto,
  errors: ['missing_permission', 'not_found', 'invalid_state', 'amount_changed', 'conflict'],
});

export const declineBody = z.object({
  note: z
    .string()
    .trim()
    .min(SHORTEST_NOTE, rule('min_characters', { minimum: SHORTEST_NOTE }))
    .max(MAX_NOTE, rule('max_characters', { maximum: MAX_NOTE })),
});

export const declineRequestEndpoint = endpoint({
  name: 'payouts.decline',
  method: 'POST',
  path: '/payment/requests/{id}/decline',
  summary: 'Declines it with a note, by another person than whoever asked. Nothing is paid',
  access,
  params,
  body: declineBody,
  response: requestDetailDto,
  errors: ['missing_permission', 'not_found', 'invalid_state'],
});

export const withdrawRequestEndpoint = endpoint({
  name: 'payouts.withdraw',
  method: 'POST',
  path: '/payment/requests/{id}/withdraw',
  summary: 'Takes it back, by whoever asked',
  access,
  params,
  response: requestDetailDto,
  errors: ['not_found', 'invalid_state'],
});

/** What the screen's form sends: one of the acts by its name. */
export const requestForm = z.discriminatedUnion('act', [
  z.object({ act: z.literal('approve') }),
  declineBody.extend({ act: z.literal('decline') }),
  z.object({ act: z.literal('withdraw') }),
]);
