import { Button, Text } from '@shopify/polaris';
import { useText } from '../i18n/use-text.ts';
import { useErrorTexts } from './error-texts.ts';
import { LoginCard } from './login-shell.tsx';

/** What a failed page among the ways in says. It loads none of the parts of signed-in pages. */
export function LoginErrorScreen() {
  const t = useText();
  const { title, body } = useErrorTexts();
  return (
    <div role="alert">
      <LoginCard title={title}>
        <Text as="p">{body}</Text>
        <Button url="/" fullWidth>
          {t('shell:error.home')}
        </Button>
      </LoginCard>
    </div>
  );
}
