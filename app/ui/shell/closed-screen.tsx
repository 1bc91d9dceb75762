import { Text } from '@shopify/polaris';
import { useText } from '../i18n/use-text.ts';
import { LoginCard } from './login-shell.tsx';
import { useLayoutData } from './shell-context.tsx';

/** What everybody reads who wants to sign in while the store has taken the app away. */
export function ClosedScreen() {
  const t = useText();
  const { store } = useLayoutData();
  return (
    <div role="status">
      <LoginCard title={t('shell:closed.title')}>
        <Text as="p">{t('shell:closed.body', { store: store.name })}</Text>
      </LoginCard>
    </div>
  );
}
