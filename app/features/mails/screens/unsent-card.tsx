import { Badge, InlineStack, Text } from '@shopify/polaris';
import { SectionCard } from '#app/ui/components/cards.tsx';
import { useText } from '#app/ui/i18n/use-text.ts';
import { When } from '#app/ui/time/when.tsx';
import { isMailTemplate } from '../mail.ts';
import type { UnsentDto } from '../suppressions/suppressions.contract.ts';

/** The newest emails that were not sent, each with the reason. */
export function UnsentCard({ mails }: { mails: readonly UnsentDto[] }) {
  const t = useText();
  const to = ({ email, audience }: UnsentDto): string =>
    email ?? (audience === 'address' ? t('settings:undelivered.erased') : t(`settings:mail.to.${audience}`));
  return (
    <SectionCard title={t('settings:undelivered.unsent')}>
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
                  {mail.template && isMailTemplate(mail.template) ? t(`settings:mail.template.${mail.template}`) : ''}
                </Text>
                <Badge tone={mail.reason ? 'info' : 'critical'}>
                  {t(`settings:undelivered.reason.${mail.reason ?? 'failed'}`)}
                </Badge>
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
