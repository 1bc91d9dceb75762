import { describe, expect, it } from 'vitest';
import { isServerAway } from './server-away.ts';

describe('mail server', () => {
  it.each([
    [{ code: 'ECONNECTION', command: 'CONN' }],
    [{ code: 'ETIMEDOUT', command: 'CONN' }],
    [{ code: 'EDNS', command: 'CONN' }],
    [{ code: 'ESOCKET' }],
    [{ code: 'EENVELOPE', command: 'MAIL FROM', responseCode: 421 }],
    [{ code: 'EAUTH', command: 'AUTH PLAIN', responseCode: 535 }],
    [{ code: 'ECONNECTION', command: 'DATA' }],
  ])('is away for every mail where the library says %o', (error) => {
    expect(isServerAway(error)).toBe(true);
  });

  it.each([
    [{ code: 'EENVELOPE', command: 'RCPT TO', responseCode: 450 }],
    [{ code: 'EENVELOPE', command: 'MAIL FROM', responseCode: 550 }],
    [{ code: 'EMESSAGE', command: 'DATA', responseCode: 451 }],
    [{ code: 'EMESSAGE', command: 'DATA', responseCode: 554 }],
    [{}],
  ])('is there where one mail was refused: %o', (error) => {
    expect(isServerAway(error)).toBe(false);
  });
});
