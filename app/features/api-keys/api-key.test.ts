import { describe, expect, it } from 'vitest';
import { formatApiKey, toHint, isApiKey, parseApiKey } from './api-key.ts';

const SECRET = 'a'.repeat(40) + '-_9';

describe('a key', () => {
  it('is taken apart as it was put together', () => {
    const key = formatApiKey({ storeId: 12n, id: 345n, secret: SECRET });
    expect(isApiKey(key)).toBe(true);
    expect(parseApiKey(key)).toEqual({ storeId: 12n, id: 345n, secret: SECRET });
    expect(toHint(SECRET)).toBe('a-_9');
  });

  it.each(['', 'souk_', `souk_0_1_${SECRET}`, `souk_1_1_${SECRET}x`, `souk_1_1_${SECRET.slice(1)}`, 'x'.repeat(5_000)])(
    'is no other text (%#)',
    (text) => {
      expect(parseApiKey(text)).toBeUndefined();
    },
  );
});
