import { expect, it } from 'vitest';
import { cacheRules, isSlowConnection } from './use-data.ts';

it('fetched data: keeps what was fetched for 2 s, looks again on focus after 5 s, tries again after 5 s and calls 3 s slow', () => {
  expect(cacheRules('portal', false)).toEqual({
    dedupingInterval: 2_000,
    focusThrottleInterval: 5_000,
    errorRetryInterval: 5_000,
    loadingTimeout: 3_000,
  });
});

it('fetched data: takes more time on a slow connection: 10 s before trying again, 5 s before it is called slow', () => {
  expect(cacheRules('admin', true)).toMatchObject({ errorRetryInterval: 10_000, loadingTimeout: 5_000 });
  expect([{}, { connection: { effectiveType: '4g' } }].map(isSlowConnection)).toEqual([false, false]);
  expect(
    [{ connection: { effectiveType: '2g' } }, { connection: { effectiveType: '4g', saveData: true } }].map(
      isSlowConnection,
    ),
  ).toEqual([true, true]);
});

it('fetched data: does not try again in the entry area', () => {
  expect(cacheRules('login', false).errorRetryCount).toBe(0);
});
