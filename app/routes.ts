import { index, route, type RouteConfig, type RouteConfigEntry } from '@remix-run/route-config';

/**
 * The one table of screens, mounted behind both layouts. The framework keeps modules by id, so each id carries its surface.
 * A screen that is no place of the navigation still belongs here; everything that is no screen is answered before Remix.
 */
function screens(surface: 'admin' | 'app'): RouteConfigEntry[] {
  const screen = (path: string, file: string): RouteConfigEntry => route(path, file, { id: `${surface}/${path}` });
  return [
    index('features/home/routes/home.tsx', { id: `${surface}/home` }),
    screen('account', 'features/account/routes/account.tsx'),
    screen('money', 'features/transactions/routes/money.tsx'),
    screen('money/payouts', 'features/payouts/routes/payout-history.tsx'),
    screen('money/payouts/:payoutId', 'features/payouts/routes/payout.tsx'),
    screen('money/statements', 'features/statements/routes/statements.tsx'),
    screen('money/statements/settings', 'features/statements/routes/statement-settings.tsx'),
    screen('money/statements/:month', 'features/statements/routes/statement.tsx'),
    screen('payouts', 'features/payouts/routes/due-vendors.tsx'),
    screen('payouts/pay', 'features/payouts/routes/pay.tsx'),
    screen('payouts/requests', 'features/payouts/routes/payout-requests.tsx'),
    screen('payouts/requests/:requestId', 'features/payouts/routes/payout-request.tsx'),
    screen('payouts/automatic', 'features/payout-runs/routes/automatic-payouts.tsx'),
    screen('payment-information', 'features/payout-methods/routes/payment-information.tsx'),
    screen('payment-information/stripe', 'features/payout-methods/routes/stripe-again.ts'),
    screen('payments', 'features/payment-providers/routes/payment-settings.tsx'),
    screen('reconciliation', 'features/reconciliation/routes/reconciliation.tsx'),
    screen('payments/payouts', 'features/payout-rules/routes/payout-settings.tsx'),
    screen('commissions', 'features/commission-editor/routes/commissions.tsx'),
    screen('settings', 'features/info/routes/settings.tsx'),
    screen('settings/look', 'features/info/routes/settings-look.tsx'),
    screen('settings/features', 'features/info/routes/settings-features.tsx'),
    screen('settings/notifications', 'features/mails/routes/notifications.tsx'),
    screen('settings/notifications/suppressions', 'features/mails/routes/suppressions.tsx'),
    screen('settings/history', 'features/info/routes/settings-history.tsx'),
    screen('settings/finance', 'features/commission-editor/routes/finance-config.tsx'),
    screen('commissions/vendors/:vendorId', 'features/commission-editor/routes/vendor-commission.tsx'),
    screen('applications', 'features/vendor-admin/routes/applications.tsx'),
    screen('applications/:id', 'features/applications/routes/edit-application.tsx'),
    screen('deliveries', 'features/system/routes/deliveries.tsx'),
    screen('privacy', 'features/compliance/routes/privacy.tsx'),
    screen('vendors', 'features/vendor-admin/routes/vendors.tsx'),
    screen('vendors/export.csv', 'features/vendor-admin/routes/vendors-export.ts'),
    screen('vendors/:vendorId', 'features/vendor-admin/routes/vendor.tsx'),
    screen('messages', 'features/contact/routes/messages.tsx'),
    screen('messages/:messageId', 'features/contact/routes/message.tsx'),
    screen('subscribers', 'features/contact/routes/subscribers.tsx'),
    screen('subscribers/export.csv', 'features/contact/routes/subscribers-export.ts'),
    screen('fields', 'features/custom-fields/routes/fields.tsx'),
    screen('product-form', 'features/products/routes/product-form.tsx'),
    screen('specifications', 'features/specifications/routes/specifications.tsx'),
    screen('team', 'features/staff/routes/team.tsx'),
    screen('billing', 'features/documents/routes/billing.tsx'),
    screen('vendor-page', 'features/vendor-page/routes/vendor-page.tsx'),
    screen('orders', 'features/order-screens/routes/orders.tsx'),
    screen('orders/rules', 'features/order-screens/routes/order-rules.tsx'),
    screen('orders/:orderId', 'features/order-screens/routes/order.tsx'),
    screen('orders/documents', 'features/documents/routes/document-settings.tsx'),
    screen('orders/documents/:template', 'features/documents/routes/document-template.tsx'),
    screen('orders/:orderId/refund', 'features/aftersales/routes/refund.tsx'),
    screen('orders/:orderId/cancel', 'features/aftersales/routes/cancel.tsx'),
    screen('orders/:orderId/returns', 'features/aftersales/routes/returns.tsx'),
    screen('orders/:orderId/adjustments', 'features/adjustments/routes/adjustments.tsx'),
    screen('offers', 'features/offers/routes/offers.tsx'),
    screen('offers/settings', 'features/offers/routes/offer-settings.tsx'),
    screen('offers/:offerId', 'features/offers/routes/offer.tsx'),
    screen('products', 'features/products/routes/products.tsx'),
    screen('changes', 'features/products/routes/changes.tsx'),
    screen('changes/rules', 'features/products/routes/product-rules.tsx'),
    screen('changes/:changeId', 'features/products/routes/change.tsx'),
    screen('products/:productId', 'features/products/routes/product.tsx'),
    screen('products/:productId/translations', 'features/translations/routes/product-translations.tsx'),
    screen('translations', 'features/translations/routes/translation-settings.tsx'),
    screen('catalog', 'features/catalog-offers/routes/catalog.tsx'),
    screen('catalog/:entryId', 'features/catalog-offers/routes/shown-entry.tsx'),
    screen('catalog-entries', 'features/catalog/routes/entries.tsx'),
    screen('catalog-entries/settings', 'features/catalog/routes/catalog-settings.tsx'),
    screen('catalog-entries/:entryId', 'features/catalog/routes/entry.tsx'),
    screen('settings/holidays', 'features/holidays/routes/holidays.tsx'),
    screen('settings/shipping', 'features/shipping/routes/shipping.tsx'),
    screen('settings/shipping/zones/:zoneId', 'features/shipping/routes/zone.tsx'),
    screen('settings/shipping/defaults', 'features/shipping/routes/shipping.tsx'),
    screen('settings/shipping/defaults/zones/:zoneId', 'features/shipping/routes/zone.tsx'),
    screen('*', 'surfaces/not-found.ts'),
  ];
}

/** The screens of the login shell and the redirects of the specification's table. */
const login: RouteConfigEntry[] = [
  index('features/auth/routes/sign-in.tsx', { id: 'login/sign-in' }),
  route('register', 'features/applications/routes/register.tsx', { id: 'login/register' }),
  route('change-password', 'features/auth/routes/change-password.tsx', { id: 'login/change-password' }),
  route('continue', 'features/auth/routes/continue.tsx', { id: 'login/continue' }),
  route('second-factor', 'features/auth/routes/second-factor.tsx', { id: 'login/second-factor' }),
  route('register/*', 'surfaces/redirects/register.ts', { id: 'login/below-register' }),
  route('*', 'surfaces/redirects/login-index.ts', { id: 'login/elsewhere' }),
];

/** Pages for visitors of the store: what became of a form without script, and what the links of mails open. */
const visitor: RouteConfigEntry[] = [
  route('sent', 'features/contact/routes/sent.tsx', { id: 'visitor/sent' }),
  route('asked', 'features/contact/routes/sent.tsx', { id: 'visitor/asked' }),
  route('confirm', 'features/contact/routes/confirm.tsx', { id: 'visitor/confirm' }),
  route('unsubscribe', 'features/contact/routes/unsubscribe.tsx', { id: 'visitor/unsubscribe' }),
  route('notices', 'features/mails/routes/leave-notice.tsx', { id: 'visitor/notices' }),
];

export default [
  index('surfaces/redirects/entry.ts', { id: 'entry' }),
  route('register', 'surfaces/redirects/register.ts', { id: 'legacy/register' }),
  route('auth/*', 'surfaces/redirects/auth.ts', { id: 'auth' }),
  route('app/manifest.webmanifest', 'surfaces/manifest.ts', { id: 'manifest' }),
  route('app/login', 'surfaces/login.tsx', { id: 'surface/login' }, login),
  route('contact', 'surfaces/visitor.tsx', { id: 'surface/visitor' }, visitor),
  route('offer', 'surfaces/visitor.tsx', { id: 'surface/offer' }, [
    index('features/offers/routes/buyer-offer.tsx', { id: 'visitor/offer' }),
  ]),
  route('app', 'surfaces/portal.tsx', { id: 'surface/app' }, screens('app')),
  route('admin', 'surfaces/admin.tsx', { id: 'surface/admin' }, screens('admin')),
] satisfies RouteConfig;
