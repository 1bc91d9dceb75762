import { Badge, BlockStack, InlineStack, Link, Text } from '@shopify/polaris';
import { useState } from 'react';
import { SectionCard } from '#app/ui/components/cards.tsx';
import { Stack } from '#app/ui/components/layout.tsx';
import { useText } from '#app/ui/i18n/use-text.ts';
import { ScreenPage } from '#app/ui/page/screen-page.tsx';
import { shortUrl } from '../webhook-endpoint.ts';
import type { EndpointsDto, WebhookEndpointDto } from '../webhook-endpoints.contract.ts';
import { EndpointForm } from './endpoint-form.tsx';
import { EndpointState } from './endpoint-state.tsx';
import { NewSecret } from './new-secret.tsx';
import { topicText } from './webhook-texts.ts';

/** The addresses of programs that are told what happens, and a new one. */
export function EndpointsScreen({ endpoints, allowedTopics, canEdit }: EndpointsDto) {
  const t = useText();
  const [secret, setSecret] = useState<string>();
  return (
    <ScreenPage title={t('settings:row.webhooks.name')} subtitle={t('settings:row.webhooks.about')} kind="form">
      <Stack>
        {secret === undefined ? null : <NewSecret secret={secret} />}
        <SectionCard title={t('webhooks:list.title')}>
          {endpoints.length === 0 ? (
            <Text as="p" tone="subdued">
              {t('webhooks:list.empty')}
            </Text>
          ) : (
            <ul className="souk-rows" aria-label={t('webhooks:list.title')}>
              {endpoints.map((endpoint) => (
                <li key={endpoint.id}>
                  <EndpointRow endpoint={endpoint} />
                </li>
              ))}
            </ul>
          )}
        </SectionCard>
        {canEdit ? (
          <SectionCard title={t('webhooks:form.title')}>
            <EndpointForm
              key={endpoints.length}
              allowed={allowedTopics}
              onDone={(value) => {
                setSecret(value.secret);
              }}
            />
          </SectionCard>
        ) : null}
      </Stack>
    </ScreenPage>
  );
}

function EndpointRow({ endpoint }: { endpoint: WebhookEndpointDto }) {
  const t = useText();
  const { id, url, description, topics, waiting } = endpoint;
  return (
    <BlockStack gap="100">
      <InlineStack gap="200" blockAlign="center">
        <Link url={`/settings/webhooks/${id}`}>{shortUrl(url)}</Link>
        <EndpointState endpoint={endpoint} />
        {waiting > 0 ? <Badge tone="attention">{t('webhooks:list.waiting', { count: waiting })}</Badge> : null}
      </InlineStack>
      {description === '' ? null : <Text as="p">{description}</Text>}
      <Text as="p" tone="subdued" variant="bodySm">
        {topics.map((topic) => topicText(t, topic)).join(', ')}
      </Text>
    </BlockStack>
  );
}
