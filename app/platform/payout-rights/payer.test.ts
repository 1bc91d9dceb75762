import { describe, expect, it } from 'vitest';
import {
  countOthers,
  groupPayers,
  findIdentities,
  isPayer,
  isRequester,
  isSamePerson,
  type Identity,
} from './payer.ts';

const owner: Identity = { kind: 'staff', id: '1' };
const web: Identity = { kind: 'person', id: '1' };
const mira: Identity = { kind: 'person', id: '2' };
const nameless: Identity = { kind: 'staff', id: '3' };
const withoutRight: Identity = { kind: 'staff', id: '4' };
const all = [owner, web, mira, nameless];
const known = [
  { ...owner, email: 'Owner@shop.test' },
  { ...web, email: 'owner@shop.test ' },
  { ...mira, email: 'mira@shop.test' },
  { ...nameless, email: '' },
  { ...withoutRight, email: '' },
];

describe('people who may pay out', () => {
  it('are one person by their id, and by their e-mail address at both entry points', () => {
    const payers = groupPayers(known, all);
    expect(isSamePerson(payers, owner, { ...owner })).toBe(true);
    expect(isSamePerson(payers, owner, web)).toBe(true);
    expect(isSamePerson(payers, owner, mira)).toBe(false);
    // Two without an address are two people, and so is somebody whom nobody knows.
    expect(isSamePerson(payers, nameless, withoutRight)).toBe(false);
    expect(isSamePerson(payers, nameless, { kind: 'staff', id: '9' })).toBe(false);
  });

  it('stay one person after a change of an address, and after a change back', () => {
    const payers = groupPayers([...known, { ...web, email: 'other@shop.test' }], all);
    expect(isSamePerson(payers, owner, web)).toBe(true);
    expect(findIdentities(payers, web)).toEqual([web, owner]);
  });

  it('are one person over a third identity', () => {
    const payers = groupPayers(
      [...known, { ...mira, email: 'b@shop.test' }, { ...nameless, email: 'b@shop.test' }],
      all,
    );
    expect(isSamePerson(payers, mira, nameless)).toBe(true);
    expect(isSamePerson(payers, mira, owner)).toBe(false);
  });

  it('are the requester by an address of then, also where that identity is not known any more', () => {
    const payers = groupPayers(known, all);
    const requester = { identities: [{ kind: 'person' as const, id: '77' }], emails: ['mira@shop.test'], changes: 0 };
    expect(isRequester(payers, mira, { by: { kind: 'person', id: '77' }, requester })).toBe(true);
    expect(isRequester(payers, owner, { by: { kind: 'person', id: '77' }, requester })).toBe(false);
  });

  it('are counted without whoever asks, and each once', () => {
    expect(countOthers(groupPayers(known, [owner, web]), owner)).toBe(0);
    expect(countOthers(groupPayers(known, [owner, web, mira]), mira)).toBe(1);
    expect(countOthers(groupPayers(known, all), web)).toBe(2);
    expect(countOthers(groupPayers(known, [owner]), { kind: 'person', id: '9' })).toBe(1);
    const payers = groupPayers(known, [owner]);
    expect([isPayer(payers, owner), isPayer(payers, web)]).toEqual([true, false]);
  });
});
