import { describe, expect, test } from 'vitest';
import { decideDigital, readRisk, type Risk } from './digital.ts';

describe('digital items and the risk of their order', () => {
  test.each([
    ['CANCEL', ['LOW'], 'high'],
    ['INVESTIGATE', [], 'high'],
    ['ACCEPT', ['HIGH'], 'high'],
    ['NONE', ['PENDING'], 'pending'],
    ['ACCEPT', ['LOW', 'PENDING'], 'pending'],
    ['NONE', [], 'unsaid'],
    ['NONE', ['NONE'], 'low'],
    ['ACCEPT', ['MEDIUM'], 'low'],
  ] as const)('a recommendation of %s with levels %j is %s', (recommendation, levels, risk) => {
    expect(readRisk({ recommendation, levels })).toBe(risk);
  });

  test('a low risk is shipped at once, a high one never', () => {
    expect(decideDigital('low', 0)).toEqual({ act: 'ship' });
    expect(decideDigital('high', 99)).toEqual({ act: 'leave' });
  });

  test('a risk that is not known is waited for about an hour; then it is shipped where nothing was said of it, else left', () => {
    const end = (risk: Risk) => {
      let pollCount = 0;
      let minutes = 0;
      for (;;) {
        const decided = decideDigital(risk, pollCount);
        if (decided.act !== 'wait') return { ...decided, minutes };
        minutes += decided.minutes;
        pollCount += 1;
      }
    };
    expect(end('unsaid')).toEqual({ act: 'ship', minutes: 68 });
    expect(end('pending')).toEqual({ act: 'leave', minutes: 68 });
  });
});
