import { describe, expect, it } from 'vitest';
import { AppError, REASONS, stateRefuses, type ReasonCode } from '#app/core/errors.ts';
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
  most: '12.50 USD',
  files: 10,
  megabytes: 60,
  amount: '12.50 USD',
  limit: 20,
  listed: 18,
  entries: 10_000,
  orders: '#1042, #1043',
  provider: 'Stripe',
};

describe('what a state refuses', () => {
  it('is said in every language, with its reason', () => {
    for (const locale of LOCALES) {
      const t = translate(locale);
      const texts = codes.map((code) => refusalText(t, stateRefuses(code, params)));
      expect(new Set(texts).size).toBe(codes.length);
      for (const text of texts) expect(text).not.toMatch(/[{}]|errors:/);
      if (locale !== 'en') {
        for (const code of codes) expect(texts.join()).not.toContain(stateRefuses(code, params).params.reason);
      }
    }
  });

  it('is understood from the text alone, as the API sends it', () => {
    const { code, message } = stateRefuses('line_of_store', params);
    expect(refusalText(german, { code, message })).toBe(
      'Das geht jetzt nicht: „Becher (groß)“ gehört dem Shop selbst und wird dort versandt',
    );
  });

  it('stays as it came where it is not one of ours', () => {
    const refusal = new AppError('state_refuses', { reason: 'something new' });
    expect(refusalText(german, refusal)).toBe('Das geht jetzt nicht: something new');
  });

  it('is said at the field that asks for too much', () => {
    const issue = { path: 'lineItems.0.quantity', rule: 'above_left', message: 'is more …', params: { left: 2 } };
    expect(issueText(german, issue)).toBe('Höchstens 2 sind noch zu versenden');
  });
});
