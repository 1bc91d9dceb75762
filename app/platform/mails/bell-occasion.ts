import type { NoticeKind } from '#app/platform/notices/notice.ts';
import type { MailTemplateName } from './mail.ts';

type Params = Readonly<Record<string, unknown>>;
/** Which notice of the bell tells of the same as a mail: its kind and the parameter that names what it is about. */
type Source = { kind: NoticeKind; id: string };
const source = (kind: NoticeKind, id: string): Source => ({ kind, id });

const ofProduct = (product: NoticeKind, change: NoticeKind): ((params: Params) => Source) => {
  return ({ changeId }) => (changeId === undefined ? source(product, 'productId') : source(change, 'changeId'));
};

const MEMBERSHIP: Readonly<Record<string, NoticeKind>> = {
  ending: 'membershipEnding',
  ended: 'membershipEnded',
  unpaid: 'membershipUnpaid',
};
const VENDOR_MEMBERSHIP: Readonly<Record<string, NoticeKind>> = {
  ending: 'vendorMembershipEnding',
  ended: 'vendorMembershipEnded',
  unpaid: 'vendorMembershipUnpaid',
};

const SHEET_LOST: Readonly<Record<string, NoticeKind>> = {
  maker: 'sheetWithoutMaker',
  rights: 'sheetWithoutRights',
  cells: 'sheetErrorCells',
  vanished: 'sheetRowsVanished',
};
const OWN_STORE_LOST: Readonly<Record<string, NoticeKind>> = {
  maker: 'ownStoreWithoutMaker',
  rights: 'ownStoreWithoutRights',
  silent: 'ownStoreSilent',
};
const PLAN_NEAR: Readonly<Record<string, NoticeKind>> = {
  vendors: 'planVendorsNear',
  products: 'planProductsNear',
  orders: 'planOrdersNear',
};
const PLAN_REACHED: Readonly<Record<string, NoticeKind>> = {
  vendors: 'planVendorsReached',
  products: 'planProductsReached',
  orders: 'planOrdersReached',
};

const ofSchedule = ({ state }: Params): Source =>
  source(state === 'working' ? 'importScheduleWorking' : 'importScheduleFailing', 'scheduleId');

const SOURCES: Partial<Record<MailTemplateName, Source | ((params: Params) => Source)>> = {
  'order-placed': source('orderPlaced', 'orderId'),
  'order-paid': source('orderPaid', 'orderId'),
  'order-changed': source('orderChanged', 'orderId'),
  'order-cancelled': source('orderCancelled', 'orderId'),
  'order-reminder-1': source('orderReminder', 'orderId'),
  'order-reminder-2': source('orderReminder', 'orderId'),
  'order-reminder-3': source('orderReminder', 'orderId'),
  'order-delivery-problem': ({ status }) =>
    source(status === 'returned' ? 'orderReturning' : 'deliveryFailed', 'orderId'),
  'vendor-label-problem': ({ problem }) =>
    source(problem === 'refused' ? 'labelRefundRefused' : 'labelUnused', 'orderId'),
  'marketplace-label-problem': ({ problem }) =>
    source(problem === 'refused' ? 'labelRefundRefused' : 'labelUnused', 'orderId'),
  'vendor-membership': ({ state }) => source(MEMBERSHIP[String(state)] ?? 'membershipEnded', 'vendorId'),
  'marketplace-membership': ({ state }) =>
    source(VENDOR_MEMBERSHIP[String(state)] ?? 'vendorMembershipEnded', 'vendorId'),
  'vendor-integration-lost': ({ integration, reason }) =>
    integration === 'sheet'
      ? source(SHEET_LOST[String(reason)] ?? 'sheetPaused', 'vendorId')
      : source(OWN_STORE_LOST[String(reason)] ?? 'ownStorePaused', 'vendorId'),
  'vendor-webhook-off': source('webhookOff', 'endpointId'),
  'marketplace-webhook-off': source('webhookOff', 'endpointId'),
  'vendor-import-schedule': ofSchedule,
  'marketplace-import-schedule': ofSchedule,
  'marketplace-plan-limit': ({ limit, isReached }) =>
    source((isReached === true ? PLAN_REACHED : PLAN_NEAR)[String(limit)] ?? 'planVendorsNear', 'storeId'),
  'marketplace-store-held': source('storeHeld', 'storeId'),
  'vendor-discount': source('discountToBear', 'discountId'),
  'marketplace-discount-refused': source('discountRefused', 'discountId'),
  'product-approved': ofProduct('productApproved', 'changeApproved'),
  'product-unapproved': ofProduct('productSentBack', 'changeDeclined'),
  'marketplace-on-product-submitted': ofProduct('productSubmitted', 'changeSubmitted'),
  'offer-requested': source('offerRequested', 'offerId'),
  'vendor-new-message': source('conversationMessage', 'conversationId'),
  'marketplace-new-message': source('conversationMessage', 'conversationId'),
  'vendor-contact-message': source('contactMessage', 'messageId'),
  'marketplace-contact-message': source('contactMessage', 'messageId'),
  'vendor-payout-unclaimed': ({ state }) =>
    source(state === 'unclaimed' ? 'payoutUnclaimed' : 'payoutReturned', 'payoutId'),
  'vendor-payouts-on-hold': ({ state }) =>
    source(state === 'released' ? 'payoutsReleased' : 'payoutsOnHold', 'vendorId'),
  'vendor-payout-details-changed': source('payoutDetailsChanged', 'vendorId'),
  'marketplace-payout-failed': source('payoutFailed', 'payoutId'),
  'marketplace-automated-payments': source('payoutsRan', 'runId'),
  'marketplace-vendor-request': source('applicationReceived', 'applicationId'),
  'marketplace-new-vendor': source('vendorCreated', 'vendorId'),
  'marketplace-data-request': source('dataRequest', 'requestId'),
};

/** What the bell tells of the occasion of a mail to a group; undefined for mails that are about nothing in particular. */
export function computeBellOccasion(
  template: MailTemplateName,
  params: object,
): { kind: NoticeKind; subjectId: bigint } | undefined {
  const found = SOURCES[template];
  if (!found) return undefined;
  const { kind, id } = typeof found === 'function' ? found(params as Params) : found;
  const value = (params as Params)[id];
  return typeof value === 'string' ? { kind, subjectId: BigInt(value) } : undefined;
}
