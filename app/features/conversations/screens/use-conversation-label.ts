import { useText } from '#app/ui/i18n/use-text.ts';
import type { ListedCtaDto } from '../ctas/ctas.contract.ts';

/** Names a conversation in one line: who writes with whom, and about what. */
export function useConversationLabel(): (one: ListedCtaDto['conversation']) => string {
  const t = useText();
  return ({ buyer, seller, about }) =>
    [buyer === '' ? t('conversations:buttons.unnamed') : buyer, seller, ...(about === '' ? [] : [about])].join(' · ');
}
