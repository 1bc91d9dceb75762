import { Badge, Banner, BlockStack, Button, InlineStack, Text } from '@shopify/polaris';
import { MAIL_SERVICE_NAMES, MAIL_SERVICES, type MailService } from '#app/core/mail-service.ts';
import { SectionCard } from '#app/ui/components/cards.tsx';
import { Facts } from '#app/ui/components/layout.tsx';
import { SelectInput, TextInput } from '#app/ui/forms/fields.tsx';
import { useForm } from '#app/ui/forms/use-form.ts';
import { useText } from '#app/ui/i18n/use-text.ts';
import { useConfirm } from '#app/ui/page/confirm.tsx';
import { When } from '#app/ui/time/when.tsx';
import type { MailServiceDto } from '../integration/integration.contract.ts';

/** The service that sends mails to vendors: what is connected and whether it works, another key, and disconnecting. */
export function MailServiceCard({ connected }: { connected: MailServiceDto }) {
  const t = useText();
  const { service } = connected;
  return (
    <SectionCard
      title={t('mailSettings:service.title')}
      aside={service === 'none' ? null : <Badge tone="success">{MAIL_SERVICE_NAMES[service]}</Badge>}
    >
      <BlockStack gap="300">
        <Text as="p" tone="subdued">
          {t('mailSettings:service.about')}
        </Text>
        {service === 'none' ? null : <Connected service={service} connected={connected} />}
        <Connect key={`${service}|${connected.savedAt ?? ''}`} current={service} />
      </BlockStack>
    </SectionCard>
  );
}

function Connected({ service, connected }: { service: MailService; connected: MailServiceDto }) {
  const t = useText();
  const name = { service: MAIL_SERVICE_NAMES[service] };
  const { hint, accountName, savedAt, acceptedAt, heardAt, problem, receivesBounces } = connected;
  const bounces = !receivesBounces
    ? t('mailSettings:service.deaf')
    : heardAt === null
      ? t('mailSettings:service.neverHeard')
      : null;
  return (
    <>
      {problem === null ? null : (
        <Banner tone={problem === 'busy' || problem === 'unreached' ? 'warning' : 'critical'}>
          {t(`mailSettings:service.problem.${problem}`, name)}
        </Banner>
      )}
      {service === 'klaviyo' ? <Banner tone="info">{t('mailSettings:service.events')}</Banner> : null}
      <Facts
        facts={[
          {
            label: t('mailSettings:service.account'),
            value: [accountName, t('mailSettings:service.known', { hint })].filter(Boolean).join(' · '),
          },
          { label: t('mailSettings:service.since'), value: savedAt === null ? '' : <When at={savedAt} /> },
          {
            label: t('mailSettings:service.accepted'),
            value: acceptedAt === null ? t('mailSettings:service.never') : <When at={acceptedAt} />,
          },
          ...(service === 'brevo'
            ? [
                {
                  label: t('mailSettings:service.bounces'),
                  value: bounces ?? (heardAt === null ? '' : <When at={heardAt} />),
                },
              ]
            : []),
        ]}
      />
      <Disconnect service={service} />
    </>
  );
}

const FIRST: MailService = 'brevo';

function Connect({ current }: { current: MailServiceDto['service'] }) {
  const t = useText();
  const form = useForm({
    schema: () => import('../integration/integration.contract.ts').then(({ integrationInput }) => integrationInput),
    initial: { service: current === 'none' ? FIRST : current, apiKey: '' },
    method: 'patch',
    done: t('mailSettings:service.saved'),
    onDone: () => {
      form.discard();
    },
  });
  const chosen = MAIL_SERVICES.find((one) => one === form.values.service) ?? FIRST;
  return (
    <BlockStack gap="200">
      {form.formError ? <Banner tone="critical">{form.formError}</Banner> : null}
      <SelectInput
        {...form.field('service')}
        label={t('mailSettings:service.choose')}
        choices={MAIL_SERVICES.map((value) => ({ value, label: MAIL_SERVICE_NAMES[value] }))}
        helpText={t(`mailSettings:service.help.${chosen}`)}
      />
      <TextInput
        {...form.field('apiKey')}
        label={t(current === 'none' ? 'mailSettings:service.key' : 'mailSettings:service.otherKey')}
        type="password"
        autoComplete="off"
        maxLength={200}
        connectedRight={
          <Button onClick={form.submit} loading={form.saving} disabled={form.values.apiKey === ''}>
            {t('mailSettings:service.connect')}
          </Button>
        }
      />
    </BlockStack>
  );
}

function Disconnect({ service }: { service: MailService }) {
  const t = useText();
  const confirm = useConfirm();
  const name = { service: MAIL_SERVICE_NAMES[service] };
  const form = useForm({
    initial: {},
    method: 'patch',
    toPayload: () => ({ service: 'none' }),
    done: t('mailSettings:service.removed', name),
  });
  const ask = async (): Promise<void> => {
    const sure = await confirm({
      title: t('mailSettings:service.removeTitle', name),
      body: t('mailSettings:service.removeBody'),
      action: t('mailSettings:service.remove'),
      destructive: true,
    });
    if (sure) form.submit();
  };
  return (
    <InlineStack gap="300" blockAlign="center">
      <Button tone="critical" variant="plain" loading={form.saving} onClick={() => void ask()}>
        {t('mailSettings:service.remove')}
      </Button>
      {form.formError ? <Banner tone="critical">{form.formError}</Banner> : null}
    </InlineStack>
  );
}
