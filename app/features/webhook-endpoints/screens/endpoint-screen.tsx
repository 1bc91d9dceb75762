import { Banner, BlockStack, Text } from '@shopify/polaris';
import { useState } from 'react';
import { SectionCard } from '#app/ui/components/cards.tsx';
import { Stack } from '#app/ui/components/layout.tsx';
import { useText } from '#app/ui/i18n/use-text.ts';
import { useConfirm } from '#app/ui/page/confirm.tsx';
import { ScreenPage } from '#app/ui/page/screen-page.tsx';
import { useAction } from '#app/ui/page/use-action.ts';
import { useNavigate } from '#app/ui/router.ts';
import { useLayoutPath } from '#app/ui/shell/shell-context.tsx';
import { useWhen } from '#app/ui/time/when.tsx';
import type { WebhookTopic } from '#app/platform/webhook-messages/webhook-topic.ts';
import { shortUrl } from '../webhook-endpoint.ts';
import type { MessagesDto, WebhookEndpointDto } from '../webhook-endpoints.contract.ts';
import { EndpointForm } from './endpoint-form.tsx';
import { EndpointState } from './endpoint-state.tsx';
import { MessageList } from './message-list.tsx';
import { NewSecret } from './new-secret.tsx';
import { ReplayForm } from './replay-form.tsx';
import { TestForm } from './test-form.tsx';

export type EndpointScreenProps = {
  endpoint: WebhookEndpointDto;
  allowedTopics: readonly WebhookTopic[];
  canEdit: boolean;
  log: MessagesDto;
};

/** One endpoint: what it is told, a test, and everything that it was told in the last 30 days. */
export function EndpointScreen({ endpoint, allowedTopics, canEdit, log }: EndpointScreenProps) {
  const t = useText();
  const [secret, setSecret] = useState<string>();
  const { url, state } = endpoint;
  const actions = useEndpointActions(endpoint, setSecret);
  return (
    <ScreenPage
      title={shortUrl(url)}
      badges={<EndpointState endpoint={endpoint} />}
      back={{ label: t('settings:row.webhooks.name'), url: '/settings/webhooks' }}
      secondaryActions={canEdit ? actions : []}
      kind="form"
    >
      <Stack>
        {secret === undefined ? null : <NewSecret secret={secret} />}
        <EndpointNotes endpoint={endpoint} />
        <MessageList endpointId={endpoint.id} log={log} />
        {canEdit && state === 'on' ? (
          <SectionCard title={t('webhooks:test.title')}>
            <TestForm topics={endpoint.topics} />
          </SectionCard>
        ) : null}
        {canEdit && state === 'on' ? (
          <SectionCard title={t('webhooks:replay.title')}>
            <ReplayForm />
          </SectionCard>
        ) : null}
        {canEdit ? (
          <SectionCard title={t('webhooks:form.title')}>
            <EndpointForm key={endpoint.url} endpoint={endpoint} allowed={allowedTopics} />
          </SectionCard>
        ) : null}
      </Stack>
    </ScreenPage>
  );
}

/** What stands in the way of an endpoint, and until when two secrets sign. */
function EndpointNotes({ endpoint }: { endpoint: WebhookEndpointDto }) {
  const t = useText();
  const when = useWhen();
  const { problem, failingSince, oldSecretUntil } = endpoint;
  return (
    <BlockStack gap="200">
      {problem === null ? null : <Banner tone="critical">{t(`webhooks:problem.${problem}`)}</Banner>}
      {problem === null && failingSince !== null ? (
        <Banner tone="warning">{t('webhooks:failing', { when: when(failingSince) })}</Banner>
      ) : null}
      {oldSecretUntil === null ? null : (
        <Text as="p" tone="subdued">
          {t('webhooks:secret.both', { when: when(oldSecretUntil, 'exact') })}
        </Text>
      )}
    </BlockStack>
  );
}

function useEndpointActions(endpoint: WebhookEndpointDto, onSecret: (secret: string) => void) {
  const t = useText();
  const confirm = useConfirm();
  const navigate = useNavigate();
  const toPath = useLayoutPath();
  const { send, busy } = useAction<{ secret?: string }>();
  const { state, url } = endpoint;
  const turned = state === 'on' ? 'off' : 'on';
  const replace = async (): Promise<void> => {
    const question = {
      title: t('webhooks:secret.ask'),
      body: t('webhooks:secret.askBody'),
      action: t('webhooks:secret.replace'),
    };
    if (!(await confirm(question))) return;
    send({ intent: 'secret' }, t('webhooks:secret.replaced'), undefined, {
      onDone: (value) => {
        if (value.secret !== undefined) onSecret(value.secret);
      },
    });
  };
  const remove = async (): Promise<void> => {
    const question = {
      title: t('webhooks:remove.ask', { address: shortUrl(url) }),
      body: t('webhooks:remove.body'),
      action: t('webhooks:remove.action'),
      destructive: true,
    };
    if (!(await confirm(question))) return;
    send({ intent: 'delete' }, t('webhooks:remove.done'), undefined, {
      onDone: () => {
        navigate(toPath('/settings/webhooks'));
      },
    });
  };
  return [
    {
      label: t(`webhooks:turn.${turned}`),
      loading: busy,
      onAction: () => {
        send({ intent: 'turn', state: turned }, t(`webhooks:turned.${turned}`));
      },
    },
    { label: t('webhooks:secret.replace'), onAction: () => void replace() },
    { label: t('webhooks:remove.action'), destructive: true, onAction: () => void remove() },
  ];
}
