import { Badge, Icon } from '@shopify/polaris';
import { GlobeIcon } from '@shopify/polaris-icons';
import { createContext, useContext, useEffect, useMemo, useState, type ReactNode } from 'react';
import { invariant } from '#app/core/invariant.ts';
import { useText } from '../i18n/use-text.ts';
import { Money } from '../money/money.tsx';
import { useToast } from '../page/toast.tsx';
import { Avatar } from '../components/picture.tsx';
import { fetchSwitchableVendors, switchVendor, type SwitchableVendors } from '../session/session-calls.ts';
import { LoadingOverlay } from './loading-overlay.tsx';
import { Palette, type PaletteOption } from './palette.tsx';
import { useLayoutPath, useShell } from './shell-context.tsx';
import type { SwitchableVendor } from './shell-data.ts';
import { filterVendors, markName } from './vendor-filter.ts';

const MARKETPLACE = '*';
/** More than these are found by typing. */
const SHOWN = 50;

type Switcher = {
  canSwitch: boolean;
  open: () => void;
  /** Acts for this vendor from now on; `*` is the marketplace view. */
  choose: (id: string, name: string) => void;
};
const SwitcherContext = createContext<Switcher | undefined>(undefined);

/** Opens the vendor switcher; `canSwitch` is false for everybody but admins. */
export function useVendorSwitcher(): Switcher {
  const switcher = useContext(SwitcherContext);
  invariant(switcher, 'useVendorSwitcher is called outside its provider');
  return switcher;
}

export function VendorSwitcherProvider({ children }: { children: ReactNode }) {
  const t = useText();
  const toast = useToast();
  const { viewer } = useShell();
  const home = useLayoutPath()('/');
  const [isOpen, setOpen] = useState(false);
  const [switching, setSwitching] = useState(false);
  const value = useMemo<Switcher>(() => {
    const choose = (id: string, name: string): void => {
      setSwitching(true);
      void switchVendor(id === MARKETPLACE ? id : name).then((done) => {
        if (done) {
          // Everything on screen belongs to the old choice, so the whole page is loaded anew.
          window.location.assign(id === MARKETPLACE ? home : `${home}?vendor=${encodeURIComponent(name)}`);
          return;
        }
        setSwitching(false);
        toast(t('shell:switcher.failed', { now: viewer.vendor?.name ?? t('shell:switcher.marketplaceView') }), {
          isError: true,
        });
      });
    };
    return {
      canSwitch: viewer.isAdmin,
      open: () => {
        setOpen(true);
      },
      choose,
    };
  }, [home, t, toast, viewer]);
  return (
    <SwitcherContext.Provider value={value}>
      {children}
      {viewer.isAdmin ? (
        <VendorPalette
          open={isOpen}
          onClose={() => {
            setOpen(false);
          }}
          onChoose={value.choose}
        />
      ) : null}
      <LoadingOverlay active={switching} />
    </SwitcherContext.Provider>
  );
}

/** The vendors, asked for whenever the switcher is opened: a store has more of them than a page should carry along. */
function useSwitchableVendors(isOpen: boolean): Partial<SwitchableVendors> & { hasFailed: boolean } {
  const [answer, setAnswer] = useState<SwitchableVendors | 'failed'>();
  useEffect(() => {
    if (!isOpen) return;
    fetchSwitchableVendors().then(setAnswer, () => {
      // What was found before is better than nothing.
      setAnswer((before) => before ?? 'failed');
    });
  }, [isOpen]);
  return answer === 'failed' ? { hasFailed: true } : { ...answer, hasFailed: false };
}

function VendorPalette(props: { open: boolean; onClose: () => void; onChoose: (id: string, name: string) => void }) {
  const t = useText();
  const { viewer } = useShell();
  const { vendors = [], count, hasFailed } = useSwitchableVendors(props.open);
  const isLoaded = count !== undefined;
  const options = (typed: string): PaletteOption[] => {
    const marketplace: PaletteOption = {
      id: MARKETPLACE,
      picture: (
        <span className="souk-avatar souk-avatar-medium souk-avatar-all">
          <Icon source={GlobeIcon} />
        </span>
      ),
      title: t('shell:switcher.marketplaceView'),
      line: count === undefined ? undefined : t('shell:switcher.all', { count }),
      end: viewer.vendor === null ? <Badge tone="info">{t('shell:switcher.current')}</Badge> : undefined,
      choose: () => {
        props.onChoose(MARKETPLACE, '');
      },
    };
    const shown = filterVendors(vendors, typed).slice(0, SHOWN);
    return [marketplace, ...shown.map((vendor) => vendorOption(vendor, typed))];
  };
  const vendorOption = (vendor: SwitchableVendor, typed: string): PaletteOption => ({
    id: vendor.id,
    picture: <Avatar name={vendor.name} />,
    title: markName(vendor.name, typed).map((part, index) =>
      part.hit ? <mark key={index}>{part.text}</mark> : part.text,
    ),
    line: `${t('shell:switcher.orders', { count: vendor.orders })}, ${t('shell:switcher.products', { count: vendor.products })}`,
    end:
      viewer.vendor?.id === vendor.id ? (
        <Badge tone="info">{t('shell:switcher.current')}</Badge>
      ) : vendor.due ? (
        <>
          <span>{t('shell:switcher.due')}</span>
          <Money value={vendor.due} />
        </>
      ) : undefined,
    choose: () => {
      props.onChoose(vendor.id, vendor.name);
    },
  });
  return (
    <Palette
      open={props.open}
      onClose={props.onClose}
      title={t('shell:switcher.title')}
      placeholder={t('shell:switcher.search')}
      options={options}
      nothing={(typed) => t('shell:switcher.none', { q: typed })}
      foot={
        isLoaded ? (
          <>
            <kbd>↑</kbd> <kbd>↓</kbd> {t('shell:switcher.move')} <kbd>Enter</kbd> {t('shell:switcher.open')}
          </>
        ) : (
          <span role="status">{t(hasFailed ? 'shell:switcher.notLoaded' : 'shell:loading')}</span>
        )
      }
      isLoading={!isLoaded && !hasFailed}
    />
  );
}
