import { Badge, BlockStack, Button, InlineStack, Text } from '@shopify/polaris';
import { useForm } from '#app/ui/forms/use-form.ts';
import { useText } from '#app/ui/i18n/use-text.ts';
import { SectionCard } from '#app/ui/components/cards.tsx';
import type { Notice } from '../notices/notice.ts';
import type { NoticesDto } from '../notices/notices.contract.ts';

/** Which of the emails that can be left the viewer gets; each is left and taken again by its button. */
export function NoticesCard({ notices }: NoticesDto) {
  const t = useText();
  return (
    <SectionCard title={t('account:notices.title')}>
      <Text as="p" tone="subdued">
        {t('account:notices.about')}
      </Text>
      <ul className="souk-devices">
        {notices.map(({ notice, enabled }) => (
          <NoticeRow key={`${notice}-${String(enabled)}`} notice={notice} enabled={enabled} />
        ))}
      </ul>
    </SectionCard>
  );
}

function NoticeRow({ notice, enabled }: { notice: Notice; enabled: boolean }) {
  const t = useText();
  const name = t(`account:notices.${notice}`);
  const form = useForm({
    initial: {},
    toPayload: () => ({ intent: 'notice', notice, enabled: !enabled }),
    done: t(enabled ? 'account:notices.left' : 'account:notices.resumed'),
  });
  return (
    <li>
      <BlockStack gap="100">
        <InlineStack gap="200" blockAlign="center">
          <Text as="span" fontWeight="semibold">
            {name}
          </Text>
          <Badge {...(enabled ? { tone: 'success' as const } : {})}>
            {t(enabled ? 'account:notices.on' : 'account:notices.off')}
          </Badge>
        </InlineStack>
        <Text as="span" variant="bodySm" tone="subdued">
          {t(`account:notices.${notice}About`)}
        </Text>
        {form.formError ? (
          <Text as="span" tone="critical">
            {form.formError}
          </Text>
        ) : null}
      </BlockStack>
      <Button
        size="slim"
        loading={form.saving}
        onClick={() => {
          form.submit();
        }}
        accessibilityLabel={`${t(enabled ? 'account:notices.leave' : 'account:notices.resume')}: ${name}`}
      >
        {t(enabled ? 'account:notices.leave' : 'account:notices.resume')}
      </Button>
    </li>
  );
}
