import { describe, expect, it } from 'vitest';
import { countOthers, isPayer, isSamePerson, type Payer } from './payer.ts';

const owner: Payer = { kind: 'staff', id: '1', email: 'Owner@shop.test' };
const web: Payer = { kind: 'person', id: '1', email: 'owner@shop.test' };
const mira: Payer = { kind: 'person', id: '2', email: 'mira@shop.test' };
const nameless: Payer = { kind: 'staff', id: '3', email: '' };

describe('people who may pay out', () => {
  it('are one person by their id, and by their e-mail address at both doors', () => {
    const payers = [owner, web, mira, nameless];
    expect(isSamePerson(payers, owner, { kind: 'staff', id: '1' })).toBe(true);
    expect(isSamePerson(payers, owner, web)).toBe(true);
    expect(isSamePerson(payers, owner, mira)).toBe(false);
    // The same number of two kinds is two people, and so are two without an address.
    expect(isSamePerson([{ ...web, email: 'other@shop.test' }, owner], web, owner)).toBe(false);
    expect(isSamePerson(payers, nameless, { kind: 'staff', id: '4' })).toBe(false);
  });

  it('are counted without whoever asks, and each once', () => {
    expect(countOthers([owner, web], owner)).toBe(0);
    expect(countOthers([owner, web, mira], mira)).toBe(1);
    expect(countOthers([owner, web, mira, nameless], web)).toBe(2);
    expect(countOthers([owner], { kind: 'person', id: '9' })).toBe(1);
    expect([isPayer([owner], owner), isPayer([owner], web)]).toEqual([true, false]);
  });
});
