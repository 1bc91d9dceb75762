import { useText } from '../i18n/use-text.ts';
import { EmptyCard } from '../parts/cards.tsx';
import { useDoorData } from './shell-context.tsx';

/** What everybody reads who wants to sign in while the store has taken the app away. */
export function ClosedScreen() {
  const t = useText();
  const { store } = useDoorData();
  return (
    <div role="status">
      <EmptyCard heading="h1" title={t('shell:closed.title')} body={t('shell:closed.body', { store: store.name })} />
    </div>
  );
}
