import { Readable } from 'node:stream';
import { buffer } from 'node:stream/consumers';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { replaceInStream, rewriteAddress, rewritePolicy } from './rewrite.ts';

const config = {
  publicUrl: 'http://127.0.0.1:4000',
  gatewayUrl: 'http://localhost:4001',
  appUrl: 'http://localhost:3000',
};

describe('rewriting addresses', () => {
  it('leads the store admin to the sandbox, in both of its spellings', () => {
    expect(rewriteAddress('https://admin.shopify.com/store/demo/apps/key', config)).toBe(
      'http://127.0.0.1:4000/admin/store/demo/apps/key',
    );
    expect(rewriteAddress('https://demo.myshopify.com/admin/oauth/install?client_id=x', config)).toBe(
      'http://127.0.0.1:4000/admin/store/demo/oauth/install?client_id=x',
    );
  });

  it('keeps the app behind the gateway, also in the way back from the bounce page', () => {
    expect(rewriteAddress('http://localhost:3000/admin?a=1', config)).toBe('http://localhost:4001/admin?a=1');
    const reload = encodeURIComponent('http://localhost:3000/admin');
    expect(rewriteAddress(`/auth/session-token?shopify-reload=${reload}`, config)).toBe(
      `/auth/session-token?shopify-reload=${encodeURIComponent('http://localhost:4001/admin')}`,
    );
  });

  it('leaves every other address as it is', () => {
    for (const address of [
      '/admin',
      'https://example.test/',
      'http://localhost:30001/x',
      'https://demo.myshopify.com/products/x',
      'https://admin.shopify.com.evil.test/',
    ])
      expect(rewriteAddress(address, config)).toBe(address);
  });
});

describe('rewriting policies', () => {
  it('lets the sandbox frame what the store admin may frame, and load what the CDN may serve', () => {
    expect(
      rewritePolicy("script-src 'nonce-x' https://cdn.shopify.com; frame-ancestors https://admin.shopify.com", config),
    ).toBe(
      "script-src 'nonce-x' https://cdn.shopify.com http://127.0.0.1:4000; frame-ancestors https://admin.shopify.com http://127.0.0.1:4000",
    );
  });

  it('frames nothing that forbids all framing', () => {
    expect(rewritePolicy("default-src 'self'; frame-ancestors 'none'", config)).toBe(
      "default-src 'self'; frame-ancestors 'none'",
    );
  });
});

describe('replacing in a stream', () => {
  it('finds the text wherever the chunks are cut, and loses no byte', async () => {
    const text = fc
      .array(fc.constantFrom('a', 'ab', 'aab', 'aabc', 'x'), { maxLength: 30 })
      .map((parts) => parts.join(''));
    await fc.assert(
      fc.asyncProperty(text, fc.array(fc.nat(60), { maxLength: 12 }), async (source, cuts) => {
        const at = [0, ...cuts.map((cut) => Math.min(cut, source.length)).sort((a, b) => a - b), source.length];
        const chunks = at
          .slice(1)
          .map((end, index) => Buffer.from(source.slice(at[index], end)))
          .filter((chunk) => chunk.length > 0);
        const result = await buffer(Readable.from(chunks).pipe(replaceInStream('aabc', '<new>')));
        expect(result.toString()).toBe(source.replaceAll('aabc', '<new>'));
      }),
      { numRuns: 150 },
    );
  });

  it('holds back no byte that cannot be the beginning of the text', async () => {
    const stream = replaceInStream('needle', 'x');
    const first = new Promise<string>((resolve) =>
      stream.once('data', (chunk: Buffer) => {
        resolve(chunk.toString());
      }),
    );
    stream.write('<p>at once</p>');
    expect(await first).toBe('<p>at once</p>');
    stream.end();
  });
});
