import { describe, expect, it } from 'vitest';
import { requireAnswer } from './client.server.ts';

describe('requireAnswer', () => {
  it('returns what the platform says of a change, refusals included', () => {
    const answer = { userErrors: [{ field: null, message: 'Title is too long' }] };
    expect(requireAnswer(answer)).toBe(answer);
  });

  it('throws platform_failed where the platform left the answer out, because nothing says what was done', () => {
    expect(() => requireAnswer(null)).toThrow(expect.objectContaining({ code: 'platform_failed' }));
  });
});
