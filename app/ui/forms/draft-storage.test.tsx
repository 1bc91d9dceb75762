import { beforeEach, expect, it, vi } from 'vitest';
import { storeDraft, takeDraft } from './draft-storage.ts';

beforeEach(() => {
  window.sessionStorage.clear();
  window.history.replaceState(null, '', '/app/vendor-page');
});

it('draft storage: gives back what was kept of a form once, on its own page and to the form with its fields only', () => {
  storeDraft({ title: 'Typed', fields: { about: 'Clay' } });
  expect(takeDraft({ title: '' })).toBeUndefined();
  window.history.replaceState(null, '', '/app/team');
  expect(takeDraft({ title: '', fields: {} })).toBeUndefined();
  window.history.replaceState(null, '', '/app/vendor-page');
  expect(takeDraft({ title: '', fields: {} })).toEqual({ title: 'Typed', fields: { about: 'Clay' } });
  expect(takeDraft({ title: '', fields: {} })).toBeUndefined();
});

it('draft storage: keeps nothing of a form that asks for a password or a code', () => {
  storeDraft({ email: 'a@b.test', password: 'secret' });
  storeDraft({ code: '123456' });
  storeDraft({ current: 'x', confirmation: 'y' });
  storeDraft({});
  expect(window.sessionStorage).toHaveLength(0);
});

it('draft storage: is no failure where the browser keeps nothing, or something else', () => {
  const refuse = vi.spyOn(Storage.prototype, 'setItem').mockImplementation(() => {
    throw new DOMException('full', 'QuotaExceededError');
  });
  expect(() => {
    storeDraft({ title: 'Typed' });
  }).not.toThrow();
  refuse.mockRestore();
  window.sessionStorage.setItem('souk-typed:/app/vendor-page#title', 'not json');
  expect(takeDraft({ title: '' })).toBeUndefined();
});
