import { Badge, Button, InlineStack, Text } from '@shopify/polaris';
import { useText } from '#app/ui/i18n/use-text.ts';
import { useConfirm } from '#app/ui/page/confirm.tsx';
import { useAction } from '#app/ui/page/use-action.ts';
import { SectionCard } from '#app/ui/components/cards.tsx';

/** The store's own rule: whether everybody needs a second factor. `ownIsMissing`: whoever looks has none themselves. */
export function PolicyCard({ required, ownIsMissing }: { required: boolean; ownIsMissing: boolean }) {
  const t = useText();
  const confirm = useConfirm();
  const { busy, send } = useAction();
  const change = async (): Promise<void> => {
    const isSure =
      required ||
      (await confirm({
        title: t('account:policy.ask'),
        body: t('account:policy.consequence'),
        action: t('account:policy.turnOn'),
        destructive: false,
      }));
    if (isSure) send({ intent: 'policy', required: !required }, t('account:policy.saved'));
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
        <Button disabled={isBlocked} loading={busy} onClick={() => void change()}>
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
