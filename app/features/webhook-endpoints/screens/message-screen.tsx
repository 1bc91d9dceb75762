import { BlockStack, Text } from '@shopify/polaris';
import { SectionCard } from '#app/ui/components/cards.tsx';
import { Facts, Stack } from '#app/ui/components/layout.tsx';
import { useText } from '#app/ui/i18n/use-text.ts';
import { ScreenPage } from '#app/ui/page/screen-page.tsx';
import { useAction } from '#app/ui/page/use-action.ts';
import { useFormat } from '#app/ui/shell/shell-context.tsx';
import { useWhen } from '#app/ui/time/when.tsx';
import { shortUrl } from '../webhook-endpoint.ts';
import type { WebhookEndpointDto, WebhookMessageDetailDto } from '../webhook-endpoints.contract.ts';
import { MessageState } from './message-list.tsx';
import { topicText } from './webhook-texts.ts';

export type MessageScreenProps = {
  endpoint: WebhookEndpointDto;
  canEdit: boolean;
  message: WebhookMessageDetailDto;
};

/** One message: what is sent, and what each try was answered. */
export function MessageScreen({ endpoint, canEdit, message }: MessageScreenProps) {
  const t = useText();
  const when = useWhen();
  const { send, busy } = useAction();
  const { id, topic, occurredAt, dueAt, endedAt, body, tries, notCalled } = message;
  const mayRepeat = canEdit && endpoint.state === 'on' && endedAt !== null;
  return (
    <ScreenPage
      title={topicText(t, topic)}
      badges={<MessageState message={message} />}
      back={{ label: shortUrl(endpoint.url), url: `/settings/webhooks/${endpoint.id}` }}
      {...(mayRepeat
        ? {
            primaryAction: {
              label: t('webhooks:replay.action'),
              loading: busy,
              onAction: () => {
                send({ intent: 'replay', messageIds: [id] }, t('webhooks:replay.done', { count: 1 }));
              },
            },
          }
        : {})}
      kind="form"
    >
      <Stack>
        <SectionCard title={t('webhooks:message.title')}>
          <Facts
            facts={[
              { label: 'webhook-id', value: `msg_${id}` },
              { label: t('webhooks:log.at'), value: when(occurredAt, 'exact') },
              ...(dueAt === null ? [] : [{ label: t('webhooks:message.next'), value: when(dueAt, 'exact') }]),
            ]}
          />
        </SectionCard>
        <SectionCard title={t('webhooks:message.body')}>
          {body === null ? <Text as="p">{t('webhooks:message.noBody')}</Text> : <Code text={formatBody(body)} />}
        </SectionCard>
        <SectionCard title={t('webhooks:message.tries')}>
          {notCalled === null ? null : <Text as="p">{t(`webhooks:notCalled.${notCalled}`)}</Text>}
          {tries.length === 0 && notCalled === null ? <Text as="p">{t('webhooks:message.noTries')}</Text> : null}
          <BlockStack gap="400">
            {tries.map((one) => (
              <Try key={one.at} {...one} />
            ))}
          </BlockStack>
        </SectionCard>
      </Stack>
    </ScreenPage>
  );
}

function Try({ at, status, problem, answer, durationMs }: WebhookMessageDetailDto['tries'][number]) {
  const t = useText();
  const when = useWhen();
  const format = useFormat();
  const outcome =
    status === null
      ? t(`webhooks:attempt.${problem ?? 'unreachable'}`)
      : t('webhooks:attempt.answered', { status, problem: problem ?? '' });
  return (
    <BlockStack gap="100">
      <Text as="p" fontWeight="semibold">
        {outcome}
      </Text>
      <Text as="p" tone="subdued" variant="bodySm">
        {t('webhooks:attempt.took', { when: when(at, 'exact'), ms: format.number(durationMs) })}
      </Text>
      {answer === null ? null : <Code text={answer} />}
    </BlockStack>
  );
}

/** A body as it is, or set out where it is JSON. */
function formatBody(body: string): string {
  try {
    return JSON.stringify(JSON.parse(body), null, 2);
  } catch {
    return body;
  }
}

const Code = ({ text }: { text: string }) => (
  <pre style={{ whiteSpace: 'pre-wrap', overflowWrap: 'anywhere', margin: 0 }}>{text}</pre>
);
