import { describe, expect, it } from 'vitest';
import { isInNetworks, parseNetwork } from './networks.server.ts';

describe('networks', () => {
  it('hold the addresses of their prefix and no others, of both families', () => {
    const networks = ['203.0.113.0/24', '198.51.100.7', '2001:db8::/32', '::1'];
    for (const address of ['203.0.113.0', '203.0.113.255', '198.51.100.7', '2001:db8:1::5', '::1'])
      expect(isInNetworks(networks, address), address).toBe(true);
    for (const address of ['203.0.114.0', '198.51.100.8', '2001:db9::', '::2', '', 'localhost'])
      expect(isInNetworks(networks, address), address).toBe(false);
  });

  it('hold nothing where they are none', () => {
    expect(isInNetworks([], '127.0.0.1')).toBe(false);
    expect(isInNetworks(['nonsense', '10.0.0.0/33'], '10.0.0.1')).toBe(false);
  });

  it.each(['', '10.0.0', '10.0.0.0/-1', '10.0.0.0/8/8', '::/129', '10.0.0.0/', 'example.com'])(
    'are not read from another text (%j)',
    (text) => {
      expect(parseNetwork(text)).toBeUndefined();
    },
  );
});
