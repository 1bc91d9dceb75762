import { createHash } from 'node:crypto';
import { money, sumMinor, toDto } from '#app/core/money/money.ts';
import type { ChangeableOrder } from '#app/features/orders/aftersales/changeable-order.service.server.ts';
import type { SettledOrder } from '#app/features/orders/money/split-order.ts';
import type { LossesDto } from './aftersales.contract.ts';
import { amountsText, compareSettlements } from './refund.ts';

/** What a change would take from whom, for the screen and the API, with a token of all its amounts. */
export function toLosses(order: ChangeableOrder, after: SettledOrder, amountMinor: bigint): LossesDto {
  const losses = compareSettlements(order.settled, after);
  const commissionMinor = sumMinor(losses.vendors.map((one) => one.commissionBackMinor));
  const toMoneyDto = (minor: bigint) => toDto(money(minor, order.currency));
  const shown = (one: { beforeMinor: bigint; afterMinor: bigint; losesMinor: bigint }) => ({
    before: toMoneyDto(one.beforeMinor),
    after: toMoneyDto(one.afterMinor),
    loses: toMoneyDto(one.losesMinor),
  });
  return {
    vendors: losses.vendors.flatMap((one) => {
      const vendorOrder = order.parts.find(({ vendorId }) => String(vendorId) === one.vendorId);
      if (!vendorOrder) return [];
      const postedMinor = after.isPaid && !order.historical ? one.afterMinor + vendorOrder.adjustedMinor : 0n;
      const owesMinor = vendorOrder.paidOutMinor > postedMinor ? vendorOrder.paidOutMinor - postedMinor : 0n;
      return [
        {
          ...shown(one),
          vendor: { id: one.vendorId, name: vendorOrder.vendorName },
          commissionBack: toMoneyDto(one.commissionBackMinor),
          owes: toMoneyDto(owesMinor),
        },
      ];
    }),
    marketplace: {
      ...shown(losses.marketplace),
      commission: toMoneyDto(commissionMinor),
      rest: toMoneyDto(losses.marketplace.losesMinor - commissionMinor),
    },
    token: createHash('sha256').update(amountsText(amountMinor, losses)).digest('hex'),
  };
}
