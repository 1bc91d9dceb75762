import { Button, Checkbox, InlineStack, Text } from '@shopify/polaris';
import { useText } from '#app/ui/i18n/use-text.ts';
import { useForm } from '#app/ui/forms/use-form.ts';
import { EmptyBody, SectionCard } from '#app/ui/components/cards.tsx';
import { Columns } from '#app/ui/components/layout.tsx';
import { ScreenPage } from '#app/ui/page/screen-page.tsx';
import type { BellNoticeDto, NoticeTopicsDto } from '../notices.contract.ts';
import type { NoticeTopic } from '../notice.ts';
import { NoticeRows } from '../shared/notice-rows.tsx';

const fetchNoticesActionSchema = () =>
  import('../notices.contract.ts').then(({ noticesActionSchema }) => noticesActionSchema);

export type NoticesScreenProps = NoticeTopicsDto & {
  notices: readonly BellNoticeDto[];
  unread: number;
  cursor: string | null;
};

/** Everything that the bell holds for the viewer, and what they want to be told of. */
export function NoticesScreen({ notices, unread, cursor, topics }: NoticesScreenProps) {
  const t = useText();
  const all = useForm({
    schema: fetchNoticesActionSchema,
    initial: {},
    toPayload: () => ({ intent: 'read' }),
    done: t('notices:allRead'),
  });
  return (
    <ScreenPage title={t('notices:title')} back={{ label: t('home:title'), url: '/' }}>
      <Columns
        main={
          <SectionCard
            flush
            title={unread > 0 ? t('shell:notifications.count', { count: unread }) : t('notices:none')}
            aside={
              unread > 0 ? (
                <Button variant="plain" onClick={all.submit} loading={all.saving}>
                  {t('notices:markAll')}
                </Button>
              ) : undefined
            }
          >
            {notices.length > 0 ? (
              <NoticeRows label={t('notices:title')} notices={notices} />
            ) : (
              <EmptyBody title={t('notices:empty')} body={t('notices:emptyBody')} />
            )}
            {cursor === null ? null : (
              <div className="souk-notices-more">
                <Button url={`/notices?cursor=${encodeURIComponent(cursor)}`}>{t('notices:older')}</Button>
              </div>
            )}
          </SectionCard>
        }
        side={
          topics.length > 0 ? (
            <SectionCard title={t('notices:choices')}>
              <Text as="p" tone="subdued">
                {t('notices:choicesAbout')}
              </Text>
              {topics.map(({ topic, enabled }) => (
                <TopicChoice key={`${topic}-${String(enabled)}`} topic={topic} enabled={enabled} />
              ))}
            </SectionCard>
          ) : null
        }
      />
    </ScreenPage>
  );
}

function TopicChoice({ topic, enabled }: { topic: NoticeTopic; enabled: boolean }) {
  const t = useText();
  const form = useForm({
    schema: fetchNoticesActionSchema,
    initial: {},
    toPayload: () => ({ intent: 'topic', topic, enabled: !enabled }),
    done: t('notices:chosen'),
  });
  return (
    <InlineStack>
      <Checkbox
        label={t(`notices:topic.${topic}`)}
        checked={enabled !== form.saving}
        disabled={form.saving}
        onChange={() => {
          form.submit();
        }}
        {...(form.formError ? { error: form.formError } : {})}
      />
    </InlineStack>
  );
}
