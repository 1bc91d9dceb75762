import { BlockStack, Button, Text } from '@shopify/polaris';
import { useText } from '#app/ui/i18n/use-text.ts';
import { Form, useNavigation } from '#app/ui/router.ts';
import { LoginCard } from '#app/ui/shell/login-shell.tsx';
import { useLayoutData } from '#app/ui/shell/shell-context.tsx';
import { StoreLink } from '#app/ui/shell/store-link.tsx';

export type LinkScreenProps = { purpose: 'confirm' | 'unsubscribe'; state: 'open' | 'done' | 'void' };

/**
 * What a link of a mail opens: a question with one button. Only the button acts, because programs that look through mails
 * follow their links. It works without script.
 */
export function LinkScreen({ purpose, state }: LinkScreenProps) {
  const t = useText();
  const { name: store } = useLayoutData().store;
  const navigation = useNavigation();
  if (state === 'void') {
    return (
      <LoginCard title={t('contact:page.void')} below={<StoreLink />}>
        <Text as="p">{t('contact:page.voidBody')}</Text>
      </LoginCard>
    );
  }
  if (state === 'done') {
    const done = purpose === 'confirm' ? 'confirmed' : 'unsubscribed';
    return (
      <LoginCard title={t(`contact:page.${done}`)} below={<StoreLink />}>
        <div role="status">
          <Text as="p">{t(`contact:page.${done}Body`, { store })}</Text>
        </div>
      </LoginCard>
    );
  }
  return (
    <LoginCard title={t(`contact:page.${purpose}`, { store })}>
      <Form method="post">
        <BlockStack gap="400">
          <Text as="p">{t(`contact:page.${purpose}Body`, { store })}</Text>
          <Button submit variant="primary" fullWidth loading={navigation.state !== 'idle'}>
            {t(`contact:page.${purpose}Action`)}
          </Button>
        </BlockStack>
      </Form>
    </LoginCard>
  );
}
