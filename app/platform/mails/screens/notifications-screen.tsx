import { Badge, Banner, Box, Button, FormLayout, InlineStack, Text } from '@shopify/polaris';
import type { ReactNode } from 'react';
import { CheckboxInput, QuantityInput, TextInput } from '#app/ui/forms/fields.tsx';
import { useForm } from '#app/ui/forms/use-form.ts';
import { useText } from '#app/ui/i18n/use-text.ts';
import { ScreenPage } from '#app/ui/page/screen-page.tsx';
import { SectionCard } from '#app/ui/components/cards.tsx';
import { Stack } from '#app/ui/components/layout.tsx';
import { DOCUMENT_TEMPLATE_NAMES } from '../documents.ts';
import type { MailServiceDto } from '../integration/integration.contract.ts';
import { MAIL_TEMPLATE_NAMES, MAIL_TEMPLATES, type MailTemplateName } from '../mail.ts';
import type { Notifications } from '../notifications.ts';
import type { SenderDomainDto } from '../sender-domain/sender-domain.contract.ts';
import { MailServiceCard } from './mail-service-card.tsx';
import { SenderDomainCard } from './sender-domain-card.tsx';

const RECEIVERS = ['vendor', 'admins', 'person', 'visitor'] as const;

type Values = Omit<Notifications, 'templates'> & { templates: Record<string, { enabled: boolean }> };

export type NotificationsScreenProps = {
  notifications: Notifications;
  service: MailServiceDto;
  domain: SenderDomainDto;
  /** Templates with a wording of the store's own. */
  edited: readonly string[];
};

/**
 * Every mail by who receives it, each on or off and with its text, from whom mails come, and by which service. Mails of sign-in and of
 * the law are always sent.
 */
export function NotificationsScreen({ notifications, service, domain, edited }: NotificationsScreenProps) {
  const t = useText();
  const templates = Object.fromEntries(
    MAIL_TEMPLATE_NAMES.filter((name) => !MAIL_TEMPLATES[name].essential).map((name) => [
      name,
      { enabled: notifications.templates[name]?.enabled !== false },
    ]),
  );
  const form = useForm<Values>({
    schema: () => import('../notifications.ts').then(({ notificationsForm }) => notificationsForm),
    initial: { ...notifications, templates },
    toPayload: (values) => ({ notifications: values }),
    toField: (path) => path.replace(/^notifications\./, ''),
    method: 'put',
    done: t('settings:saved'),
  });
  const isOff = form.values.disableAll;
  const listOf = (to: (typeof RECEIVERS)[number]): MailTemplateName[] =>
    MAIL_TEMPLATE_NAMES.filter((name) => MAIL_TEMPLATES[name].to === to);
  return (
    <ScreenPage
      title={t('settings:row.notifications.name')}
      subtitle={t('settings:row.notifications.about')}
      saveBar={form.saveBar}
      kind="form"
    >
      <Stack>
        {form.formError ? <Banner tone="critical">{form.formError}</Banner> : null}
        <SectionCard title={t('mailSettings:sender')}>
          <FormLayout>
            <TextInput {...form.field('senderName')} label={t('mailSettings:senderName')} maxLength={80} optional />
            <TextInput
              {...form.field('sendingEmail')}
              label={t('mailSettings:sendingEmail')}
              helpText={t('mailSettings:sendingEmailHelp')}
              type="email"
              optional
            />
            <TextInput {...form.field('replyTo')} label={t('mailSettings:replyTo')} type="email" optional />
          </FormLayout>
        </SectionCard>
        <SenderDomainCard {...domain} />
        <MailServiceCard connected={service} />
        <SectionCard title={t('mailSettings:digest')}>
          <QuantityInput
            {...form.field('digestSendAtHourUtc')}
            label={t('mailSettings:digestHour')}
            helpText={t('mailSettings:digestHelp')}
            max={23}
          />
        </SectionCard>
        <SectionCard title={t('mailSettings:all')}>
          <CheckboxInput
            {...form.field<unknown>('disableAll')}
            label={t('mailSettings:disableAll')}
            helpText={t('mailSettings:disableAllHelp')}
          />
        </SectionCard>
        <SectionCard title={t('settings:undelivered.open')}>
          <Text as="p" tone="subdued">
            {t('settings:undelivered.openAbout')}
          </Text>
          <InlineStack>
            <Button url="/settings/notifications/suppressions">{t('settings:undelivered.open')}</Button>
          </InlineStack>
        </SectionCard>
        {RECEIVERS.map((to) => (
          <SectionCard key={to} title={t(`mailSettings:to.${to}`)}>
            <ul className="souk-rows">
              {listOf(to).map((name) => (
                <TemplateRow
                  key={name}
                  label={t(`mailSettings:template.${name}`)}
                  url={`/settings/notifications/templates/${name}`}
                  isEdited={edited.includes(name)}
                >
                  <TemplateSwitch name={name} field={form.field<unknown>(`templates.${name}.enabled`)} isOff={isOff} />
                </TemplateRow>
              ))}
            </ul>
          </SectionCard>
        ))}
        <SectionCard title={t('mailSettings:documents')}>
          <ul className="souk-rows">
            {DOCUMENT_TEMPLATE_NAMES.map((name) => (
              <TemplateRow
                key={name}
                label={t(`documents:kind.${name}`)}
                url={`/orders/documents/${name}`}
                isEdited={edited.includes(name)}
              >
                <Box paddingBlock="100">{t(`documents:kind.${name}`)}</Box>
              </TemplateRow>
            ))}
          </ul>
        </SectionCard>
      </Stack>
    </ScreenPage>
  );
}

type RowProps = { label: string; url: string; isEdited: boolean; children: ReactNode };

/** One template: its switch or name, whether its text is the store's own, and the way to the text. */
function TemplateRow({ label, url, isEdited, children }: RowProps) {
  const t = useText();
  return (
    <li>
      <InlineStack gap="200" blockAlign="center" align="space-between" wrap={false}>
        {children}
        <InlineStack gap="200" blockAlign="center" wrap={false}>
          {isEdited ? <Badge tone="info">{t('mailSettings:edited')}</Badge> : null}
          <Button variant="plain" url={url} accessibilityLabel={t('mailSettings:editOf', { name: label })}>
            {t('mailSettings:edit')}
          </Button>
        </InlineStack>
      </InlineStack>
    </li>
  );
}

type Field = Omit<Parameters<typeof CheckboxInput>[0], 'label'>;

function TemplateSwitch({ name, field, isOff }: { name: MailTemplateName; field: Field; isOff: boolean }) {
  const t = useText();
  const label = t(`mailSettings:template.${name}`);
  if (MAIL_TEMPLATES[name].essential) {
    return (
      <Box paddingBlock="100">
        <InlineStack gap="200" blockAlign="center">
          <Text as="span">{label}</Text>
          <Badge>{t('mailSettings:always')}</Badge>
        </InlineStack>
      </Box>
    );
  }
  return (
    <CheckboxInput {...field} value={!isOff && field.value === true} disabled={isOff || field.disabled} label={label} />
  );
}
