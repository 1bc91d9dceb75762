import { Badge, Button, InlineStack, Text } from '@shopify/polaris';
import { SectionCard } from '#app/ui/components/cards.tsx';
import { useForm } from '#app/ui/forms/use-form.ts';
import { useText } from '#app/ui/i18n/use-text.ts';
import { When } from '#app/ui/time/when.tsx';
import { isMailTemplate } from '../mail.ts';
import type { UnsentDto } from '../suppressions/suppressions.contract.ts';

/** The newest emails that were not sent, each with the reason. */
export function UnsentCard({ mails }: { mails: readonly UnsentDto[] }) {
  const t = useText();
  const to = ({ email, audience }: UnsentDto): string =>
    email ?? (audience === 'address' ? t('settings:undelivered.erased') : t(`mailSettings:to.${audience}`));
  return (
    <SectionCard
      title={t('settings:undelivered.unsent')}
      aside={mails.some(({ canSendAgain }) => canSendAgain) ? <SendAgain mails={null} to="" /> : undefined}
    >
      {mails.length === 0 ? (
        <Text as="p" tone="subdued">
          {t('settings:undelivered.unsentNone')}
        </Text>
      ) : (
        <ul className="souk-rows">
          {mails.map((mail) => (
            <li key={mail.id}>
              <InlineStack gap="200" blockAlign="center">
                <Text as="span" fontWeight="semibold">
                  {mail.template && isMailTemplate(mail.template) ? t(`mailSettings:template.${mail.template}`) : ''}
                </Text>
                <Badge tone={mail.reason ? 'info' : 'critical'}>
                  {t(`settings:undelivered.reason.${mail.reason ?? 'failed'}`)}
                </Badge>
                {mail.canSendAgain ? <SendAgain mails={[mail.id]} to={to(mail)} /> : null}
              </InlineStack>
              <Text as="p" breakWord>
                {to(mail)}
              </Text>
              <Text as="p" variant="bodySm" tone="subdued" breakWord>
                <When at={mail.createdAt} />
                {mail.detail === '' ? null : ` · ${mail.detail}`}
              </Text>
            </li>
          ))}
        </ul>
      )}
    </SectionCard>
  );
}

/** Sends one failed mail again, or all of them (`mails` null). */
function SendAgain({ mails, to }: { mails: readonly string[] | null; to: string }) {
  const t = useText();
  const form = useForm({
    initial: {},
    method: 'put',
    toPayload: () => (mails ? { ids: [...mails] } : {}),
    done: t('settings:undelivered.sentAgain'),
  });
  return (
    <InlineStack gap="200" blockAlign="center">
      {form.formError ? (
        <Text as="span" tone="critical">
          {form.formError}
        </Text>
      ) : null}
      <Button
        size="slim"
        loading={form.saving}
        onClick={() => {
          form.submit();
        }}
        {...(mails ? { accessibilityLabel: t('settings:undelivered.sendAgainTo', { to }) } : {})}
      >
        {t(mails ? 'settings:undelivered.sendAgain' : 'settings:undelivered.sendAllAgain')}
      </Button>
    </InlineStack>
  );
}
