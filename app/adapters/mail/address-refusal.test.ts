import { describe, expect, it } from 'vitest';
import { isAddressRefusal } from './address-refusal.ts';

describe('a refusal by a mail server', () => {
  it.each([
    [550, 'RCPT TO', '550 5.1.1 No such user'],
    [550, 'RCPT TO', '550 No such user'],
    [553, 'RCPT TO', '553 Mailbox name not allowed'],
    [550, 'DATA', '550 5.1.1 <ada@gone.test> unknown'],
    [550, 'RCPT TO', '550 5.2.1 Mailbox disabled'],
  ])('is about the address: %i to %s, "%s"', (responseCode, command, response) => {
    expect(isAddressRefusal({ responseCode, command, response })).toBe(true);
  });

  it.each([
    [451, 'RCPT TO', '451 4.7.1 Try again later'],
    [450, 'RCPT TO', '450 5.1.1 Contradicts itself'],
    [550, 'RCPT TO', '550 5.7.1 Blocked for reputation'],
    [552, 'RCPT TO', '552 5.2.2 Mailbox full'],
    [554, 'DATA', '554 Spam'],
    [550, 'MAIL FROM', '550 Sender refused'],
    [535, 'AUTH', '535 Wrong password'],
    [550, 'DATA', '550 Message refused'],
  ])('says nothing about the address: %i to %s, "%s"', (responseCode, command, response) => {
    expect(isAddressRefusal({ responseCode, command, response })).toBe(false);
  });
});
