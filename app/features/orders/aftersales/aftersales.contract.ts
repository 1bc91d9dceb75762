import { z } from 'zod';
import { endpoint } from '#app/core/endpoint.ts';
import { idSchema } from '#app/core/ids.ts';
import { moneyDto } from '#app/core/dto.ts';
import { rule } from '#app/core/rules.ts';
import { decimal, vendorName } from '#app/features/commissions/commissions.contract.ts';
import { CANCEL_REASONS, RESTOCKS } from './refund.ts';

const MAX_LINES = 250;
const MAX_TEXT = 255;

/** A text that may be left out; blank is the same as left out. */
export const optionalText = z
  .string()
  .trim()
  .max(MAX_TEXT)
  .nullish()
  .transform((text) => (text ? text : null));

export const orderParams = z.object({ orderId: idSchema });
export const unitCount = z
  .number(rule('whole_number'))
  .int(rule('whole_number'))
  .min(1, rule('at_least_one'))
  .max(1_000_000);

/** Refuses an id that stands twice in a list of a body. */
export function rejectDuplicates(ids: readonly bigint[], issues: z.RefinementCtx, path: string): void {
  const seen = new Set<bigint>();
  ids.forEach((id, index) => {
    if (seen.has(id)) issues.addIssue({ code: 'custom', path: [path, index, 'id'], message: rule('listed_twice') });
    seen.add(id);
  });
}

export const token = z
  .string()
  .max(100)
  .nullish()
  .meta({ description: 'Of a preview: refuses with amount_changed when an amount is another one by now.' });

export const refundBodySchema = z
  .object({
    lines: z
      .array(z.object({ id: idSchema, quantity: unitCount, restock: z.enum(RESTOCKS).default('no_restock') }))
      .min(1, rule('one_item'))
      .max(MAX_LINES)
      .nullish()
      .transform((lines) => lines ?? []),
    shipping: z
      .union([z.object({ full: z.literal(true) }), z.object({ amount: decimal })])
      .nullish()
      .transform((shipping) => shipping ?? null)
      .meta({ description: 'All that is left of shipping, or an amount of it without the tax on top.' }),
    amount: decimal
      .nullish()
      .transform((amount) => amount ?? null)
      .meta({ description: 'What goes back to the buyer; without it, what lines and shipping are worth.' }),
    vendor: vendorName
      .nullish()
      .transform((vendor) => vendor ?? null)
      .meta({ description: 'Who bears the shipping, and what goes beyond the lines; without it, all by weight.' }),
    reason: optionalText,
    notify: z.boolean().default(true),
    token,
  })
  .superRefine((body, issues) => {
    rejectDuplicates(
      body.lines.map((line) => line.id),
      issues,
      'lines',
    );
    if (body.lines.length === 0 && body.shipping === null && body.amount === null) {
      issues.addIssue({ code: 'custom', path: ['amount'], message: rule('nothing_chosen') });
    }
  });
export type RefundInput = z.output<typeof refundBodySchema>;

const loss = z.object({ before: moneyDto, after: moneyDto, loses: moneyDto });
const lossesDto = z
  .object({
    vendors: z.array(
      loss.extend({
        vendor: z.object({ id: z.string(), name: z.string() }),
        commissionBack: moneyDto,
        owes: moneyDto.meta({ description: 'What was paid out already and is taken from the next payout (M65).' }),
      }),
    ),
    marketplace: loss.extend({
      commission: moneyDto.meta({ description: 'How much of it is commission that goes back to vendors' }),
      rest: moneyDto.meta({ description: 'How much of it is tax, shipping and goodwill of the marketplace’s own' }),
    }),
    token: z.string(),
  })
  .meta({ id: 'Losses', description: 'Who bears a change: earnings of each vendor and the marketplace’s own share.' });
export type LossesDto = z.output<typeof lossesDto>;

const refundPreview = lossesDto
  .extend({
    amount: moneyDto,
    items: moneyDto.meta({ description: 'What the items are worth, tax included.' }),
    shipping: moneyDto.meta({ description: 'What the shipping is worth, tax included.' }),
    worth: moneyDto.meta({
      description: 'What items and shipping are worth together: what goes back without an amount.',
    }),
    beyond: moneyDto.meta({ description: 'What goes beyond items and shipping; below zero, what is kept back.' }),
    most: moneyDto.meta({ description: 'The most that can still go back.' }),
  })
  .meta({ id: 'RefundPreview' });
export type RefundPreviewDto = z.output<typeof refundPreview>;

const REFUSALS = [
  'not_found',
  'invalid_state',
  'platform_refused',
  'platform_throttled',
  'platform_failed',
  'store_uninstalled',
] as const;

export const previewRefundEndpoint = endpoint({
  name: 'aftersales.previewRefund',
  method: 'POST',
  path: '/orders/{orderId}/refund/preview',
  summary: 'What a refund would pay back and what each vendor would lose; nothing changes',
  access: { kind: 'admin' },
  params: orderParams,
  body: refundBodySchema,
  response: refundPreview,
  errors: [...REFUSALS],
});

export const refundEndpoint = endpoint({
  name: 'aftersales.refund',
  method: 'POST',
  path: '/orders/{orderId}/refund',
  summary:
    'Refunds items, shipping or an amount through the payment that the buyer made. The same call again while its outcome is unknown goes on with the first.',
  access: { kind: 'admin' },
  params: orderParams,
  body: refundBodySchema,
  response: z.object({ refundId: z.string(), amount: moneyDto }),
  status: 201,
  creates: true,
  errors: [...REFUSALS, 'amount_changed'],
});

export const cancelBodySchema = z.object({
  reason: z.enum(CANCEL_REASONS),
  note: optionalText.meta({ description: 'For the staff of the store; the buyer does not see it.' }),
  refund: z.boolean().default(true),
  restock: z.boolean().default(true),
  notify: z.boolean().default(true),
  token,
});
export type CancelInput = z.output<typeof cancelBodySchema>;

const cancelPreview = lossesDto.extend({ amount: moneyDto }).meta({ id: 'CancelPreview' });
export type CancelPreviewDto = z.output<typeof cancelPreview>;

export const previewCancelEndpoint = endpoint({
  name: 'aftersales.previewCancel',
  method: 'POST',
  path: '/orders/{orderId}/cancel/preview',
  summary: 'What cancelling an order would pay back and what each vendor would lose; nothing changes',
  access: { kind: 'admin' },
  params: orderParams,
  body: cancelBodySchema,
  response: cancelPreview,
  errors: [...REFUSALS],
});

export const cancelEndpoint = endpoint({
  name: 'aftersales.cancel',
  method: 'POST',
  path: '/orders/{orderId}/cancel',
  summary: 'Cancels an order of which nothing is shipped. `in_work` when the store has not finished it yet.',
  access: { kind: 'admin' },
  params: orderParams,
  body: cancelBodySchema,
  response: z.object({ state: z.enum(['cancelled', 'in_work']) }),
  creates: true,
  errors: [...REFUSALS, 'amount_changed'],
});
