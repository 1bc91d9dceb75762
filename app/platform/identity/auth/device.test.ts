import { describe, expect, it } from 'vitest';
import { isSafari, readDevice } from './device.ts';

const AGENTS = {
  chrome:
    'Mozilla/5.0 (Windows NT 10.0; Win64; x64) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/140.0.0.0 Safari/537.36',
  edge: 'Mozilla/5.0 (Windows NT 10.0; Win64; x64) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/140.0.0.0 Safari/537.36 Edg/140.0.0.0',
  safari:
    'Mozilla/5.0 (Macintosh; Intel Mac OS X 10_15_7) AppleWebKit/605.1.15 (KHTML, like Gecko) Version/18.6 Safari/605.1.15',
  iphone:
    'Mozilla/5.0 (iPhone; CPU iPhone OS 18_6 like Mac OS X) AppleWebKit/605.1.15 (KHTML, like Gecko) Version/18.6 Mobile/15E148 Safari/604.1',
  firefox: 'Mozilla/5.0 (X11; Linux x86_64; rv:143.0) Gecko/20100101 Firefox/143.0',
  android:
    'Mozilla/5.0 (Linux; Android 10; K) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/140.0.0.0 Mobile Safari/537.36',
};

describe('a device', () => {
  it.each([
    ['chrome', { browser: 'Chrome', system: 'Windows' }],
    ['edge', { browser: 'Edge', system: 'Windows' }],
    ['safari', { browser: 'Safari', system: 'macOS' }],
    ['iphone', { browser: 'Safari', system: 'iPhone' }],
    ['firefox', { browser: 'Firefox', system: 'Linux' }],
    ['android', { browser: 'Chrome', system: 'Android' }],
  ] as const)('is read out of the user agent of %s', (name, device) => {
    expect(readDevice(AGENTS[name])).toEqual(device);
  });

  it('is nothing where nothing is known', () => {
    expect(readDevice('curl/8.0')).toEqual({ browser: '', system: '' });
  });

  it('knows Safari, also on a phone, and takes no other for it', () => {
    const safaris = Object.entries(AGENTS).filter(([, agent]) => isSafari(agent));
    expect(safaris.map(([name]) => name)).toEqual(['safari', 'iphone']);
  });
});
