import { idOfGid, toGid } from '../../core/gid.ts';
import { Refusal } from '../../core/kernel.ts';
import { formatMinor, parseMinor } from '../../core/money.ts';
import type { AppCharge } from '../../core/state.ts';
import { cancelCharge, createCharge, requireCharge } from '../store/app-charges.ts';
import { answerErrors } from './context.ts';
import type { Context, View } from './context.ts';

type CreateArgs = {
  name: string;
  returnUrl: string;
  trialDays?: number | null;
  test?: boolean | null;
  lineItems: {
    plan: { appRecurringPricingDetails?: { price: { amount: string | number; currencyCode: string } } | null };
  }[];
};

/** What the app bills its merchants: subscriptions that begin, and those that end. */
export function chargeMutations(context: Context): View {
  const { sandbox, shop } = context;
  return {
    appSubscriptionCreate: (args: CreateArgs) =>
      answerErrors(() => {
        const price = args.lineItems[0]?.plan.appRecurringPricingDetails?.price;
        const priceMinor = price ? parseMinor(String(price.amount), price.currencyCode) : null;
        if (!price || priceMinor === null || priceMinor <= 0) {
          throw new Refusal('Price must be greater than 0.', ['lineItems', '0', 'plan']);
        }
        const charge = createCharge(sandbox, shop, {
          name: args.name,
          returnUrl: args.returnUrl,
          trialDays: args.trialDays ?? 0,
          test: args.test === true,
          priceMinor,
          currency: price.currencyCode,
        });
        return {
          appSubscription: chargeView(charge),
          confirmationUrl: `${sandbox.config.publicUrl}/admin/store/${shop.handle}/charges/${charge.id}`,
        };
      }, 'UserError'),
    appSubscriptionCancel: ({ id }: { id: string }) =>
      answerErrors(() => {
        const charge = requireCharge(shop, idOfGid(id, 'AppSubscription') ?? 0);
        cancelCharge(sandbox, charge);
        return { appSubscription: chargeView(charge) };
      }, 'UserError'),
  };
}

export const chargeView = ({
  id,
  name,
  status,
  returnUrl,
  trialDays,
  test,
  createdAt,
  ...charge
}: AppCharge): View => ({
  __typename: 'AppSubscription',
  id: toGid('AppSubscription', id),
  name,
  status,
  returnUrl,
  trialDays,
  test,
  createdAt,
  currentPeriodEnd: null,
  lineItems: [
    {
      id: toGid('AppSubscriptionLineItem', id),
      plan: {
        pricingDetails: {
          __typename: 'AppRecurringPricing',
          interval: 'EVERY_30_DAYS',
          price: { amount: formatMinor(charge.priceMinor, charge.currency), currencyCode: charge.currency },
        },
      },
    },
  ],
});
