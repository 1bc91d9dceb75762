import { useText } from '../i18n/use-text.ts';
import { useLocation } from '../router.ts';

const MARK = 'setup';

/** The address of a screen that a first step leads to: from there its back action leads to the steps again. */
export const setupUrl = (path: string): string => `${path}?${MARK}=1`;

/** Where the back action leads while a screen was opened from the first steps; undefined otherwise. */
export function useSetupReturn(): { label: string; url: string } | undefined {
  const t = useText();
  const { search } = useLocation();
  return new URLSearchParams(search).has(MARK) ? { label: t('common:backToSteps'), url: '/' } : undefined;
}
