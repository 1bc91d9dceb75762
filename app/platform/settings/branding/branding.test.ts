import { describe, expect, it } from 'vitest';
import { toIssues } from '#app/core/issues.ts';
import { logoSchema, readLogoEndpoint } from './branding.contract.ts';

describe('the logo of a store', () => {
  it('a text for the logo has three characters at least', () => {
    const logo = { value: 'ab', src: '', selected: 'value' as const };
    const refused = logoSchema.safeParse(logo);
    expect(refused.error && toIssues(refused.error)).toMatchObject([
      { path: 'value', rule: 'min_characters', message: 'must have at least 3 characters' },
    ]);
    expect(logoSchema.safeParse({ ...logo, value: 'abc' }).success).toBe(true);
    expect(logoSchema.safeParse({ ...logo, selected: 'default' }).success).toBe(true);
  });

  it('is asked for by a domain of the platform’s pattern', () => {
    const accepts = (store: string) => readLogoEndpoint.params?.safeParse({ store }).success;
    expect(accepts('demo.myshopify.com')).toBe(true);
    for (const store of ['demo.example.com', '-demo.myshopify.com', 'demo.myshopify.com.evil.example', '']) {
      expect(accepts(store), store).toBe(false);
    }
  });
});
