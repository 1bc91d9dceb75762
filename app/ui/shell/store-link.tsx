import { useText } from '#app/ui/i18n/use-text.ts';
import { useLayoutData } from '#app/ui/shell/shell-context.tsx';

/** The way back to the store, whose address we know ourselves: an address of the request would lead anywhere. */
export function StoreLink() {
  const t = useText();
  const { store } = useLayoutData();
  return <a href={`https://${store.domain}`}>{t('shell:toStore')}</a>;
}
