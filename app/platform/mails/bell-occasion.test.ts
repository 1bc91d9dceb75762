import { expect, it } from 'vitest';
import { NOTICE_KIND_NAMES, type NoticeKind } from '#app/platform/notices/notice.ts';
import { computeBellOccasion } from './bell-occasion.ts';
import { MAIL_TEMPLATE_NAMES, MAIL_TEMPLATES } from './mail.ts';

/** Mails to a group that are about no record: a summary of what waits, another mail service, what is out of step, and the end of the installation. */
const WITHOUT_NOTICE = [
  'marketplace-duty-digest',
  'marketplace-integration-set',
  'marketplace-sync-unhealthy',
  'marketplace-uninstalled',
];
const IDS = [
  'storeId',
  'orderId',
  'productId',
  'discountId',
  'offerId',
  'conversationId',
  'messageId',
  'payoutId',
  'vendorId',
  'runId',
  'endpointId',
  'scheduleId',
];
const PARAMS = Object.fromEntries([...IDS, 'applicationId', 'requestId'].map((id) => [id, '7']));

it('the bell shows every occasion that mails a group', () => {
  const toGroups = MAIL_TEMPLATE_NAMES.filter((name) => ['vendor', 'admins'].includes(MAIL_TEMPLATES[name].to));
  expect(toGroups.filter((name) => !computeBellOccasion(name, PARAMS)).sort()).toEqual(WITHOUT_NOTICE);
});

/** What parameters other than ids may say, so that each notice that a mail can bring is among those found. */
const SAID: readonly Readonly<Record<string, unknown>>[] = [
  { changeId: '9' },
  ...['ending', 'ended', 'unpaid', 'unclaimed', 'reversed', 'working', 'released'].map((state) => ({ state })),
  ...['returned', 'failure'].map((status) => ({ status })),
  ...['refused', 'unused'].map((problem) => ({ problem })),
  ...['sheet', 'ownStore'].flatMap((integration) =>
    ['access', 'maker', 'rights', 'cells', 'vanished', 'silent'].map((reason) => ({ integration, reason })),
  ),
  ...['vendors', 'products', 'orders'].flatMap((limit) => [true, false].map((isReached) => ({ limit, isReached }))),
];
const MAILED: ReadonlySet<NoticeKind> = new Set(
  MAIL_TEMPLATE_NAMES.flatMap((name) =>
    [{}, ...SAID].flatMap((said) => computeBellOccasion(name, { ...PARAMS, ...said })?.kind ?? []),
  ),
);

/** Notices that are enough by themselves, with the reason. */
const WITHOUT_MAIL: Partial<Record<NoticeKind, string>> = {
  orderDelivered: 'good news about an order that asks for nothing',
  returnDelivered: 'the package itself is in front of its receiver, and its order waits on the list of returns',
  payoutPaid: 'good news; the bank or provider tells its receiver, and the statement of the month lists it',
  stockLow: 'something runs low in a shop that sells every day: a mail for each would hide the others',
  decisionOutdated:
    'whoever decided has just been at the product, which waits for approval still: the daily summary counts it',
  decisionFailed:
    'whoever decided has just been at the product, which waits for approval still: the daily summary counts it',
};

it('every kind of notice comes with a mail, or is enough by itself for a reason', () => {
  const withoutMail = NOTICE_KIND_NAMES.filter((kind) => !MAILED.has(kind));
  expect(withoutMail.sort()).toEqual(Object.keys(WITHOUT_MAIL).sort());
});

it('a change of a live product is reported as a change, and a payout by its outcome', () => {
  const changed = { productId: '7', changeId: '9' };
  expect(computeBellOccasion('product-approved', changed)).toEqual({ kind: 'changeApproved', subjectId: 9n });
  expect(computeBellOccasion('product-approved', { productId: '7' })).toEqual({
    kind: 'productApproved',
    subjectId: 7n,
  });
  const mail = 'vendor-payout-unclaimed';
  expect(computeBellOccasion(mail, { payoutId: '3', state: 'unclaimed' })?.kind).toBe('payoutUnclaimed');
  expect(computeBellOccasion(mail, { payoutId: '3', state: 'reversed' })?.kind).toBe('payoutReturned');
});
