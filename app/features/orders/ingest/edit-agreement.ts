import { z } from 'zod';
import type { Currency } from '#app/core/money/money.ts';
import type { TaxFact } from '../order.ts';
import { boundedList, taxSchema, time } from './order-payload-schema.ts';
import { IssueList, readAmount, readRate } from './order-payload-values.ts';

/**
 * What one agreement added to an order, or took from it (positive either way): units of a line, or what is no line. Amounts are
 * minor units with discounts taken off and tax put on.
 */
export type AgreementSale = {
  action: 'order' | 'return' | 'other';
  isShipping: boolean;
  lineId: string | null;
  quantity: number;
  totalMinor: bigint;
  discountMinor: bigint;
  taxes: TaxFact[];
};
/** The sale or an edit of it, and when it was agreed. */
export type Agreement = { at: string; isSale: boolean; sales: AgreementSale[] };
/** What was agreed with the buyer, the first agreement first, and what came in. */
export type EditAgreement = { agreements: Agreement[]; payments: { at: string; amountMinor: bigint }[] };

const amountSet = taxSchema.shape.price_set;
const agreementSchema = z.object({
  agreements: boundedList(
    z.object({
      at: time,
      reason: z.string().max(40),
      sales: boundedList(
        z.object({
          action: z.string().max(40),
          type: z.string().max(40),
          line_id: z.string().max(64).nullable(),
          quantity: z.int().nullable(),
          total_set: amountSet,
          discount_set: amountSet,
          tax_lines: boundedList(taxSchema),
        }),
      ),
    }),
  ),
  payments: boundedList(z.object({ at: time, amount_set: amountSet })),
});
const payloadSchema = z.object({ agreed: agreementSchema.optional() });
type SalePayload = z.infer<typeof agreementSchema>['agreements'][number]['sales'][number];

/** What was agreed, of an order that was read from the store after an edit; undefined where nothing of it can be read. No webhook says it. */
export function parseEditAgreement(payload: unknown, currency: Currency): EditAgreement | undefined {
  const { data } = payloadSchema.safeParse(payload);
  if (!data?.agreed?.agreements[0]) return undefined;
  const issues = new IssueList(currency);
  const agreement: EditAgreement = {
    agreements: data.agreed.agreements.map(({ at, reason, sales }) => ({
      at,
      isSale: reason === 'order',
      sales: sales.map((sale) => readSale(sale, issues)),
    })),
    payments: data.agreed.payments.map(({ at, amount_set: set }) => ({
      at,
      amountMinor: readAmount({ set }, 'payments', issues),
    })),
  };
  return issues.list.length > 0 ? undefined : agreement;
}

function readSale(sale: SalePayload, issues: IssueList): AgreementSale {
  const amountOf = (set: SalePayload['total_set']): bigint => absolute(readAmount({ set }, 'agreements', issues));
  return {
    action: sale.action === 'order' || sale.action === 'return' ? sale.action : 'other',
    isShipping: sale.type === 'shipping',
    lineId: sale.line_id,
    quantity: Math.abs(sale.quantity ?? 0),
    totalMinor: amountOf(sale.total_set),
    discountMinor: amountOf(sale.discount_set),
    taxes: sale.tax_lines.map((tax) => ({
      title: tax.title ?? '',
      rateNano: readRate(tax.rate, 'agreements', issues),
      amountMinor: amountOf(tax.price_set),
      channelLiable: tax.channel_liable ?? false,
    })),
  };
}

const absolute = (amountMinor: bigint): bigint => (amountMinor < 0n ? -amountMinor : amountMinor);
