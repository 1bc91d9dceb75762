import { useText } from '#app/ui/i18n/use-text.ts';
import { useLayoutData } from '#app/ui/shell/shell-context.tsx';
import type { Side } from '../conversation.ts';

/** What each side of a conversation is called; a buyer without a name is a buyer. */
export function useNames(): (of: { buyer: string; seller: string; with?: Side }) => Record<Side, string> {
  const t = useText();
  const { store } = useLayoutData();
  return ({ buyer, seller }) => ({
    buyer: buyer === '' ? t('conversations:sides.buyer') : buyer,
    seller,
    admin: store.name,
  });
}
