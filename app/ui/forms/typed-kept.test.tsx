import { beforeEach, expect, it, vi } from 'vitest';
import { keepTyped, takeTyped } from './typed-kept.ts';

beforeEach(() => {
  window.sessionStorage.clear();
  window.history.replaceState(null, '', '/app/vendor-page');
});

it('gives back what was kept of a form once, on its own page and to the form with its fields only', () => {
  keepTyped({ title: 'Typed', fields: { about: 'Clay' } });
  expect(takeTyped({ title: '' })).toBeUndefined();
  window.history.replaceState(null, '', '/app/team');
  expect(takeTyped({ title: '', fields: {} })).toBeUndefined();
  window.history.replaceState(null, '', '/app/vendor-page');
  expect(takeTyped({ title: '', fields: {} })).toEqual({ title: 'Typed', fields: { about: 'Clay' } });
  expect(takeTyped({ title: '', fields: {} })).toBeUndefined();
});

it('keeps nothing of a form that asks for a password or a code', () => {
  keepTyped({ email: 'a@b.test', password: 'secret' });
  keepTyped({ code: '123456' });
  keepTyped({ current: 'x', confirmation: 'y' });
  keepTyped({});
  expect(window.sessionStorage).toHaveLength(0);
});

it('is no trouble where the browser keeps nothing, or something else', () => {
  const refuse = vi.spyOn(Storage.prototype, 'setItem').mockImplementation(() => {
    throw new DOMException('full', 'QuotaExceededError');
  });
  expect(() => {
    keepTyped({ title: 'Typed' });
  }).not.toThrow();
  refuse.mockRestore();
  window.sessionStorage.setItem('souk-typed:/app/vendor-page#title', 'not json');
  expect(takeTyped({ title: '' })).toBeUndefined();
});
