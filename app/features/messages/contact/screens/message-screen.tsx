import { Badge, Banner, BlockStack, Button, InlineStack } from '@shopify/polaris';
import { useEffect, useRef } from 'react';
import { useForm } from '#app/ui/forms/use-form.ts';
import { useText } from '#app/ui/i18n/use-text.ts';
import { useConfirm } from '#app/ui/page/confirm.tsx';
import { withListMemory } from '#app/ui/page/list-return.ts';
import { ScreenPage } from '#app/ui/page/screen-page.tsx';
import { useAction } from '#app/ui/page/use-action.ts';
import { SectionCard } from '#app/ui/components/cards.tsx';
import { Columns, Facts, Stack, type Fact } from '#app/ui/components/layout.tsx';
import { useFetcher, useNavigate } from '#app/ui/router.ts';
import { useCan, useLayoutPath, useShell } from '#app/ui/shell/shell-context.tsx';
import { When } from '#app/ui/time/when.tsx';
import type { MessageDto } from '../contact-messages.contract.ts';
import { formatSender } from './sender.ts';
import './contact.css';

/** One message, whole: what was written as text, whom to answer, and what to do with it. Opening one's own reads it. */
export function MessageScreen({ message }: { message: MessageDto }) {
  const t = useText();
  const confirm = useConfirm();
  const mayChange = useCan()('write_orders');
  useReadOnce(message, mayChange);
  const unread = useChange({ read: false, leave: true });
  const archive = useArchive(message);
  const remove = useForm({ initial: {}, method: 'delete' });
  const ask = async (): Promise<void> => {
    const question = {
      title: t('contact:message.removeTitle'),
      body: t('contact:message.removeBody'),
      action: t('contact:message.remove'),
    };
    if (await confirm(question)) remove.submit();
  };
  const refused = unread.formError ?? remove.formError;
  return (
    <ScreenPage
      title={formatSender(t, message)}
      badges={message.archived ? <Badge>{t('contact:message.archived')}</Badge> : undefined}
      back={{ label: t('shell:places.inbox'), url: '/inbox' }}
      secondaryActions={
        mayChange
          ? [
              ...(message.read
                ? [{ label: t('contact:message.unread'), onAction: unread.submit, loading: unread.saving }]
                : []),
              {
                label: t(message.archived ? 'contact:message.restore' : 'contact:message.archive'),
                onAction: archive.run,
                loading: archive.busy,
              },
              { label: t('contact:message.remove'), onAction: () => void ask(), destructive: true },
            ]
          : []
      }
    >
      {refused ? <Banner tone="critical">{refused}</Banner> : null}
      <Columns main={<Letter message={message} />} side={<SenderCard message={message} />} />
    </ScreenPage>
  );
}

function useChange(change: { read: boolean; leave: boolean }) {
  return useForm({ initial: {}, method: 'patch', toPayload: () => change });
}

/** Archives a message or restores it, and goes back to the list, where the toast takes that back. */
function useArchive({ id, archived }: MessageDto) {
  const t = useText();
  const navigate = useNavigate();
  const path = useLayoutPath();
  const { busy, send } = useAction({ action: path(`/messages/${id}`) });
  const doneText = (isArchived: boolean) =>
    t(isArchived ? 'contact:message.archivedNow' : 'contact:message.restoredNow');
  return {
    busy,
    run: (): void => {
      const undo = { payload: { archived }, text: doneText(archived) };
      send({ archived: !archived }, doneText(!archived), undo, {
        onDone: () => {
          navigate(path(withListMemory('/inbox')));
        },
      });
    },
  };
}

/** Notes once that the message was opened by whom it is for; marking it as unread afterwards is not undone. */
function useReadOnce({ id, own, read }: MessageDto, mayChange: boolean): void {
  const { submit } = useFetcher();
  const recordedRef = useRef<string>();
  useEffect(() => {
    if (recordedRef.current === id) return;
    recordedRef.current = id;
    if (own && !read && mayChange) {
      submit(JSON.stringify({ read: true }), { method: 'patch', encType: 'application/json' });
    }
  }, [id, own, read, mayChange, submit]);
}

function Letter({ message }: { message: MessageDto }) {
  const t = useText();
  const { store } = useShell();
  const { email, body, fields } = message;
  const subject = encodeURIComponent(t('contact:message.subject', { store: store.name }));
  return (
    <SectionCard title={t('contact:message.text')}>
      <BlockStack gap="500">
        {body === '' ? null : <p className="contact-text">{body}</p>}
        {fields.length === 0 ? null : (
          <dl className="contact-fields">
            {fields.map(({ key, value }) => (
              <div key={key}>
                <dt>{key}</dt>
                <dd className="contact-text">{value}</dd>
              </div>
            ))}
          </dl>
        )}
        {email === null ? null : (
          <InlineStack>
            <Button variant="primary" url={`mailto:${addressInUrl(email)}?subject=${subject}`}>
              {t('contact:message.reply')}
            </Button>
          </InlineStack>
        )}
      </BlockStack>
    </SectionCard>
  );
}

/** An address in a mailto link: whatever it holds, nothing of it becomes another part of the link. */
const addressInUrl = (email: string): string => encodeURIComponent(email).replaceAll('%40', '@');

function SenderCard({ message }: { message: MessageDto }) {
  const t = useText();
  const { email, askedFor, vendor } = message;
  const facts: Fact[] = [
    { label: t('contact:message.email'), value: email ?? t('contact:message.noEmail') },
    { label: t('contact:message.received'), value: <When at={message.receivedAt} as="exact" /> },
    { label: t('contact:message.for'), value: vendor ?? t('contact:marketplace') },
    ...(askedFor === null ? [] : [{ label: t('contact:message.askedFor'), value: askedFor }]),
  ];
  return (
    <Stack>
      <SectionCard title={t('contact:message.sender')}>
        <Facts facts={facts} />
      </SectionCard>
      {askedFor === null ? null : (
        <Banner tone="info">{t('contact:message.askedForHelp', { handle: askedFor })}</Banner>
      )}
    </Stack>
  );
}
