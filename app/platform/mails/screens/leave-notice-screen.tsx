import { BlockStack, Button, Text } from '@shopify/polaris';
import { useText } from '#app/ui/i18n/use-text.ts';
import { Form, useNavigation } from '#app/ui/router.ts';
import { LoginCard } from '#app/ui/shell/login-shell.tsx';
import { useLayoutData } from '#app/ui/shell/shell-context.tsx';
import type { Notice } from '../notices/notice.ts';

export type LeaveNoticeScreenProps = { found: { notice: Notice; enabled: boolean } | null; isDone: boolean };

/** What the link below a summary or a reminder opens: one button that leaves these emails, or takes them again. Works without script. */
export function LeaveNoticeScreen({ found, isDone }: LeaveNoticeScreenProps) {
  const t = useText();
  const { name: store } = useLayoutData().store;
  const isBusy = useNavigation().state !== 'idle';
  if (!found) {
    return (
      <LoginCard title={t('contact:page.void')}>
        <Text as="p">{t('contact:notice.voidBody')}</Text>
      </LoginCard>
    );
  }
  const { notice, enabled } = found;
  return (
    <LoginCard title={t(enabled ? `contact:notice.stop.${notice}` : `contact:notice.stopped.${notice}`)}>
      <Form method="post">
        <BlockStack gap="400">
          <div role={isDone ? 'status' : undefined}>
            <Text as="p">
              {isDone && enabled ? t('contact:notice.resumedBody', { store }) : null}
              {enabled && !isDone ? t('contact:notice.stopBody', { store }) : null}
              {enabled ? null : t('contact:notice.stoppedBody', { store })}
            </Text>
          </div>
          <input type="hidden" name="intent" value={enabled ? 'stop' : 'resume'} />
          <Button submit fullWidth loading={isBusy} {...(enabled && !isDone ? { variant: 'primary' as const } : {})}>
            {t(enabled ? 'contact:notice.stopAction' : 'contact:notice.resumeAction')}
          </Button>
        </BlockStack>
      </Form>
    </LoginCard>
  );
}
