import { Page } from '@shopify/polaris';
import { useEffect, useState, type ReactNode } from 'react';
import { useText } from '../i18n/use-text.ts';
import { useLocation, useNavigation } from '../router.ts';
import type { PageKind } from '../shell/places.ts';
import { usePlaces } from '../shell/use-places.ts';
import { hostBridge } from './host-bridge.ts';
import { PAGE_WIDTHS } from './page-widths.ts';
import { WaitingContext } from './waiting-context.ts';

/** A page that comes sooner needs no skeleton. */
const SHOWN_AFTER_MS = 200;

/**
 * Shows the shape of a page while the next one is on its way; the old one stays as it is behind it, with what was typed. The next
 * one is never behind it: what is measured or takes the focus as it appears has to be seen.
 */
export function WaitingPage({ children }: { children: ReactNode }) {
  const navigation = useNavigation();
  const { pathname } = useLocation();
  const isLeaving = navigation.state === 'loading' && navigation.location.pathname !== pathname;
  const isLate = useLate(isLeaving);
  const isShown = isLeaving && isLate;
  return (
    <>
      <div className="souk-page-slot" hidden={isShown}>
        <WaitingContext.Provider value={isShown}>{children}</WaitingContext.Provider>
      </div>
      {isShown ? <PageSkeleton /> : null}
    </>
  );
}

/** True from a while after `isOn` began until it ends. */
function useLate(isOn: boolean): boolean {
  const [isLate, setLate] = useState(false);
  useEffect(() => {
    if (!isOn) return;
    const timer = setTimeout(() => {
      setLate(true);
    }, SHOWN_AFTER_MS);
    return () => {
      clearTimeout(timer);
      setLate(false);
    };
  }, [isOn]);
  return isLate;
}

/** The shape of the page that comes: as wide as its kind, and a table where it is a list. */
function PageSkeleton() {
  const t = useText();
  const { kind, isList } = useComingPage();
  return (
    <Page {...PAGE_WIDTHS[kind]}>
      <div className="souk-skeleton" role="status">
        <span className="souk-hidden">{t('shell:loading')}</span>
        <span className="souk-skeleton-title" />
        <span className={isList ? 'souk-skeleton-card souk-skeleton-table' : 'souk-skeleton-card'}>
          {Array.from({ length: isList ? 8 : 6 }, (_, index) => (
            <span key={index} className="souk-skeleton-row">
              {isList ? Array.from({ length: 4 }, (_one, cell) => <span key={cell} />) : null}
            </span>
          ))}
        </span>
      </div>
    </Page>
  );
}

/** What the address that is on its way says of its page: the kind of its place, and whether it is the place's own list. */
function useComingPage(): { kind: PageKind; isList: boolean } {
  const { open, isOwnPage } = usePlaces({ isAhead: true });
  const kind = open?.kind ?? 'list';
  return { kind, isList: isOwnPage && kind !== 'form' && open?.id !== 'home' };
}

/** The host's own bar runs while a page or an answer is on its way. */
export function useHostLoading(): void {
  const isBusy = useNavigation().state !== 'idle';
  useEffect(() => {
    hostBridge()?.loading(isBusy);
  }, [isBusy]);
}
