import { refuseUserErrors, requireAnswer, type PlatformClient } from './client.server.ts';
import type {
  CancelSubscriptionMutation,
  CreateSubscriptionMutation,
  ReadSubscriptionsQuery,
} from './operations.generated.ts';

export type AppSubscription = { id: string; name: string; status: string };

const READ_SUBSCRIPTIONS = `#graphql
  query ReadSubscriptions {
    shop { plan { partnerDevelopment } }
    currentAppInstallation { launchUrl activeSubscriptions { id name status } }
  }`;

/** What the store pays for the app now, where the store admin opens it, and whether the platform only pretends to charge it. */
export async function readAppSubscriptions(
  platform: PlatformClient,
): Promise<{ subscriptions: AppSubscription[]; launchUrl: string; isTest: boolean }> {
  const { shop, currentAppInstallation } = await platform.query<ReadSubscriptionsQuery>(READ_SUBSCRIPTIONS);
  const { activeSubscriptions, launchUrl } = currentAppInstallation;
  return { subscriptions: activeSubscriptions, launchUrl, isTest: shop.plan.partnerDevelopment };
}

const CREATE_SUBSCRIPTION = `#graphql
  mutation CreateSubscription($name: String!, $returnUrl: URL!, $trialDays: Int, $test: Boolean, $lineItems: [AppSubscriptionLineItemInput!]!) {
    appSubscriptionCreate(name: $name, returnUrl: $returnUrl, trialDays: $trialDays, test: $test, lineItems: $lineItems, replacementBehavior: APPLY_IMMEDIATELY) {
      appSubscription { id name status }
      confirmationUrl
      userErrors { field message }
    }
  }`;

/**
 * Begins a subscription that takes the place of the present one once the merchant approves it on the platform's page. One that is
 * never approved charges nothing and expires. Throws platform_refused (422).
 */
export async function createAppSubscription(
  platform: PlatformClient,
  o: {
    name: string;
    returnUrl: string;
    trialDays: number;
    isTest: boolean;
    price: { amount: string; currency: string };
  },
): Promise<{ id: string; url: string }> {
  const { amount, currency: currencyCode } = o.price;
  const { appSubscriptionCreate } = await platform.mutate<CreateSubscriptionMutation>(CREATE_SUBSCRIPTION, {
    name: o.name,
    returnUrl: o.returnUrl,
    trialDays: o.trialDays,
    test: o.isTest,
    lineItems: [
      { plan: { appRecurringPricingDetails: { interval: 'EVERY_30_DAYS', price: { amount, currencyCode } } } },
    ],
  });
  const made = requireAnswer(appSubscriptionCreate);
  refuseUserErrors(made.userErrors);
  if (!made.appSubscription || !made.confirmationUrl) throw new Error('The platform made no subscription');
  return { id: made.appSubscription.id, url: made.confirmationUrl };
}

const CANCEL_SUBSCRIPTION = `#graphql
  mutation CancelSubscription($id: ID!) {
    appSubscriptionCancel(id: $id) {
      appSubscription { id status }
      userErrors { field message }
    }
  }`;

/** Ends a subscription at once. Throws platform_refused (422). */
export async function cancelAppSubscription(platform: PlatformClient, id: string): Promise<void> {
  const { appSubscriptionCancel } = await platform.mutate<CancelSubscriptionMutation>(CANCEL_SUBSCRIPTION, { id });
  refuseUserErrors(requireAnswer(appSubscriptionCancel).userErrors);
}
