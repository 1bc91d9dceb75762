import { describe, expect, it } from 'vitest';
import { readBounces } from './bounces.ts';
import { brevoHookAddress, readBrevoPath } from './hook-address.ts';
import { afterUnconfirmed, afterProblem, eventProperties, isPaused, isServiceMail } from './integration.ts';

const NOW = new Date('2026-11-25T12:00:00Z');
const minutesAgo = (minutes: number): Date => new Date(NOW.getTime() - minutes * 60_000);

describe('a mail service', () => {
  it('gets mails to vendors and applicants, and none to the marketplace, buyers or of signing in', () => {
    const requested = [
      'order-placed',
      'vendor-rejection',
      'marketplace-new-vendor',
      'offer-received',
      'auth-verify',
    ] as const;
    expect(requested.map(isServiceMail)).toEqual([true, true, false, false, false]);
    // To a vendor, and always sent.
    expect(isServiceMail('vendor-payout-details-changed')).toBe(false);
  });

  it('that refuses the key or the credit is left alone for an hour; other problems are of one mail', () => {
    const known = (problem: 'key' | 'credit' | 'sender' | 'busy', minutes: number) =>
      isPaused({ problem, problemAt: minutesAgo(minutes) }, NOW);
    expect([known('key', 59), known('credit', 59), known('sender', 1), known('busy', 1)]).toEqual([
      true,
      true,
      false,
      false,
    ]);
    expect([known('key', 61), isPaused({ problem: null, problemAt: null }, NOW)]).toEqual([false, false]);
  });

  it('that surely took nothing gives the mail back at once, or after three tries while it is busy', () => {
    expect(afterProblem('key', 1)).toBe('own');
    expect(afterProblem('refused', 1)).toBe('own');
    expect([1, 2, 3].map((tries) => afterProblem('busy', tries))).toEqual(['retry', 'retry', 'own']);
    expect(afterProblem('unanswered', 8)).toBe('retry');
  });

  it('gets a mail whose answer was lost under its key, or is asked once Brevo may have forgotten the key', () => {
    expect(afterUnconfirmed('brevo', minutesAgo(13), NOW)).toBe('repeat');
    expect(afterUnconfirmed('brevo', minutesAgo(14), NOW)).toBe('ask');
    expect(afterUnconfirmed('klaviyo', minutesAgo(600), NOW)).toBe('repeat');
  });

  it('gets no text that is longer than it takes', () => {
    const mail = { subject: 'S', html: 'ü'.repeat(50_001), text: 'T' };
    expect(Object.keys(eventProperties({ params: { a: 1 }, store: 'Kiln', mail }))).toEqual([
      'a',
      'store',
      'subject',
      'text',
    ]);
  });
});

describe('the address for bounces', () => {
  it('is read back from its path, and nothing else is', () => {
    const url = new URL(brevoHookAddress('https://souk.test/app', 'kiln.myshopify.com', 'a'.repeat(43)));
    expect(readBrevoPath(url.pathname)).toEqual({ shop: 'kiln.myshopify.com', token: 'a'.repeat(43) });
    for (const path of [
      '/webhooks/brevo/kiln.myshopify.com',
      '/webhooks/brevo/kiln.myshopify.com/short',
      `${url.pathname}/x`,
    ])
      expect(readBrevoPath(path), path).toBeUndefined();
  });

  it('takes one event or a list, each address once a kind, and leaves out what says nothing of an address', () => {
    const event = (name: string, email: string) => ({ event: name, email, reason: '550  5.1.1\r\nNo such user' });
    const list = [
      ...['hard_bounce', 'spam', 'delivered', 'constructor'].map((name) => event(name, 'Ada@Gone.test')),
      ...[event('hard_bounce', 'ada@gone.test'), event('spam', 'no address'), event('unsubscribed', 'kim@kiln.test')],
    ];
    expect(readBounces(JSON.stringify(list))).toEqual([
      { email: 'ada@gone.test', kind: 'bounce', detail: 'Brevo: 550 5.1.1 No such user' },
      { email: 'ada@gone.test', kind: 'complaint', detail: 'Brevo: 550 5.1.1 No such user' },
      { email: 'kim@kiln.test', kind: 'left', detail: 'Brevo: 550 5.1.1 No such user' },
    ]);
    expect(readBounces(JSON.stringify(list[0]))).toHaveLength(1);
    expect(readBounces('[]')).toEqual([]);
    for (const body of ['', 'x', '{}', 'null', JSON.stringify(Array.from({ length: 1_001 }, () => list[0]))])
      expect(readBounces(body), body.slice(0, 20)).toBeUndefined();
  });
});
