import { NavMenu } from '@shopify/app-bridge-react';
import { AppProvider, Banner } from '@shopify/polaris';
import { AppProvider as HostProvider } from '@shopify/shopify-app-remix/react';
import { useCallback, useEffect, useState, type ReactNode } from 'react';
import { localeBundle } from '../i18n/catalog.ts';
import { useText } from '../i18n/use-text.ts';
import { ConfirmProvider } from '../page/confirm.tsx';
import { ToastProvider } from '../page/toast.tsx';
import { Link, useLocation, useNavigate } from '../router.ts';
import { LayoutLink } from './layout-link.tsx';
import { HotkeysProvider } from './hotkeys.tsx';
import { OfflineNotice } from '../page/offline.tsx';
import type { LoadSettings } from '../search/settings-entry.ts';
import { entryPath, hostPath, MENU_MARK, placeLabel, type MenuEntry } from './places.ts';
import { SearchPalette } from '../search/search-palette.tsx';
import { ShellProvider, useLayoutPath, useShell } from './shell-context.tsx';
import type { ShellData } from './shell-data.ts';
import { usePlaces } from './use-places.ts';
import { useVendorInAddress } from './vendor-in-address.ts';
import { useVendorSwitcher, VendorSwitcherProvider } from './vendor-switcher.tsx';
import { useHostLoading, WaitingPage } from '../page/waiting-page.tsx';

/**
 * The inside of the store admin's frame: Polaris as it comes, the host's navigation, and nothing drawn round the screen.
 * The library's provider brings the host's script; the one inside it gives Polaris links that know the layout.
 */
type AdminShellProps = {
  data: ShellData;
  /** What the search finds of the settings, loaded when it opens. */
  loadSettings?: LoadSettings;
  children: ReactNode;
};

export function AdminShell({ data, loadSettings, children }: AdminShellProps) {
  const { polaris } = localeBundle(data.locale);
  return (
    <HostProvider isEmbeddedApp apiKey={data.apiKey ?? ''} i18n={polaris}>
      <ShellProvider layout="admin" data={data}>
        <AppProvider i18n={polaris} linkComponent={LayoutLink}>
          <ToastProvider>
            <ConfirmProvider>
              <VendorSwitcherProvider>
                <AdminBody loadSettings={loadSettings}>{children}</AdminBody>
              </VendorSwitcherProvider>
            </ConfirmProvider>
          </ToastProvider>
        </AppProvider>
      </ShellProvider>
    </HostProvider>
  );
}

function AdminBody({ loadSettings, children }: { loadSettings: LoadSettings | undefined; children: ReactNode }) {
  const { canSwitch, open } = useVendorSwitcher();
  const [searching, setSearching] = useState(false);
  const openSearch = useCallback(() => {
    setSearching(true);
  }, []);
  const closeSearch = useCallback(() => {
    setSearching(false);
  }, []);
  useVendorInAddress();
  useHostLoading();
  return (
    <HotkeysProvider onSearch={openSearch} onSwitch={canSwitch ? open : undefined}>
      <HostMenu />
      <main className="souk-host-main">
        <OfflineNotice />
        <ActingBanner />
        <WaitingPage>{children}</WaitingPage>
      </main>
      <SearchPalette open={searching} onClose={closeSearch} loadSettings={loadSettings} />
    </HotkeysProvider>
  );
}

/** The host lists the places in its own navigation; the first link is the app's home and is not shown as an item. */
function HostMenu() {
  const t = useText();
  const path = useLayoutPath();
  const { menu, current, openAddress } = usePlaces({ isAhead: true });
  useMenuMark(menu);
  return (
    <NavMenu>
      {menu.map((entry) => (
        <Link
          key={entry.id}
          to={path(hostPath(entry, { isCurrent: entry === current, openAddress }))}
          {...(entry.id === 'home' ? { rel: 'home' } : {})}
        >
          {placeLabel(t, entry)}
        </Link>
      ))}
    </NavMenu>
  );
}

/** An entry that lent the address of the open page, so that the host marks it, still leads to its first page. */
function useMenuMark(menu: readonly MenuEntry[]): void {
  const { search } = useLocation();
  const navigate = useNavigate();
  const path = useLayoutPath();
  const requested = new URLSearchParams(search).get(MENU_MARK);
  const entry = menu.find(({ id }) => id === requested);
  const target = entry && path(entryPath(entry));
  useEffect(() => {
    if (target !== undefined) navigate(target, { replace: true });
  }, [target, navigate]);
}

/** Says for whom one acts while it is not the whole marketplace, and leads back. */
function ActingBanner() {
  const t = useText();
  const { viewer } = useShell();
  const { choose, open } = useVendorSwitcher();
  if (!viewer.isAdmin || viewer.vendor === null) return null;
  return (
    <div className="souk-acting">
      <Banner
        tone="info"
        title={t('shell:switcher.acting', { name: viewer.vendor.name })}
        action={{
          content: t('shell:switcher.marketplaceView'),
          onAction: () => {
            choose('*', '');
          },
        }}
        secondaryAction={{ content: t('shell:switcher.title'), onAction: open }}
      />
    </div>
  );
}
