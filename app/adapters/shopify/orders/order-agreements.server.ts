import { idOfGid, type PlatformClient } from '../client.server.ts';
import type { OrderNode } from './order-nodes.ts';
import { READ_AGREEMENT, READ_PAYMENTS } from './order-operations.ts';
import { toSet, toSecond } from './order-payload.server.ts';
import { readRest } from '../pages.ts';
import type { OrderAgreementQuery, OrderPaymentsQuery } from '../operations.generated.ts';

type AgreementNode = NonNullable<OrderAgreementQuery['order']>['agreements']['nodes'][number];
type SaleNode = AgreementNode['sales']['nodes'][number];

/** Sales, and what staff changed later. Refunds and returns are told by the order's refunds. */
const COUNTED: readonly string[] = ['ORDER', 'ORDER_EDIT'];
const PAYMENTS: readonly string[] = ['SALE', 'CAPTURE'];

/**
 * What was agreed with the buyer of an edited order, step by step, and when the buyer paid: no webhook tells it. In the shape
 * that `parseSold` reads.
 */
export async function readEditAgreement(platform: PlatformClient, order: OrderNode): Promise<object> {
  const { id, taxesIncluded } = order;
  const agreements = (await readAgreements(platform, id)).filter(({ reason }) => COUNTED.includes(reason));
  const { order: paid } = await platform.query<OrderPaymentsQuery>(READ_PAYMENTS, { id });
  const payments = paid?.transactions.filter(({ kind, status }) => PAYMENTS.includes(kind) && status === 'SUCCESS');
  return {
    agreements: agreements.map(({ happenedAt, reason, sales }) => ({
      at: toSecond(happenedAt),
      reason: reason.toLowerCase(),
      sales: sales.map((sale) => buildSale(sale, taxesIncluded)),
    })),
    payments: (payments ?? []).map(({ processedAt, amountSet }) => ({
      at: toSecond(processedAt ?? order.updatedAt),
      amount_set: toSet(amountSet),
    })),
  };
}

type Agreement = Pick<AgreementNode, 'happenedAt' | 'reason'> & { sales: SaleNode[] };

/** The first one first, each with all its sales. */
async function readAgreements(platform: PlatformClient, id: string): Promise<Agreement[]> {
  const read = async (agreement: string | null, after: string | null = null) => {
    const { order } = await platform.query<OrderAgreementQuery>(READ_AGREEMENT, { id, agreement, after });
    return order?.agreements;
  };
  const found: Agreement[] = [];
  for (let cursor: string | null = null; ;) {
    const page = await read(cursor);
    const [one] = page?.nodes ?? [];
    if (!page || !one) return found;
    const at: string | null = cursor;
    const sales = await readRest(one.sales, async (after) => (await read(at, after))?.nodes[0]?.sales);
    found.push({ happenedAt: one.happenedAt, reason: one.reason, sales });
    cursor = page.pageInfo.endCursor;
    if (!page.pageInfo.hasNextPage || cursor === null) return found;
  }
}

/** A sale as it counts: discounts as the order quotes its prices. */
function buildSale(sale: SaleNode, taxesIncluded: boolean): object {
  return {
    action: sale.actionType.toLowerCase(),
    type: sale.lineType.toLowerCase(),
    line_id: sale.lineItem ? String(idOfGid(sale.lineItem.id)) : null,
    quantity: sale.quantity,
    total_set: toSet(sale.totalAmount),
    discount_set: toSet(taxesIncluded ? sale.totalDiscountAmountAfterTaxes : sale.totalDiscountAmountBeforeTaxes),
    tax_lines: sale.taxes.map(({ amount, taxLine }) => ({
      title: taxLine.title,
      rate: taxLine.rate,
      channel_liable: taxLine.channelLiable,
      price_set: toSet(amount),
    })),
  };
}
