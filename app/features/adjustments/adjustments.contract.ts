import { z } from 'zod';
import { endpoint } from '#app/core/endpoint.ts';
import { idSchema } from '#app/core/ids.ts';
import { moneyDto, timeDto } from '#app/core/dto.ts';
import { rule } from '#app/core/rules.ts';
import { decimal, vendorName } from '#app/features/commissions/commissions.contract.ts';
import { ADJUSTMENT_KINDS, TYPED_ADJUSTMENT_KINDS } from '#app/features/orders/money/adjustment.ts';
import { NOTE_MAX, NOTE_MIN } from './limits.ts';

const orderParams = z.object({ orderId: idSchema });

const NOTE_RULE = rule('characters_between', { minimum: NOTE_MIN, maximum: NOTE_MAX });
const note = z
  .string()
  .trim()
  .min(NOTE_MIN, NOTE_RULE)
  .max(NOTE_MAX, NOTE_RULE)
  .meta({ description: 'Why. The vendor whom it is about reads it.' });

const orNothing = <Value>(value: Value | null | undefined): Value | null => value ?? null;

export const adjustBody = z
  .object({
    kind: z.enum(TYPED_ADJUSTMENT_KINDS),
    vendor: vendorName
      .nullish()
      .transform(orNothing)
      .meta({ description: 'Whose part it is about; a chargeback without it is borne by the marketplace alone.' }),
    amount: decimal.meta({
      description:
        'In the currency of the order. A correction adds it to what the vendor is owed, or takes it away below zero; of goodwill and chargebacks it is above zero.',
    }),
    borne: decimal
      .nullish()
      .transform(orNothing)
      .meta({ description: 'Of a chargeback, what the vendor bears of it; all of it where nothing is said.' }),
    note,
    token: z
      .string()
      .max(100)
      .nullish()
      .meta({ description: 'Of the list: refuses with conflict when amounts or adjustments are others by now.' }),
  })
  .superRefine(({ kind, vendor, borne: shares }, issues) => {
    const say = (path: string, message: string) => {
      issues.addIssue({ code: 'custom', path: [path], message });
    };
    if (vendor === null && (kind !== 'chargeback' || shares !== null)) say('vendor', rule('required_field'));
    if (shares !== null && kind !== 'chargeback') say('borne', rule('not_a_chargeback'));
  });
export type AdjustInput = z.output<typeof adjustBody>;

export const undoBody = z.object({ note });

const person = z.string().meta({ description: 'Who did it; empty once it was erased.' });
const adjustmentDto = z
  .object({
    id: z.string(),
    kind: z.enum(ADJUSTMENT_KINDS),
    vendor: z.object({ id: z.string(), name: z.string() }).nullable(),
    amount: moneyDto,
    owed: moneyDto.meta({ description: 'What it adds to what the vendor is owed.' }),
    note: z.string().nullable(),
    by: person,
    at: timeDto,
    undone: z.object({ by: person, at: timeDto, note: z.string().nullable() }).nullable(),
  })
  .meta({ id: 'Adjustment' });
export type AdjustmentDto = z.input<typeof adjustmentDto>;

const adjustmentsDto = z
  .object({
    order: z.object({ id: z.string(), name: z.string(), currency: z.string() }),
    vendors: z.array(
      z.object({
        id: z.string(),
        name: z.string(),
        due: moneyDto.meta({ description: 'What the vendor is owed for the order now; below zero, what it owes.' }),
      }),
    ),
    goodwill: moneyDto.meta({ description: 'Goodwill that the marketplace bears and no vendor yet.' }),
    chargeable: moneyDto.meta({ description: 'What the buyer paid and was neither paid nor charged back.' }),
    adjustments: z.array(adjustmentDto),
    allowedActions: z.array(z.enum(['adjust', 'undo'])),
    token: z.string(),
  })
  .meta({ id: 'Adjustments' });
export type AdjustmentsDto = z.input<typeof adjustmentsDto>;

const outcome = z
  .object({
    adjustment: adjustmentDto,
    due: z
      .object({ before: moneyDto, after: moneyDto })
      .nullable()
      .meta({ description: 'What the vendor was and is owed; null where it is about none.' }),
  })
  .meta({ id: 'AdjustmentOutcome' });
export type AdjustmentOutcome = z.input<typeof outcome>;

export const listAdjustmentsEndpoint = endpoint({
  name: 'adjustments.list',
  method: 'GET',
  path: '/orders/{orderId}/adjustments',
  summary: 'Corrections, assigned goodwill and chargebacks of an order, oldest first, and what can still be adjusted',
  access: { kind: 'admin' },
  params: orderParams,
  response: adjustmentsDto,
  errors: ['not_found'],
});

export const adjustEndpoint = endpoint({
  name: 'adjustments.create',
  method: 'POST',
  path: '/orders/{orderId}/adjustments',
  summary:
    'Corrects what a vendor is owed for an order, lets a vendor bear goodwill, or books a chargeback. Needs the right to pay out.',
  access: { kind: 'admin' },
  params: orderParams,
  body: adjustBody,
  response: outcome,
  status: 201,
  creates: true,
  errors: ['not_found', 'missing_permission', 'invalid_state', 'conflict'],
});

export const undoAdjustmentEndpoint = endpoint({
  name: 'adjustments.undo',
  method: 'POST',
  path: '/orders/{orderId}/adjustments/{adjustmentId}/undo',
  summary: 'Undoes an adjustment by what takes it back; both stay in the books. Once. Needs the right to pay out.',
  access: { kind: 'admin' },
  params: orderParams.extend({ adjustmentId: idSchema }),
  body: undoBody,
  response: outcome,
  creates: true,
  errors: ['not_found', 'missing_permission', 'invalid_state'],
});
