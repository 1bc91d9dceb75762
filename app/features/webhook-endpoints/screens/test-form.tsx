import { Banner, BlockStack, Button, Form, Text } from '@shopify/polaris';
import { EndRow } from '#app/ui/components/layout.tsx';
import { SelectInput } from '#app/ui/forms/fields.tsx';
import { useForm } from '#app/ui/forms/use-form.ts';
import { useText } from '#app/ui/i18n/use-text.ts';
import type { WebhookTopic } from '#app/platform/webhook-messages/webhook-topic.ts';
import { topicText } from './webhook-texts.ts';

/** Sends an event that is about nothing. */
export function TestForm({ topics }: { topics: readonly WebhookTopic[] }) {
  const t = useText();
  const form = useForm<{ topic: string }>({
    initial: { topic: topics[0] ?? '' },
    toPayload: (values) => ({ ...values, intent: 'test' }),
    done: t('webhooks:test.sent'),
  });
  return (
    <Form onSubmit={form.submit} noValidate>
      <BlockStack gap="300">
        <Text as="p" tone="subdued">
          {t('webhooks:test.about')}
        </Text>
        {form.formError ? <Banner tone="critical">{form.formError}</Banner> : null}
        <SelectInput
          {...form.field<unknown>('topic')}
          label={t('webhooks:test.topic')}
          choices={topics.map((value) => ({ value, label: topicText(t, value) }))}
        />
        <EndRow>
          <Button submit loading={form.saving}>
            {t('webhooks:test.send')}
          </Button>
        </EndRow>
      </BlockStack>
    </Form>
  );
}
