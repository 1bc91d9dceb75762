import type { Sandbox } from '../core/kernel.ts';
import type { Route } from '../core/router.ts';
import { adminRoutes } from './admin/admin-routes.ts';
import { assetRoutes } from './assets.ts';
import { landingRoutes } from './landing.ts';
import { storefrontRoutes } from './storefront/storefront-routes.ts';
import { stripeBillingRoutes } from './stripe-billing-pages.ts';
import { stripePageRoutes } from './stripe-pages.ts';
import { faultsRoutes } from './tools/faults-page.ts';
import { mailRoutes } from './tools/mail-page.ts';
import { mailServiceConsoleRoutes } from './tools/mail-services-console.ts';
import { googleConsoleRoutes } from './tools/google-console.ts';
import { shippoConsoleRoutes } from './tools/shippo-console.ts';
import { programConsoleRoutes } from './tools/programs-console.ts';
import { wooConsoleRoutes } from './tools/woocommerce-console.ts';
import { paypalConsoleRoutes } from './tools/paypal-console.ts';
import { providersRoutes } from './tools/providers-page.ts';
import { stripeConsoleRoutes } from './tools/stripe-console.ts';
import { themesRoutes } from './tools/themes-page.ts';
import { walkthroughRoutes } from './walkthrough/walkthrough.ts';

/** Everything that a person sees of the sandbox. */
export function uiRoutes(sandbox: Sandbox): Route[] {
  return [
    ...assetRoutes(sandbox),
    ...landingRoutes(sandbox),
    ...walkthroughRoutes(sandbox),
    ...adminRoutes(sandbox),
    ...storefrontRoutes(sandbox),
    ...stripePageRoutes(sandbox),
    ...stripeBillingRoutes(sandbox),
    ...mailRoutes(sandbox),
    ...providersRoutes(sandbox),
    ...stripeConsoleRoutes(sandbox),
    ...paypalConsoleRoutes(sandbox),
    ...mailServiceConsoleRoutes(sandbox),
    ...shippoConsoleRoutes(sandbox),
    ...googleConsoleRoutes(sandbox),
    ...programConsoleRoutes(sandbox),
    ...wooConsoleRoutes(sandbox),
    ...faultsRoutes(sandbox),
    ...themesRoutes(sandbox),
  ];
}
