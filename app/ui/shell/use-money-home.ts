import { useText } from '../i18n/use-text.ts';
import { useShell } from './shell-context.tsx';

/** Where money is looked at: its own screen, or the orders in the merged view, which has none. */
export function useMoneyHome(): { label: string; url: '/money' | '/orders' } {
  const t = useText();
  const { features } = useShell();
  return features['useFinanceV2'] === true
    ? { label: t('shell:places.orders'), url: '/orders' }
    : { label: t('shell:places.finance'), url: '/money' };
}
