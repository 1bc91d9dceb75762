import { useText } from '../i18n/use-text.ts';
import { useOptionalShell } from '../shell/shell-context.tsx';

/** Whether the viewer is the marketplace, which pays what is due; a vendor is paid it. */
export const usePaysVendors = (): boolean => useOptionalShell()?.viewer.vendor == null;

/** The one word for what is due to vendors, by which side of it the viewer stands on. */
export function useDueName(): string {
  const t = useText();
  return t(usePaysVendors() ? 'common:status.dueToVendors' : 'common:status.due');
}
