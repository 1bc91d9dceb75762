import { describe, expect, it } from 'vitest';
import type { Actor } from '#app/core/viewer.ts';
import type { Difference } from './differences.ts';
import { asLogged, chooseFields, decide, mergeSave, type DecidedField, type WaitingField } from './product-change.ts';

const ana: Actor = { kind: 'person', id: '1', name: 'Ana', role: 'manager' };
const ben: Actor = { kind: 'person', id: '2', name: 'Ben', role: 'staff' };
const title = (to: string): Difference => ({ field: 'title', old: 'Bowl', new: to });
const seo = (to: string): Difference => ({ field: 'seoTitle', old: '', new: to });
const first = mergeSave({ fields: [], decided: [] }, [title('Cup'), seo('Cups')], {
  by: ana,
  at: '2026-01-01T00:00:00Z',
});
const later = { by: ben, at: '2026-01-02T00:00:00Z' };

describe('a further save while a change waits', () => {
  it('keeps the author of what is wanted as before, and names the new one of the rest', () => {
    const next = mergeSave(first, [title('Mug'), seo('Cups')], later);
    expect(next.fields.map((one) => [one.field, one.new, one.by.name])).toEqual([
      ['title', 'Mug', 'Ben'],
      ['seoTitle', 'Cups', 'Ana'],
    ]);
    expect(next).toMatchObject({ hasNew: true, isSame: false, decided: [] });
  });

  it('withdraws what it wants as it is live', () => {
    const next = mergeSave(first, [seo('Cups')], later);
    expect(next.fields.map((one) => one.field)).toEqual(['seoTitle']);
    expect(next.decided).toMatchObject([{ field: 'title', outcome: 'withdrawn', decidedBy: ben }]);
    expect(next.hasNew).toBe(false);
  });

  it('changes nothing when it wants the same', () => {
    expect(mergeSave(first, [title('Cup'), seo('Cups')], later)).toMatchObject({ isSame: true, hasNew: false });
  });
});

describe('the fields of a decision', () => {
  const [one, two] = first.fields as [WaitingField, WaitingField];
  const decided = (outcome: DecidedField['outcome']) =>
    decide([], [one], { outcome, note: null, decidedBy: ben, decidedAt: later.at });

  it('are all that waits where none is named', () => {
    expect(chooseFields(first, 'apply', undefined)).toEqual({ kind: 'act', fields: [one, two] });
    expect(chooseFields(first, 'apply', ['seoTitle'])).toEqual({ kind: 'act', fields: [two] });
  });

  it('are done where the same was decided before, and refused where something else was', () => {
    const change = { fields: [two], decided: decided('applied') };
    expect(chooseFields(change, 'apply', ['title'])).toEqual({ kind: 'done' });
    expect(chooseFields(change, 'decline', ['title'])).toEqual({ kind: 'decided' });
    expect(chooseFields(change, 'apply', ['title', 'seoTitle'])).toEqual({ kind: 'act', fields: [two] });
    expect(chooseFields({ fields: [], decided: decided('applied') }, 'apply', undefined)).toEqual({ kind: 'done' });
    expect(chooseFields({ fields: [], decided: decided('declined') }, 'apply', undefined)).toEqual({ kind: 'decided' });
    expect(chooseFields(first, 'apply', ['price'])).toEqual({ kind: 'decided' });
  });
});

describe('the log of differences', () => {
  it('has old and new, and cuts what is too long', () => {
    const logged = asLogged([title('Cup'), { field: 'description', old: '', new: 'x'.repeat(9_000) }]);
    expect(logged.title).toEqual(['Bowl', 'Cup']);
    expect((logged.description?.[1] as string).length).toBeLessThan(4_100);
    const many = Object.fromEntries(Array.from({ length: 2_048 }, (_, at) => [String(at), '10.00']));
    expect(asLogged([{ field: 'price', old: many, new: many }]).price).toEqual([
      { tooLong: 2_048 },
      { tooLong: 2_048 },
    ]);
  });
});
