import { expect, it } from 'vitest';
import { MAIL_TEMPLATE_NAMES, MAIL_TEMPLATES } from '../mail.ts';
import { findNotice, noticesFor } from './notice.ts';

it('notices: the daily summary and the reminders, and no mail that is always sent', () => {
  const left = MAIL_TEMPLATE_NAMES.filter((name) => findNotice(name) !== undefined);
  expect(left.sort()).toEqual(['marketplace-duty-digest', 'order-reminder-1', 'order-reminder-2', 'order-reminder-3']);
  expect(left.filter((name) => MAIL_TEMPLATES[name].essential)).toEqual([]);
});

it('notices: admins choose the summary, those who read a vendor’s orders the reminders', () => {
  expect(noticesFor({ isAdmin: true, readsOrders: true })).toEqual(['digest']);
  expect(noticesFor({ isAdmin: false, readsOrders: true })).toEqual(['reminders']);
  expect(noticesFor({ isAdmin: false, readsOrders: false })).toEqual([]);
});
