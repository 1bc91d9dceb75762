import { Badge, BlockStack, Button, InlineStack, Text } from '@shopify/polaris';
import { useText } from '#app/ui/i18n/use-text.ts';
import { useConfirm } from '#app/ui/page/confirm.tsx';
import { useAction } from '#app/ui/page/use-action.ts';
import { SectionCard } from '#app/ui/components/cards.tsx';
import type { CtaDto } from '../ctas/ctas.contract.ts';

/** The buttons that the marketplace put beside a conversation; each is answered once. */
export function CtasCard({ ctas, mayPress }: { ctas: readonly CtaDto[]; mayPress: boolean }) {
  const t = useText();
  return (
    <SectionCard title={t('conversations:ctas.title')}>
      <BlockStack gap="300">
        {ctas.map((cta) => (
          <Cta key={cta.ctaId} cta={cta} mayPress={mayPress} />
        ))}
      </BlockStack>
    </SectionCard>
  );
}

function Cta({ cta, mayPress }: { cta: CtaDto; mayPress: boolean }) {
  const t = useText();
  const confirm = useConfirm();
  const { busy, send } = useAction();
  const { ctaId, label, prompt, variant, redirect, callbackUrl } = cta;
  const press = async (): Promise<void> => {
    const question = prompt && {
      title: prompt.title,
      body: t('conversations:ctas.ask', { label }),
      action: prompt.confirmText,
      destructive: variant === 'danger',
    };
    if (question === null || (await confirm(question)))
      send({ intent: 'press', ctaId }, t('conversations:ctas.done', { label }));
  };
  return (
    <BlockStack gap="100">
      {cta.answeredAt === null ? (
        <Button
          fullWidth
          disabled={!mayPress}
          loading={busy}
          onClick={() => void press()}
          {...(variant === 'info' ? {} : { variant: 'primary' as const })}
          {...(variant === 'danger' ? { tone: 'critical' as const } : {})}
        >
          {label}
        </Button>
      ) : (
        <InlineStack gap="200" align="space-between" blockAlign="center">
          <InlineStack gap="200" blockAlign="center">
            <Text as="span">{label}</Text>
            <Badge tone="success">{t('conversations:ctas.answered')}</Badge>
          </InlineStack>
          {redirect === null ? null : (
            <Button
              url={redirect}
              external
              variant="plain"
              accessibilityLabel={t('conversations:ctas.openOf', { label })}
            >
              {t('conversations:ctas.open')}
            </Button>
          )}
        </InlineStack>
      )}
      {callbackUrl === null ? null : (
        <Text as="p" variant="bodySm" tone="subdued" breakWord>
          {t('conversations:ctas.calls', { host: new URL(callbackUrl).host })}
        </Text>
      )}
    </BlockStack>
  );
}
