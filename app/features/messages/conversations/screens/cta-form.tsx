import { Banner, BlockStack, Button, InlineStack } from '@shopify/polaris';
import { SelectInput, TextInput } from '#app/ui/forms/fields.tsx';
import { useForm } from '#app/ui/forms/use-form.ts';
import { useText } from '#app/ui/i18n/use-text.ts';
import { CTA_VARIANTS, MAX_LABEL, MAX_PROMPT, MAX_URL } from '../ctas/cta.ts';
import type { CtaDto, ListedCtaDto } from '../ctas/ctas.contract.ts';
import { conversationLabel } from './conversation-label.ts';

type Props = {
  /** The one that is changed; none makes a new one. */
  cta?: CtaDto;
  conversations?: readonly ListedCtaDto['conversation'][];
  onDone: (value: { cta: CtaDto; secret?: string }) => void;
  onCancel?: () => void;
};

/** What a button says and calls; a new one also beside which conversation it stands. */
export function CtaForm({ cta, conversations = [], onDone, onCancel }: Props) {
  const t = useText();
  const form = useForm({
    schema: () => import('../ctas/ctas.contract.ts').then(({ ctaChanges, ctaInput }) => (cta ? ctaChanges : ctaInput)),
    initial: {
      conversationId: conversations[0]?.conversationId ?? '',
      label: cta?.label ?? '',
      callbackUrl: cta?.callbackUrl ?? '',
      redirect: cta?.redirect ?? '',
      variant: cta?.variant ?? 'primary',
      prompt: { title: cta?.prompt?.title ?? '', confirmText: cta?.prompt?.confirmText ?? '' },
    },
    toPayload: ({ redirect, prompt, conversationId, ...values }) => ({
      ...values,
      ...(cta ? { intent: 'update', ctaId: cta.ctaId } : { intent: 'create', conversationId }),
      redirect: redirect === '' ? null : redirect,
      prompt: prompt.title === '' && prompt.confirmText === '' ? null : prompt,
    }),
    done: t(cta ? 'conversations:buttons.changed' : 'conversations:buttons.added'),
    onDone,
  });
  return (
    <BlockStack gap="300">
      {form.formError ? <Banner tone="critical">{form.formError}</Banner> : null}
      {cta ? null : (
        <SelectInput
          {...form.field<unknown>('conversationId')}
          label={t('conversations:buttons.conversation')}
          helpText={t('conversations:buttons.conversationHelp')}
          choices={conversations.map((one) => ({ value: one.conversationId, label: conversationLabel(one) }))}
        />
      )}
      <TextInput {...form.field('label')} label={t('conversations:buttons.label')} maxLength={MAX_LABEL} />
      <SelectInput
        {...form.field<unknown>('variant')}
        label={t('conversations:buttons.variant')}
        choices={CTA_VARIANTS.map((value) => ({ value, label: t(`conversations:buttons.variants.${value}`) }))}
      />
      <TextInput
        {...form.field('callbackUrl')}
        type="url"
        label={t('conversations:buttons.callbackUrl')}
        helpText={t('conversations:buttons.callbackUrlHelp')}
        placeholder="https://"
        maxLength={MAX_URL}
      />
      <TextInput
        {...form.field('redirect')}
        type="url"
        label={t('conversations:buttons.redirect')}
        helpText={t('conversations:buttons.redirectHelp')}
        placeholder="https://"
        maxLength={MAX_URL}
        optional
      />
      <TextInput
        {...form.field('prompt.title')}
        label={t('conversations:buttons.promptTitle')}
        helpText={t('conversations:buttons.promptHelp')}
        maxLength={MAX_PROMPT}
        optional
      />
      <TextInput
        {...form.field('prompt.confirmText')}
        label={t('conversations:buttons.promptConfirm')}
        maxLength={MAX_LABEL}
        optional
      />
      <InlineStack align="end" gap="200">
        {onCancel ? <Button onClick={onCancel}>{t('common:cancel')}</Button> : null}
        <Button variant="primary" onClick={form.submit} loading={form.saving}>
          {t(cta ? 'conversations:buttons.save' : 'conversations:buttons.add')}
        </Button>
      </InlineStack>
    </BlockStack>
  );
}
