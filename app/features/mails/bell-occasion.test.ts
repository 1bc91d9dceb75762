import { expect, it } from 'vitest';
import { computeBellOccasion } from './bell-occasion.ts';
import { MAIL_TEMPLATE_NAMES, MAIL_TEMPLATES } from './mail.ts';

/** Mails to a group that are about no record: a summary of what waits, another mail service, and the end of the installation. */
const WITHOUT_NOTICE = ['marketplace-duty-digest', 'marketplace-integration-set', 'marketplace-uninstalled'];
const IDS = [
  'orderId',
  'productId',
  'discountId',
  'offerId',
  'conversationId',
  'messageId',
  'payoutId',
  'vendorId',
  'runId',
];
const PARAMS = Object.fromEntries([...IDS, 'applicationId', 'requestId'].map((id) => [id, '7']));

it('the bell tells of every occasion that mails a group', () => {
  const toGroups = MAIL_TEMPLATE_NAMES.filter((name) => ['vendor', 'admins'].includes(MAIL_TEMPLATES[name].to));
  expect(toGroups.filter((name) => !computeBellOccasion(name, PARAMS)).sort()).toEqual(WITHOUT_NOTICE);
});

it('a change of a live product is told as a change, and a payout by what became of it', () => {
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
