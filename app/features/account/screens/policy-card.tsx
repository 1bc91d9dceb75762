import { Badge, Button, InlineStack, Text } from '@shopify/polaris';
import { useEffect } from 'react';
import type { FormAnswer } from '#app/ui/forms/answer.ts';
import { refusalText } from '#app/ui/i18n/error-text.ts';
import { useText } from '#app/ui/i18n/use-text.ts';
import { useConfirm } from '#app/ui/page/confirm.tsx';
import { useToast } from '#app/ui/page/toast.tsx';
import { SectionCard } from '#app/ui/components/cards.tsx';
import { useFetcher } from '#app/ui/router.ts';

/** The store's own rule: whether everybody needs a second factor. `ownIsMissing`: whoever looks has none themselves. */
export function PolicyCard({ required, ownIsMissing }: { required: boolean; ownIsMissing: boolean }) {
  const t = useText();
  const toast = useToast();
  const confirm = useConfirm();
  const fetcher = useFetcher<FormAnswer>();
  const answer = fetcher.data;
  useEffect(() => {
    if (answer?.ok) toast(t('account:policy.saved'));
    else if (answer) toast(refusalText(t, answer), { isError: true });
  }, [answer, t, toast]);
  const change = async (): Promise<void> => {
    const isSure =
      required ||
      (await confirm({
        title: t('account:policy.ask'),
        body: t('account:policy.consequence'),
        action: t('account:policy.turnOn'),
      }));
    if (!isSure) return;
    const action = { intent: 'policy', required: !required };
    fetcher.submit(JSON.stringify(action), { method: 'post', encType: 'application/json' });
  };
  const isBlocked = !required && ownIsMissing;
  return (
    <SectionCard
      title={t('account:policy.title')}
      aside={
        <Badge {...(required ? { tone: 'success' } : {})}>
          {t(required ? 'account:policy.on' : 'account:policy.off')}
        </Badge>
      }
    >
      <Text as="p" tone="subdued">
        {t('account:policy.body')}
      </Text>
      <InlineStack gap="200" blockAlign="center">
        <Button disabled={isBlocked} loading={fetcher.state !== 'idle'} onClick={() => void change()}>
          {required ? t('account:policy.turnOff') : t('account:policy.turnOn')}
        </Button>
        {isBlocked ? (
          <Text as="span" variant="bodySm" tone="subdued">
            {t('account:policy.ownFirst')}
          </Text>
        ) : null}
      </InlineStack>
    </SectionCard>
  );
}
