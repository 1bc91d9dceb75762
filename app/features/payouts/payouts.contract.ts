import { z } from 'zod';
import { endpoint } from '#app/core/endpoint.ts';
import { idSchema } from '#app/core/ids.ts';
import { moneyDto } from '#app/core/dto.ts';
import { rule } from '#app/core/rules.ts';
import { PAYOUT_METHODS } from '#app/platform/ledger/ledger.ts';
import { VENDOR_NAME_MAX } from '#app/platform/vendors/vendor.ts';
import { WAIT_REASONS } from './approval/approval.ts';
import { endBody } from './resolve/manual-resolution.contract.ts';
import { MAX_DETAILS, MIN_DETAILS, PAY_REFUSALS } from './payout.ts';

/** Lines of one call; a marketplace with more due pays in several runs. */
export const MAX_PAYOUT_LINES = 2_000;

const vendorName = z.string().trim().min(1, rule('required_field')).max(VENDOR_NAME_MAX);

/** A vendor's part of an order, by the order's name; `orderId` tells apart orders that share a name. */
const payoutLine = z.object({
  orderName: z.string().trim().min(1, rule('required_field')).max(100),
  vendor: vendorName,
  orderId: idSchema.optional(),
});
export type PayoutLineInput = z.output<typeof payoutLine>;

const payoutLines = z
  .array(payoutLine)
  .min(1, rule('one_line_needed'))
  .max(MAX_PAYOUT_LINES, rule('max_lines', { maximum: MAX_PAYOUT_LINES }));

const reasonDto = z.object({ code: z.enum(PAY_REFUSALS), message: z.string() });

/** What one vendor would get, in one currency: lines, usable methods, and why it cannot be paid where it cannot. */
export const allocationDto = z
  .object({
    vendor: z.string(),
    vendorId: z.string(),
    amount: moneyDto,
    lines: z.array(
      z.object({
        orderId: z.string(),
        orderName: z.string(),
        orderedAt: z.string(),
        amount: moneyDto,
        /** An overpaid order that joins the vendor's next payout by itself. */
        joined: z.boolean(),
        fulfilled: z.boolean(),
        held: z.string().nullable(),
      }),
    ),
    /** Of the platform's test gateway: no money came, and only a test key pays it. */
    test: z.boolean(),
    /** What the vendor chose where it can be used now, else by hand. */
    preferred: z.enum(PAYOUT_METHODS),
    methods: z.array(
      z.object({
        method: z.enum(PAYOUT_METHODS),
        usable: z.boolean(),
        reason: reasonDto.nullable(),
        to: z
          .string()
          .nullable()
          .meta({ description: 'Where a provider pays, masked; null for a method that the vendor did not choose' }),
      }),
    ),
    blocked: reasonDto.nullable(),
  })
  .meta({ id: 'PayoutAllocation' });
export type AllocationDto = z.infer<typeof allocationDto>;

export const prepareBody = z.object({ payoutLines });
export const prepareResponse = z.object({
  /** The balance at the card payment provider; null while none is connected. */
  stripeBalance: moneyDto.nullable(),
  total: moneyDto,
  /** One total for each currency; `total` is the one of the store's own. */
  totals: z.array(moneyDto),
  allocations: z.array(allocationDto),
  /** Stands for these amounts: `pay` with it refuses when one of them changed. */
  token: z.string(),
  /** Why another person has to approve it, above which amount, and how many could; null where nobody has to. */
  approval: z.object({ why: z.enum(WAIT_REASONS), limit: moneyDto, others: z.number().int() }).nullable(),
});
export type Preparation = z.infer<typeof prepareResponse>;

export const preparePayoutEndpoint = endpoint({
  name: 'payouts.prepare',
  method: 'POST',
  path: '/payment/v3/prepare',
  summary: 'Shows what a payout of these lines would pay to whom. Nothing is locked or written.',
  access: { kind: 'admin' },
  body: prepareBody,
  response: prepareResponse,
  errors: ['missing_permission', 'not_found'],
});

export const payBody = z.object({
  payoutLines,
  methods: z.array(z.object({ vendor: vendorName, method: z.enum(PAYOUT_METHODS) })).max(MAX_PAYOUT_LINES),
  /** How the money was sent by hand; needed where a method is `manual`. A plain day is one of the store's calendar. */
  manual: z
    .object({
      paidAt: z.union([z.iso.date(), z.iso.datetime({ offset: true }).max(40)], rule('date')),
      details: z.string().max(MAX_DETAILS * 2),
    })
    .nullish(),
  token: z.string().length(64).optional(),
});
export type PayInput = z.output<typeof payBody>;

/** How money was sent by hand, as the server checks it in the end. `today` is a day of the store's calendar, `2026-11-27`. */
export function manualForm(today: string) {
  const details = z
    .string()
    .trim()
    .min(MIN_DETAILS, rule('min_characters', { minimum: MIN_DETAILS }))
    .max(MAX_DETAILS, rule('max_characters', { maximum: MAX_DETAILS }));
  const paidAt = z.iso.date(rule('date')).refine((day) => day <= today, rule('not_in_future'));
  return z.object({ manual: z.object({ paidAt, details }) });
}

export const payResultDto = z
  .object({
    vendor: z.string(),
    /** `processing`: a provider was asked; GET /payouts tells what comes of it. `waiting`: another person has to approve it. */
    status: z.enum(['paid', 'processing', 'waiting', 'refused']),
    method: z.enum(PAYOUT_METHODS).nullable(),
    amount: moneyDto,
    lineCount: z.number().int(),
    /** The payout; a manual one is deleted by it. */
    transactionId: z.string().nullable(),
    reason: reasonDto.nullable(),
  })
  .meta({ id: 'PayoutResult' });
export type PayResult = z.infer<typeof payResultDto>;

export const payResponse = z.object({
  results: z.array(payResultDto),
  /** `token`: exactly the prepared amounts. `due_now`: what was due at this moment, because no token came with the call. */
  basis: z.enum(['token', 'due_now']),
  /** The request that waits for another person; nothing was paid. */
  requestId: z.string().optional(),
});
export type PayOutcome = z.infer<typeof payResponse>;

export const payEndpoint = endpoint({
  name: 'payouts.pay',
  method: 'POST',
  path: '/payment/v3/pay',
  summary:
    'Pays vendors; each gets a result of its own. What a provider pays is on its way then. Above the limit of approval nothing is paid: it waits as a request for another person. An identical call while its payout is live answers what the first did.',
  access: { kind: 'admin' },
  body: payBody,
  response: payResponse,
  creates: true,
  errors: ['missing_permission', 'not_found', 'amount_changed'],
});

export const removeManualBody = z.object({ transactionId: idSchema });
/** What is done on a payout’s page: deleting one by hand, or an act about one that a provider makes. */
export const payoutForm = z.union([
  removeManualBody,
  z.object({ act: z.enum(['look', 'remind']) }),
  endBody.extend({ act: z.literal('end') }),
]);

export const removeManualPayoutEndpoint = endpoint({
  name: 'payouts.removeManual',
  method: 'DELETE',
  path: '/payment/manual',
  summary: 'Deletes a manual payout: its orders are due again. Deleting it twice does nothing more.',
  access: { kind: 'admin' },
  body: removeManualBody,
  response: z.object({ ok: z.literal(true), transactionId: z.string() }),
  errors: ['missing_permission', 'not_found', 'invalid_state'],
});
