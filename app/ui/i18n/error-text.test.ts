import { describe, expect, it } from 'vitest';
import {
  describeRefusal,
  fillText,
  managersOnly,
  REASONS,
  stateRefuses,
  type ReasonCode,
  type Refusal,
} from '#app/core/errors.ts';
import { LOCALES } from '#app/core/viewer.ts';
import { issueText, refusalText } from './error-text.ts';
import { translate } from './translate.server.ts';

const german = translate('de');
const codes = Object.keys(REASONS) as ReasonCode[];
const params = {
  hours: 72,
  title: 'Becher (groß)',
  people: 200,
  left: 3,
  grams: 700,
  price: '12.50 USD',
  most: '12.50 USD',
  files: 10,
  megabytes: 60,
  amount: '12.50 USD',
  limit: 20,
  name: 'Spring supplier',
  used: 20,
  listed: 18,
  entries: 10_000,
  orders: '#1042, #1043',
  provider: 'Stripe',
  currency: 'USD',
  message: 'No such street',
  service: 'UPS Saver',
  code: 'SOUK-ABCDEF-234567',
  cell: 'A1',
  tab: 'Souk',
  days: 30,
};

describe('what a state refuses', () => {
  it('is said in every language, with its reason', () => {
    for (const locale of LOCALES) {
      const t = translate(locale);
      const texts = codes.map((code) => refusalText(t, stateRefuses(code, params)));
      expect(new Set(texts).size).toBe(codes.length);
      for (const text of texts) expect(text).not.toMatch(/[{}]|errors:/);
      if (locale !== 'en') {
        for (const code of codes) expect(texts.join()).not.toContain(fillText(REASONS[code], params));
      }
    }
  });

  it('a missing role is said in every language, and named as no permission', () => {
    const texts = LOCALES.map((locale) => refusalText(translate(locale), describeRefusal(managersOnly())));
    expect(texts).toContain('Only an owner of the vendor account can do this');
    expect(new Set(texts).size).toBe(LOCALES.length);
    for (const text of texts) expect(text).not.toMatch(/permission|manager|[{}]/i);
  });

  it('is worded from its code, reason and parameters, as the API sends them', () => {
    const sent = JSON.parse(JSON.stringify(describeRefusal(stateRefuses('line_of_store', params)))) as Refusal;
    expect(refusalText(german, { ...sent, message: '' })).toBe(
      'Das geht jetzt nicht: „Becher (groß)“ gehört dem Shop selbst und wird dort versandt',
    );
  });

  it('stays as it came where a newer server says it, or a parameter is missing', () => {
    const newer = { code: 'invalid_state', reason: 'something_new', message: 'Said by a newer server' };
    expect(refusalText(german, newer)).toBe('Said by a newer server');
    expect(refusalText(german, { ...newer, reason: 'line_of_store' })).toBe('Said by a newer server');
  });

  it('is said at the field that asks for too much', () => {
    const issue = { path: 'lineItems.0.quantity', rule: 'above_left', message: 'is more …', params: { left: 2 } };
    expect(issueText(german, issue)).toBe('Höchstens 2 sind noch zu versenden');
  });
});
