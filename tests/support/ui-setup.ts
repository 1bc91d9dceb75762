import '@testing-library/jest-dom/vitest';
import { cleanup } from '@testing-library/react';
import { afterEach } from 'vitest';
import '#app/ui/i18n/translate.server.ts';

afterEach(cleanup);

/** jsdom has no layout; Polaris and the kit ask for these. */
const noLayout = {
  matchMedia: (query: string) => ({
    matches: false,
    media: query,
    onchange: null,
    addListener: () => undefined,
    removeListener: () => undefined,
    addEventListener: () => undefined,
    removeEventListener: () => undefined,
    dispatchEvent: () => false,
  }),
  ResizeObserver: class {
    observe(): void {}
    unobserve(): void {}
    disconnect(): void {}
  },
  IntersectionObserver: class {
    root = null;
    rootMargin = '';
    thresholds: number[] = [];
    observe(): void {}
    unobserve(): void {}
    disconnect(): void {}
    takeRecords(): [] {
      return [];
    }
  },
};
for (const [name, value] of Object.entries(noLayout)) {
  if (Reflect.get(window, name) === undefined) Reflect.set(window, name, value);
}
if (!('CSS' in window)) {
  Reflect.set(window, 'CSS', { escape: (text: string) => text.replace(/[^\w-]/g, '\\$&') });
}
if (!('scrollIntoView' in Element.prototype)) {
  Reflect.set(Element.prototype, 'scrollIntoView', () => undefined);
}
// Polaris opens a popover only for an activator that is laid out.
Object.defineProperty(HTMLElement.prototype, 'offsetParent', {
  configurable: true,
  get(this: HTMLElement) {
    return this.parentElement;
  },
});
