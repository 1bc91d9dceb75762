import { Badge, Banner, BlockStack, Button, InlineStack, Link, Text } from '@shopify/polaris';
import { useState } from 'react';
import { useText } from '#app/ui/i18n/use-text.ts';
import { useConfirm } from '#app/ui/page/confirm.tsx';
import { ScreenPage } from '#app/ui/page/screen-page.tsx';
import { useAction } from '#app/ui/page/use-action.ts';
import { SectionCard } from '#app/ui/components/cards.tsx';
import { Stack } from '#app/ui/components/layout.tsx';
import type { CtaDto, CtaTestDto, ListedCtaDto } from '../ctas/ctas.contract.ts';
import { CtaForm } from './cta-form.tsx';
import { conversationLabel } from './conversation-label.ts';
import './conversations.css';

export type CtasScreenProps = {
  ctas: readonly ListedCtaDto[];
  next: string | null;
  /** The conversation whose buttons are shown; null shows all. */
  conversationId: string | null;
  conversations: readonly ListedCtaDto['conversation'][];
};

/** The buttons that call other programs from conversations: what each says and calls, a test call, and a new one. */
export function CtasScreen({ ctas, next, conversationId, conversations }: CtasScreenProps) {
  const t = useText();
  const [made, setMade] = useState<{ label: string; secret: string }>();
  const [count, setCount] = useState(0);
  // A row is gone as soon as its button is deleted, and could say nothing of it.
  const submitAction = useAction();
  const added = ({ cta, secret }: { cta: CtaDto; secret?: string }): void => {
    if (secret !== undefined) setMade({ label: cta.label, secret });
    setCount(count + 1);
  };
  return (
    <ScreenPage title={t('settings:row.conversationButtons.name')} kind="form">
      <Stack>
        {made ? (
          <Banner
            tone="success"
            title={t('conversations:buttons.secret', { label: made.label })}
            onDismiss={() => {
              setMade(undefined);
            }}
          >
            <BlockStack gap="200">
              <p>{t('conversations:buttons.secretHelp')}</p>
              <code className="chat-secret">{made.secret}</code>
            </BlockStack>
          </Banner>
        ) : null}
        <SectionCard title={t('conversations:buttons.list')}>
          {conversationId === null ? null : (
            <Link url="/settings/conversations">{t('conversations:buttons.showAll')}</Link>
          )}
          {ctas.length === 0 ? (
            <Text as="p" tone="subdued">
              {t('conversations:buttons.none')}
            </Text>
          ) : (
            <BlockStack gap="500">
              {ctas.map((one) => (
                <ListedCta key={one.cta.ctaId} {...one} submitAction={submitAction} />
              ))}
            </BlockStack>
          )}
          {next === null ? null : (
            <Button url={`/settings/conversations?before=${next}`}>{t('common:list.older')}</Button>
          )}
        </SectionCard>
        <SectionCard title={t('conversations:buttons.new')}>
          {conversations.length === 0 ? (
            <Text as="p" tone="subdued">
              {t('conversations:buttons.noConversations')}
            </Text>
          ) : (
            <CtaForm key={count} conversations={conversations} onDone={added} />
          )}
        </SectionCard>
      </Stack>
    </ScreenPage>
  );
}

type SubmitAction = ReturnType<typeof useAction>;

function ListedCta({ cta, conversation, submitAction }: ListedCtaDto & { submitAction: SubmitAction }) {
  const t = useText();
  const [editing, setEditing] = useState(false);
  const { label, callbackUrl, answeredAt } = cta;
  const close = (): void => {
    setEditing(false);
  };
  return (
    <section className="chat-cta" aria-label={label}>
      <InlineStack gap="200" blockAlign="center">
        <Text as="h3" variant="headingSm">
          {label}
        </Text>
        {answeredAt === null ? null : <Badge tone="success">{t('conversations:ctas.answered')}</Badge>}
      </InlineStack>
      <Link url={`/conversations/${conversation.conversationId}`}>{conversationLabel(conversation)}</Link>
      <Text as="p" variant="bodySm" tone="subdued" breakWord>
        {callbackUrl}
      </Text>
      <CtaActions
        cta={cta}
        submitAction={submitAction}
        onEdit={() => {
          setEditing(!editing);
        }}
      />
      {editing ? <CtaForm cta={cta} onDone={close} onCancel={close} /> : null}
    </section>
  );
}

function CtaActions({ cta, submitAction, onEdit }: { cta: CtaDto; submitAction: SubmitAction; onEdit: () => void }) {
  const t = useText();
  const confirm = useConfirm();
  const { busy, send } = submitAction;
  const test = useAction<CtaTestDto>();
  const [tested, setTested] = useState<CtaTestDto>();
  const { ctaId, label, answeredAt } = cta;
  const remove = async (): Promise<void> => {
    const question = {
      title: t('conversations:buttons.ask', { label }),
      body: t('conversations:buttons.askBody'),
      action: t('conversations:buttons.delete'),
    };
    if (await confirm(question)) send({ intent: 'delete', ctaId }, t('conversations:buttons.deleted'));
  };
  return (
    <BlockStack gap="200">
      <InlineStack gap="200">
        <Button
          accessibilityLabel={t('conversations:buttons.testOf', { label })}
          loading={test.busy}
          onClick={() => {
            test.send({ intent: 'test', ctaId }, null, undefined, { onDone: setTested });
          }}
        >
          {t('conversations:buttons.test')}
        </Button>
        {answeredAt === null ? (
          <Button accessibilityLabel={t('conversations:buttons.editOf', { label })} onClick={onEdit}>
            {t('conversations:buttons.edit')}
          </Button>
        ) : null}
        <Button
          tone="critical"
          variant="plain"
          disabled={busy}
          accessibilityLabel={t('conversations:buttons.deleteOf', { label })}
          onClick={() => void remove()}
        >
          {t('conversations:buttons.delete')}
        </Button>
      </InlineStack>
      <div role="status">{tested ? <TestResult {...tested} /> : null}</div>
    </BlockStack>
  );
}

function TestResult({ result, status }: CtaTestDto) {
  const t = useText();
  return (
    <Text as="p" tone={result === 'answered' ? 'success' : 'critical'}>
      {t(`conversations:buttons.results.${result}`, { status: status ?? 0 })}
    </Text>
  );
}
