import { useEffect, useState, type ReactNode } from 'react';
import { useText } from '../i18n/use-text.ts';
import { hostBridge } from './host-bridge.ts';
import { useLocation, useNavigation } from '../router.ts';

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
        {children}
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
