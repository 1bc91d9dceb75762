import { act, render } from '@testing-library/react';
import { AppProvider } from '@shopify/polaris';
import en from '@shopify/polaris/locales/en.json';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { ShellProvider } from './shell-context.tsx';
import { LoadingOverlay } from './loading-overlay.tsx';
import { buildShellData } from '#tests/support/render-screen.tsx';

beforeEach(() => {
  vi.useFakeTimers();
});
afterEach(() => {
  vi.useRealTimers();
});

const shown = (active: boolean) => (
  <ShellProvider layout="portal" data={buildShellData()}>
    <AppProvider i18n={en}>
      <LoadingOverlay active={active} />
    </AppProvider>
  </ShellProvider>
);

test('the overlay covers the page while it loads, fades for 500 ms when that ends, and is gone', () => {
  const { rerender, container } = render(shown(true));
  const overlay = () => container.querySelector('.souk-overlay');
  expect(overlay()?.className).toBe('souk-overlay');
  rerender(shown(false));
  expect(overlay()?.className).toBe('souk-overlay souk-overlay-ending');
  act(() => {
    vi.advanceTimersByTime(499);
  });
  expect(overlay()).not.toBeNull();
  act(() => {
    vi.advanceTimersByTime(1);
  });
  expect(overlay()).toBeNull();
});
