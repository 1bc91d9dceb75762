import { useText } from '../i18n/use-text.ts';
import { useShell } from '../shell/shell-context.tsx';

/** What the search finds for this viewer: a vendor has no other vendors to find. */
export function useSearchHint(): string {
  const t = useText();
  const { viewer } = useShell();
  return t(viewer.isAdmin ? 'shell:search.placeholder' : 'shell:search.placeholderVendor');
}
