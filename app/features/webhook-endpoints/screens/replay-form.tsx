import { Banner, BlockStack, Button, Form, Text } from '@shopify/polaris';
import { EndRow } from '#app/ui/components/layout.tsx';
import { DateInput } from '#app/ui/forms/fields.tsx';
import { useForm } from '#app/ui/forms/use-form.ts';
import { useText } from '#app/ui/i18n/use-text.ts';

/** Sends again what ended in some days. */
export function ReplayForm() {
  const t = useText();
  const form = useForm<{ from: string; to: string }, { count: number }>({
    initial: { from: '', to: '' },
    toPayload: ({ from, to }) => ({ intent: 'replayDays', from, to }),
    done: ({ count }) => t('webhooks:replay.done', { count }),
  });
  return (
    <Form onSubmit={form.submit} noValidate>
      <BlockStack gap="300">
        <Text as="p" tone="subdued">
          {t('webhooks:replay.about')}
        </Text>
        {form.formError ? <Banner tone="critical">{form.formError}</Banner> : null}
        <DateInput {...form.field('from')} label={t('webhooks:replay.from')} />
        <DateInput {...form.field('to')} label={t('webhooks:replay.to')} />
        <EndRow>
          <Button submit loading={form.saving} disabled={!form.dirty}>
            {t('webhooks:replay.action')}
          </Button>
        </EndRow>
      </BlockStack>
    </Form>
  );
}
