import { Banner, Button } from '@shopify/polaris';
import { useEffect, useRef } from 'react';
import { useText } from '#app/ui/i18n/use-text.ts';

/** After shipping: where to go on, under the fingers already, so that a stack of orders is worked off by Enter alone. */
export function NextOrderBanner({ next, onNext }: { next: { name: string }; onNext: () => void }) {
  const t = useText();
  const holder = useRef<HTMLSpanElement>(null);
  useEffect(() => {
    holder.current?.querySelector('button')?.focus();
  }, [next.name]);
  return (
    <Banner tone="success" title={t('orders:fulfill.done')}>
      <span ref={holder} data-next-order="">
        <Button onClick={onNext}>{t('orders:fulfill.next', { name: next.name })}</Button>
      </span>
    </Banner>
  );
}
