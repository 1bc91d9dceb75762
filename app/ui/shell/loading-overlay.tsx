import { Spinner } from '@shopify/polaris';
import { useEffect, useState } from 'react';
import { useText } from '../i18n/use-text.ts';

/** How long the overlay fades once loading has ended. */
const FADE_MS = 500;

/** Covers the whole page while everything on it is about to be replaced; fades out when loading ends. */
export function LoadingOverlay({ active }: { active: boolean }) {
  const t = useText();
  const [present, setPresent] = useState(active);
  if (active && !present) setPresent(true);
  useEffect(() => {
    if (active) return;
    const timer = setTimeout(() => {
      setPresent(false);
    }, FADE_MS);
    return () => {
      clearTimeout(timer);
    };
  }, [active]);
  if (!present) return null;
  return (
    <div className={active ? 'souk-overlay' : 'souk-overlay souk-overlay-ending'} role="status">
      <Spinner accessibilityLabel={t('shell:loading')} />
    </div>
  );
}
