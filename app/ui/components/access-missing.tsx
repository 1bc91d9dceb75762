import { useText } from '../i18n/use-text.ts';
import { useLayoutData, useShell } from '../shell/shell-context.tsx';
import { EmptyCard } from './cards.tsx';

/** Stands in place of a form that a vendor could fill in but not send, because the store has not granted an access: says so, and whom to ask. */
export function AccessMissing({ title, body }: { title: string; body: string }) {
  const t = useText();
  const { support } = useLayoutData();
  const { features } = useShell();
  const url =
    features['messages'] === true
      ? '/conversations/marketplace'
      : support.email === ''
        ? ''
        : `mailto:${support.email}`;
  return (
    <EmptyCard
      title={title}
      body={body}
      {...(url === '' ? {} : { action: { label: t('common:askMarketplace'), url } })}
    />
  );
}
