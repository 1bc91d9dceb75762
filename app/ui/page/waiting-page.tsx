import { useEffect, useRef, useState, type ReactNode } from 'react';
import { useText } from '../i18n/use-text.ts';
import { hostBridge } from './host-bridge.ts';
import { useLocation, useNavigation } from '../router.ts';

/** A page that comes sooner needs no skeleton, and one that is shown stays long enough to be seen. */
const SHOWN_AFTER_MS = 200;
const SHOWN_FOR_MS = 300;

/** Shows the shape of a page while the next one is on its way; the old one stays as it is behind it, with what was typed. */
export function WaitingPage({ children }: { children: ReactNode }) {
  const navigation = useNavigation();
  const { pathname } = useLocation();
  const isLeaving = navigation.state === 'loading' && navigation.location.pathname !== pathname;
  const isShown = useDelayed(isLeaving);
  return (
    <>
      <div className="souk-page-slot" hidden={isShown}>
        {children}
      </div>
      {isShown ? <PageSkeleton /> : null}
    </>
  );
}

/** True from a while after `isOn` began, and for a least time from then on. */
function useDelayed(isOn: boolean): boolean {
  const [isShown, setShown] = useState(false);
  const since = useRef(0);
  useEffect(() => {
    if (isOn === isShown) return;
    const wait = isOn ? SHOWN_AFTER_MS : Math.max(0, since.current + SHOWN_FOR_MS - performance.now());
    const timer = setTimeout(() => {
      since.current = performance.now();
      setShown(isOn);
    }, wait);
    return () => {
      clearTimeout(timer);
    };
  }, [isOn, isShown]);
  return isShown;
}

function PageSkeleton() {
  const t = useText();
  return (
    <div className="souk-skeleton" role="status">
      <span className="souk-hidden">{t('shell:loading')}</span>
      <span className="souk-skeleton-title" />
      <span className="souk-skeleton-card">
        {Array.from({ length: 6 }, (_, index) => (
          <span key={index} className="souk-skeleton-row" />
        ))}
      </span>
    </div>
  );
}

/** The host's own bar runs while a page or an answer is on its way. */
export function useHostLoading(): void {
  const isBusy = useNavigation().state !== 'idle';
  useEffect(() => {
    hostBridge()?.loading(isBusy);
  }, [isBusy]);
}
