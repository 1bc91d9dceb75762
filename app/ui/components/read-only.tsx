import { Banner } from '@shopify/polaris';
import type { ReactNode } from 'react';
import { useText } from '../i18n/use-text.ts';
import { Stack } from './layout.tsx';

/** A part of a page that decides where money goes: whoever may not pay out reads it, is told why, and changes nothing. */
export function PayersOnly({ mayChange, children }: { mayChange: boolean; children: ReactNode }) {
  const t = useText();
  if (mayChange) return children;
  return (
    <Stack>
      <Banner tone="info">{t('common:payersOnly')}</Banner>
      {/* Every field and button inside is disabled by the element itself. */}
      <fieldset className="souk-read-only" disabled>
        {children}
      </fieldset>
    </Stack>
  );
}
