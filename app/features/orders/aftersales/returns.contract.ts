import { z } from 'zod';
import { endpoint } from '#app/core/endpoint.ts';
import { idSchema } from '#app/core/ids.ts';
import { moneyDto, timeDto, type MoneyDto } from '#app/core/dto.ts';
import { rule } from '#app/core/rules.ts';
import { RETURN_STATUSES } from '#app/features/orders/returns/order-return.ts';
import {
  optionalText,
  orderParams,
  rejectDuplicates,
  token,
  unitCount,
  type LossesDto,
} from './aftersales.contract.ts';
import { DECLINE_REASONS, RETURN_COMMANDS, RETURN_REASONS } from './return-commands.ts';

const returnParams = orderParams.extend({ returnId: idSchema });
const done = z.object({ ok: z.literal(true) });
const MAX_LINES = 250;

const REFUSALS = [
  'not_found',
  'invalid_state',
  'platform_refused',
  'platform_throttled',
  'platform_failed',
  'store_uninstalled',
] as const;

const managedReturn = z
  .object({
    id: z.string(),
    name: z.string(),
    status: z.enum(RETURN_STATUSES),
    requestedAt: timeDto,
    decline: z.object({ reason: z.string(), note: z.string().nullable() }).nullable(),
    lines: z.array(
      z.object({
        id: z.string(),
        lineId: z.string(),
        title: z.string(),
        vendor: z.string().nullable(),
        quantity: z.number().int(),
        received: z.number().int(),
        reason: z.string().nullable(),
      }),
    ),
    allowedActions: z.array(z.enum(RETURN_COMMANDS)),
  })
  .meta({ id: 'ManagedReturn' });
export type ManagedReturnDto = z.output<typeof managedReturn>;

const returnsDto = z.object({
  granted: z.boolean().meta({ description: 'Whether the store granted the access that returns need.' }),
  returns: z.array(managedReturn),
  returnable: z.array(
    z.object({ lineId: z.string(), title: z.string(), vendor: z.string().nullable(), quantity: z.number().int() }),
  ),
});
export type ReturnsDto = z.output<typeof returnsDto>;

export const listReturnsEndpoint = endpoint({
  name: 'aftersales.returns',
  method: 'GET',
  path: '/orders/{orderId}/returns',
  summary: 'The returns of an order, read from the store again, and what of it can still come back',
  access: { kind: 'admin' },
  params: orderParams,
  response: returnsDto,
  errors: [...REFUSALS],
});

export const makeReturnBodySchema = z
  .object({
    lines: z
      .array(z.object({ id: idSchema, quantity: unitCount }))
      .min(1, rule('one_item'))
      .max(MAX_LINES),
    reason: z.enum(RETURN_REASONS).default('other'),
    note: optionalText,
    approved: z.boolean().default(false).meta({ description: 'Open at once; else it waits for a decision.' }),
  })
  .superRefine((body, issues) => {
    rejectDuplicates(
      body.lines.map((line) => line.id),
      issues,
      'lines',
    );
  });
export type MakeReturnInput = z.output<typeof makeReturnBodySchema>;

export const makeReturnEndpoint = endpoint({
  name: 'aftersales.createReturn',
  method: 'POST',
  path: '/orders/{orderId}/returns',
  summary: 'Asks for a return of shipped units for the buyer, or opens one at once',
  access: { kind: 'admin' },
  params: orderParams,
  body: makeReturnBodySchema,
  response: z.object({ returnId: z.string() }),
  status: 201,
  creates: true,
  errors: [...REFUSALS],
});

export const approveReturnBody = z.object({ notify: z.boolean().default(true) });
export const approveReturnEndpoint = endpoint({
  name: 'aftersales.approveReturn',
  method: 'POST',
  path: '/orders/{orderId}/returns/{returnId}/approve',
  summary: 'Approves a request: the buyer may send the units back',
  access: { kind: 'admin' },
  params: returnParams,
  body: approveReturnBody,
  response: done,
  errors: [...REFUSALS],
});

export const declineReturnBody = z.object({
  reason: z.enum(DECLINE_REASONS),
  note: optionalText.meta({ description: 'For the buyer.' }),
  notify: z.boolean().default(true),
});
export const declineReturnEndpoint = endpoint({
  name: 'aftersales.declineReturn',
  method: 'POST',
  path: '/orders/{orderId}/returns/{returnId}/decline',
  summary: 'Declines a request, with a reason and a note for the buyer',
  access: { kind: 'admin' },
  params: returnParams,
  body: declineReturnBody,
  response: done,
  errors: [...REFUSALS],
});

export const receiveReturnBodySchema = z
  .object({
    lines: z
      .array(z.object({ id: idSchema, quantity: unitCount }))
      .min(1, rule('one_item'))
      .max(MAX_LINES)
      .nullish()
      .transform((lines) => lines ?? null)
      .meta({ description: 'Lines of the return that arrived; without it, all that is still on its way.' }),
    restock: z.boolean().default(true),
    refund: z.boolean().default(true).meta({ description: 'Pay back what the units are worth.' }),
    note: optionalText,
    notify: z.boolean().default(true),
    token,
  })
  .superRefine((body, issues) => {
    rejectDuplicates(
      (body.lines ?? []).map((line) => line.id),
      issues,
      'lines',
    );
  });
export type ReceiveReturnInput = z.output<typeof receiveReturnBodySchema>;

export type ReceivePreviewDto = LossesDto & { amount: MoneyDto };

export const receiveReturnEndpoint = endpoint({
  name: 'aftersales.receiveReturn',
  method: 'POST',
  path: '/orders/{orderId}/returns/{returnId}/receive',
  summary: 'Units of an open return arrived: restocks them and pays them back, where asked',
  access: { kind: 'admin' },
  params: returnParams,
  body: receiveReturnBodySchema,
  response: done.extend({ amount: moneyDto }),
  creates: true,
  errors: [...REFUSALS, 'amount_changed'],
});

export const closeReturnEndpoint = endpoint({
  name: 'aftersales.closeReturn',
  method: 'POST',
  path: '/orders/{orderId}/returns/{returnId}/close',
  summary: 'Ends an open return as complete',
  access: { kind: 'admin' },
  params: returnParams,
  response: done,
  errors: [...REFUSALS],
});

export const cancelReturnEndpoint = endpoint({
  name: 'aftersales.cancelReturn',
  method: 'POST',
  path: '/orders/{orderId}/returns/{returnId}/cancel',
  summary: 'Cancels an open return of which nothing has arrived',
  access: { kind: 'admin' },
  params: returnParams,
  response: done,
  errors: [...REFUSALS],
});

/** What the page of returns sends: which act, and what belongs to it. */
export const returnOperationSchema = z.discriminatedUnion('intent', [
  z.object({ intent: z.literal('make'), body: makeReturnBodySchema }),
  z.object({ intent: z.literal('approve'), returnId: idSchema, body: approveReturnBody }),
  z.object({ intent: z.literal('decline'), returnId: idSchema, body: declineReturnBody }),
  z.object({ intent: z.literal('previewReceive'), returnId: idSchema, body: receiveReturnBodySchema }),
  z.object({ intent: z.literal('receive'), returnId: idSchema, body: receiveReturnBodySchema }),
  z.object({ intent: z.literal('close'), returnId: idSchema }),
  z.object({ intent: z.literal('cancel'), returnId: idSchema }),
]);
export type ReturnOperation = z.output<typeof returnOperationSchema>;
