import { createContext, Suspense, useContext, useMemo, useState, type ReactNode } from 'react';
import { invariant } from '#app/core/invariant.ts';
import { lazyPart } from '../i18n/load-part.ts';
import { useText } from '../i18n/use-text.ts';
import { useToast } from '../page/toast.tsx';
import { switchVendor } from '../session/session-calls.ts';
import { LoadingOverlay } from './loading-overlay.tsx';
import { useLayoutPath, useShell } from './shell-context.tsx';

const MARKETPLACE = '*';

/** The list opens on a key or a click, for admins alone. */
const VendorPalette = lazyPart(async () => (await import('./vendor-palette.tsx')).VendorPalette);

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
  const [isOpen, setOpen] = useState<boolean>();
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
      {viewer.isAdmin && isOpen !== undefined ? (
        <Suspense fallback={null}>
          <VendorPalette
            open={isOpen}
            onClose={() => {
              setOpen(false);
            }}
            onChoose={(vendor) => {
              value.choose(vendor?.id ?? MARKETPLACE, vendor?.name ?? '');
            }}
          />
        </Suspense>
      ) : null}
      <LoadingOverlay active={switching} />
    </SwitcherContext.Provider>
  );
}
