import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { describe, expect, it } from 'vitest';
import { contentSecurityPolicy, readOrigins, writePageHeaders, type PageSources } from './security-headers.server.ts';

const sources: PageSources = { storages: ['https://files.test'], frameAncestors: ['https://tunnel.test'], dev: false };

function ruleOf(policy: string, name: string): string {
  return policy.split('; ').find((rule) => rule.startsWith(`${name} `)) ?? '';
}
const policyAt = (path: string, shop?: string, own = sources) =>
  contentSecurityPolicy({ path, nonce: 'n0nce', shop, sources: own });

describe('the policy of a page', () => {
  it("lets the installing store's admin frame the app's pages, and nobody frame anything else", () => {
    for (const path of ['/admin', '/admin/orders', '/admin.data', '/app', '/app/orders/1']) {
      expect(ruleOf(policyAt(path, 'demo.myshopify.com'), 'frame-ancestors')).toBe(
        'frame-ancestors https://demo.myshopify.com https://admin.shopify.com https://tunnel.test',
      );
    }
    for (const path of ['/', '/register', '/administration', '/application']) {
      expect(ruleOf(policyAt(path, 'demo.myshopify.com'), 'frame-ancestors')).toBe("frame-ancestors 'none'");
    }
  });

  it('never writes a shop into the header that is no shop', () => {
    const rule = ruleOf(policyAt('/admin', 'evil.test; script-src *'), 'frame-ancestors');
    expect(rule).toBe('frame-ancestors https://admin.shopify.com https://tunnel.test');
  });

  it('runs scripts and styles by nonce only', () => {
    const policy = policyAt('/app');
    expect(ruleOf(policy, 'script-src')).toBe("script-src 'self' 'nonce-n0nce'");
    expect(ruleOf(policy, 'style-src-elem')).toBe("style-src-elem 'self' 'nonce-n0nce'");
    expect(ruleOf(policyAt('/admin'), 'script-src')).toBe("script-src 'self' 'nonce-n0nce' https://cdn.shopify.com");
  });

  it("lets only the library's own pages run scripts without nonce", () => {
    const unsafe = ['/', '/app', '/admin', '/admin/orders', '/auth/session-token'].filter((path) =>
      ruleOf(policyAt(path), 'script-src').includes('unsafe-inline'),
    );
    expect(unsafe).toEqual(['/auth/session-token']);
  });

  it('is written after what the library wrote', async () => {
    const server = createServer((_req, res) => {
      res.setHeader('content-security-policy', 'frame-ancestors https://library.test');
      res.setHeader('x-frame-options', 'DENY');
      writePageHeaders(res, policyAt('/app'), true);
      res.end();
    });
    await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
    const { port } = server.address() as AddressInfo;
    const { headers } = await fetch(`http://127.0.0.1:${port}`);
    expect(headers.get('content-security-policy')).toBe(policyAt('/app'));
    expect(headers.get('x-frame-options')).toBeNull();
    expect(headers.get('strict-transport-security')).toContain('max-age');
    await new Promise((resolve) => server.close(resolve));
  });
});

describe('a list of origins', () => {
  it('keeps each origin once and leaves out what is none', () => {
    expect(readOrigins('https://a.test/path, http://b.test:4000 nonsense', 'https://a.test', undefined)).toEqual([
      'https://a.test',
      'http://b.test:4000',
    ]);
  });
});
