import { createRemixStub } from '@remix-run/testing';
import { AppProvider, Frame } from '@shopify/polaris';
import { render, type RenderResult } from '@testing-library/react';
import type { ActionFunction } from '@remix-run/node';
import type { ReactNode } from 'react';
import { VENDOR_PERMISSIONS } from '#app/core/viewer.ts';
import { deriveBrand } from '#app/ui/brand.ts';
import { localeBundle } from '#app/ui/i18n/catalog.ts';
import { ConfirmProvider } from '#app/ui/page/confirm.tsx';
import { ToastOutlet, ToastProvider } from '#app/ui/page/toast.tsx';
import { LayoutLink } from '#app/ui/shell/layout-link.tsx';
import { HotkeysProvider } from '#app/ui/shell/hotkeys.tsx';
import { ShellProvider } from '#app/ui/shell/shell-context.tsx';
import type { ShellData } from '#app/ui/shell/shell-data.ts';

/** The shell's data of a vendor in a small store; anything may be said otherwise. */
export function buildShellData(overrides: Partial<ShellData> = {}): ShellData {
  return {
    locale: 'en',
    now: '2026-11-20T10:00:00Z',
    store: { name: 'Fjord & Field', domain: 'demo.myshopify.com', currency: 'EUR', timezone: 'Europe/Amsterdam' },
    wordings: {},
    support: { title: '', email: '' },
    brand: deriveBrand(),
    logo: { kind: 'default' },
    viewer: {
      name: 'Leïla Haddad',
      email: 'leila@demo.test',
      vendor: { id: '1', name: 'Atelier Nour' },
      isAdmin: false,
      leads: false,
      permissions: [...VENDOR_PERMISSIONS],
    },
    counts: {},
    features: {},
    ...overrides,
  };
}

type Options = {
  data?: Partial<ShellData>;
  /** The address inside the portal, with its query: `/orders?q=mug`. */
  at?: string;
  action?: ActionFunction;
};

/** Draws a screen as it stands in the portal, in a router that answers its form with `action`. */
export function renderScreen(screen: ReactNode, { data, at = '/', action }: Options = {}): RenderResult {
  const shell = buildShellData(data);
  const Surrounded = () => (
    <ShellProvider layout="portal" data={shell}>
      <AppProvider i18n={localeBundle(shell.locale).polaris} linkComponent={LayoutLink}>
        <ToastProvider>
          <ConfirmProvider>
            <HotkeysProvider>
              <Frame>
                {screen}
                <ToastOutlet />
              </Frame>
            </HotkeysProvider>
          </ConfirmProvider>
        </ToastProvider>
      </AppProvider>
    </ShellProvider>
  );
  const path = at.split('?')[0] ?? '/';
  const Stub = createRemixStub([
    { path, Component: Surrounded, ...(action ? { action } : {}) },
    { path: '*', Component: () => null },
  ]);
  return render(<Stub initialEntries={[at]} />);
}
