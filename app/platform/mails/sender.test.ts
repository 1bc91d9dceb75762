import { expect, test } from 'vitest';
import { buildSender } from './sender.ts';

const OURS = 'Souk <mail@souk.test>';
const store = { name: 'Kiln "Town"', email: 'shop@kiln.example' };
const none = { sendingEmail: '', senderName: '', replyTo: '' };

test('without a choice mails come from our address under the store’s name, and answers go to the store', () => {
  expect(buildSender(OURS, store, none)).toEqual({
    from: '"Kiln  Town" <mail@souk.test>',
    replyTo: 'shop@kiln.example',
  });
});

test('the chosen address sends only where it is of our own domain', () => {
  expect(buildSender(OURS, store, { ...none, senderName: 'Kiln', sendingEmail: 'kiln@Souk.test' })).toEqual({
    from: '"Kiln" <kiln@Souk.test>',
    replyTo: 'kiln@Souk.test',
  });
  expect(buildSender(OURS, store, { ...none, sendingEmail: 'hi@kiln.example' })).toEqual({
    from: '"Kiln  Town" <mail@souk.test>',
    replyTo: 'hi@kiln.example',
  });
});

test('sender of mails: replies go to the address that was chosen for them', () => {
  const { replyTo } = buildSender(OURS, store, {
    ...none,
    sendingEmail: 'hi@kiln.example',
    replyTo: 'help@kiln.example',
  });
  expect(replyTo).toBe('help@kiln.example');
});
