import { expect, test } from 'vitest';
import { runChecks } from './check.ts';

const never = (): Promise<never> => new Promise(() => undefined);

test('checks: one that throws and one that never ends have failed, and the others are asked all the same', async () => {
  const secret = 'postgresql://owner:secret@host/souk';
  const found = await runChecks(
    [
      { id: 'throws', ask: () => Promise.reject(Object.assign(new Error(secret), { code: 'ECONNREFUSED' })) },
      { id: 'hangs', ask: never },
      { id: 'fine', ask: () => Promise.resolve({ status: 'ok' as const, detail: '3' }) },
    ],
    { limitMs: 20 },
  );
  expect(found).toEqual([
    { id: 'throws', status: 'fail', detail: 'ECONNREFUSED' },
    { id: 'hangs', status: 'fail', detail: 'no answer within 0 s' },
    { id: 'fine', status: 'ok', detail: '3' },
  ]);
});

test('checks: an error without a code is named, and its message is left out', async () => {
  const [found] = await runChecks([{ id: 'throws', ask: () => Promise.reject(new TypeError('key sk_live_1')) }], {
    limitMs: 1_000,
  });
  expect(found).toEqual({ id: 'throws', status: 'fail', detail: 'TypeError' });
});

test('checks: a detail of any length is cut', async () => {
  const long = () => Promise.resolve({ status: 'ok' as const, detail: 'x'.repeat(5_000) });
  const [found] = await runChecks([{ id: 'long', ask: long }], { limitMs: 1_000 });
  expect(found?.detail).toHaveLength(300);
});
