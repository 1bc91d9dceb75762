import type { KeyScope } from '#app/core/viewer.ts';
import type { useText } from '#app/ui/i18n/use-text.ts';

/** A scope in words. */
export const scopeText = (t: ReturnType<typeof useText>, scope: KeyScope): string =>
  t(`integrations:scope.${scope.replace(':', '_') as 'products_read'}`);
