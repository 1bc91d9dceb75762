import { AppProvider, Frame, Loading } from '@shopify/polaris';
import { useCallback, useState, type ComponentType, type ReactNode } from 'react';
import { localeBundle } from '../i18n/catalog.ts';
import { ConfirmProvider } from '../page/confirm.tsx';
import { ToastOutlet, ToastProvider } from '../page/toast.tsx';
import { StoreLogo } from '../components/mark.tsx';
import { useNavigation } from '../router.ts';
import { LayoutLink } from './layout-link.tsx';
import { HotkeysProvider } from './hotkeys.tsx';
import { LanguageMenu } from './language-menu.tsx';
import { OfflineNotice } from '../page/offline.tsx';
import { NoticeBell } from './notice-bell.tsx';
import { Rail, TabBar } from './rail.tsx';
import { SearchButton, SearchPalette } from '../search/search-palette.tsx';
import type { LoadSettings } from '../search/settings-entry.ts';
import { ShellProvider, useShell } from './shell-context.tsx';
import type { ShellData } from './shell-data.ts';
import { UserMenu } from './user-menu.tsx';
import { useVendorInAddress } from './vendor-in-address.ts';
import { useVendorSwitcher, VendorSwitcherProvider } from './vendor-switcher.tsx';
import { WaitingPage } from '../page/waiting-page.tsx';

type PortalShellProps = {
  data: ShellData;
  /** What the bell opens, loaded when it does. */
  noticeMenu?: ComponentType;
  /** What the search finds of the settings, loaded when it opens. */
  loadSettings?: LoadSettings;
  children: ReactNode;
};

/** The vendor portal round a screen: rail, floating search row, and on phones a bar above and tabs below. */
export function PortalShell({ data, noticeMenu, loadSettings, children }: PortalShellProps) {
  return (
    <ShellProvider layout="portal" data={data}>
      <AppProvider i18n={localeBundle(data.locale).polaris} linkComponent={LayoutLink}>
        <ToastProvider>
          <ConfirmProvider>
            <VendorSwitcherProvider>
              <PortalFrame noticeMenu={noticeMenu} loadSettings={loadSettings}>
                {children}
              </PortalFrame>
            </VendorSwitcherProvider>
          </ConfirmProvider>
        </ToastProvider>
      </AppProvider>
    </ShellProvider>
  );
}

type NoticeMenu = ComponentType | undefined;

type PortalFrameProps = { noticeMenu: NoticeMenu; loadSettings: LoadSettings | undefined; children: ReactNode };

function PortalFrame({ noticeMenu, loadSettings, children }: PortalFrameProps) {
  const { canSwitch, open: openSwitcher } = useVendorSwitcher();
  const [railOpen, setRailOpen] = useState(false);
  const [searching, setSearching] = useState(false);
  const openSearch = useCallback(() => {
    setSearching(true);
  }, []);
  const closeSearch = useCallback(() => {
    setSearching(false);
  }, []);
  const closeRail = useCallback(() => {
    setRailOpen(false);
  }, []);
  const navigation = useNavigation();
  useVendorInAddress();
  return (
    <HotkeysProvider onSearch={openSearch} onSwitch={canSwitch ? openSwitcher : undefined}>
      <Frame
        topBar={<TopRow onSearch={openSearch} noticeMenu={noticeMenu} />}
        navigation={<Rail onLeave={closeRail} />}
        showMobileNavigation={railOpen}
        onNavigationDismiss={closeRail}
      >
        {navigation.state === 'idle' ? null : <Loading />}
        <OfflineNotice />
        <WaitingPage>{children}</WaitingPage>
        <ToastOutlet />
      </Frame>
      <TabBar
        onMore={() => {
          setRailOpen(true);
        }}
      />
      <SearchPalette open={searching} onClose={closeSearch} loadSettings={loadSettings} />
    </HotkeysProvider>
  );
}

/** Floats over the canvas on wide screens; on phones it is a white bar with logo, search and avatar. */
function TopRow({ onSearch, noticeMenu }: { onSearch: () => void; noticeMenu: NoticeMenu }) {
  const { logo } = useShell();
  return (
    <div className="souk-top">
      <span className="souk-phone-only souk-top-logo">
        <StoreLogo logo={logo} size="phone" />
      </span>
      <span className="souk-wide-only souk-top-search">
        <SearchButton onOpen={onSearch} />
      </span>
      <span className="souk-top-end">
        <span className="souk-phone-only">
          <SearchButton onOpen={onSearch} compact />
        </span>
        <LanguageMenu />
        <NoticeBell menu={noticeMenu} />
        <span className="souk-phone-only">
          <UserMenu shape="avatar" />
        </span>
      </span>
    </div>
  );
}
