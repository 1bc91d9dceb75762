import { Banner, BlockStack, Button, Form } from '@shopify/polaris';
import { EndRow } from '#app/ui/components/layout.tsx';
import { ChoiceInput, TextInput } from '#app/ui/forms/fields.tsx';
import { useForm } from '#app/ui/forms/use-form.ts';
import { useText } from '#app/ui/i18n/use-text.ts';
import type { WebhookTopic } from '#app/platform/webhook-messages/webhook-topic.ts';
import { MAX_DESCRIPTION, MAX_URL } from '../webhook-endpoint.ts';
import type { WebhookEndpointDto } from '../webhook-endpoints.contract.ts';
import { topicText } from './webhook-texts.ts';

type Props = {
  /** The one that is changed; none adds a new one. */
  endpoint?: WebhookEndpointDto;
  allowed: readonly WebhookTopic[];
  onDone?: (value: { endpoint: WebhookEndpointDto; secret?: string }) => void;
};

/** Where an endpoint is, and what it is told. */
export function EndpointForm({ endpoint, allowed, onDone }: Props) {
  const t = useText();
  const form = useForm<
    { url: string; description: string; topics: WebhookTopic[] },
    { endpoint: WebhookEndpointDto; secret?: string }
  >({
    schema: () => import('../webhook-endpoints.contract.ts').then(({ endpointInput }) => endpointInput),
    initial: {
      url: endpoint?.url ?? '',
      description: endpoint?.description ?? '',
      topics: [...(endpoint?.topics ?? [])],
    },
    toPayload: (values) => ({ ...values, intent: endpoint ? 'change' : 'create' }),
    done: t(endpoint ? 'webhooks:form.changed' : 'webhooks:form.added'),
    ...(onDone ? { onDone } : {}),
  });
  const choices = [...new Set([...allowed, ...(endpoint?.topics ?? [])])];
  return (
    <Form onSubmit={form.submit} noValidate>
      <BlockStack gap="300">
        {form.formError ? <Banner tone="critical">{form.formError}</Banner> : null}
        <TextInput
          {...form.field('url')}
          type="url"
          label={t('webhooks:form.url')}
          helpText={t('webhooks:form.urlHelp')}
          maxLength={MAX_URL}
        />
        <TextInput {...form.field('description')} label={t('webhooks:form.description')} maxLength={MAX_DESCRIPTION} />
        <ChoiceInput
          {...form.field('topics')}
          label={t('webhooks:form.topics')}
          multiple
          choices={choices.map((value) => ({ value, label: topicText(t, value) }))}
        />
        <EndRow>
          <Button submit loading={form.saving} disabled={!form.dirty}>
            {t(endpoint ? 'webhooks:form.save' : 'webhooks:form.add')}
          </Button>
        </EndRow>
      </BlockStack>
    </Form>
  );
}
