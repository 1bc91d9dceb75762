import { Banner, BlockStack, Box, Button, ButtonGroup, Card, Divider, InlineStack, Link, Text } from '@shopify/polaris';
import { useState } from 'react';
import { useText } from '#app/ui/i18n/use-text.ts';
import { useForm } from '#app/ui/forms/use-form.ts';
import { Avatar } from '#app/ui/components/picture.tsx';
import { StatusBadge } from '#app/ui/components/status-badge.tsx';
import { useWhen, When } from '#app/ui/time/when.tsx';
import type { ShownAnswer } from '#app/features/vendor-profiles/custom-field-values/custom-field-values.contract.ts';
import type { ApplicationDto } from '#app/features/vendor-profiles/applications/applications.contract.ts';
import { AnswerView } from './value-view.tsx';
import { CreateVendorDialog } from './create-vendor-dialog.tsx';
import { RejectDialog } from './reject-dialog.tsx';

type PreviewProps = { application: ApplicationDto };

/** One application with its answers, likely duplicates, and what can be done with it. */
export function ApplicationPreview({ application }: PreviewProps) {
  const t = useText();
  return (
    <section aria-label={application.vendorName}>
      <Card padding="0">
        <Box padding="400">
          <InlineStack gap="300" align="space-between" blockAlign="center" wrap={false}>
            <InlineStack gap="300" blockAlign="center" wrap={false}>
              <Avatar name={application.vendorName} />
              <div>
                <Text as="h2" variant="headingMd" breakWord>
                  {application.vendorName}
                </Text>
                <Text as="p" tone="subdued" breakWord>
                  {application.email}
                </Text>
              </div>
            </InlineStack>
            <StatusBadge status={application.status} />
          </InlineStack>
        </Box>
        <Divider />
        <Box padding="400">
          <BlockStack gap="400">
            <Facts application={application} />
            {application.fields.length === 0 ? (
              <Text as="p" tone="subdued">
                {t('applications:preview.noAnswers')}
              </Text>
            ) : null}
            <Duplicates application={application} />
          </BlockStack>
        </Box>
        <Divider />
        <Box padding="400">
          <Actions application={application} />
        </Box>
      </Card>
    </section>
  );
}

function Facts({ application }: PreviewProps) {
  const t = useText();
  const when = useWhen();
  const { decidedAt, decidedBy } = application;
  return (
    <dl className="souk-answers">
      <div>
        <dt>{t('applications:preview.applied')}</dt>
        <dd>
          <When at={application.receivedAt} />
        </dd>
      </div>
      {application.shown.map((answer) => (
        <div key={answer.key} className={isTall(answer.type) ? 'souk-answer-tall' : undefined}>
          <dt>{answer.name}</dt>
          <dd>
            <AnswerView answer={answer} />
          </dd>
        </div>
      ))}
      {decidedAt ? (
        <div>
          <dt>{t('applications:preview.decided')}</dt>
          <dd>
            {decidedBy
              ? t('applications:preview.decidedBy', { when: when(decidedAt), name: decidedBy })
              : when(decidedAt)}
          </dd>
        </div>
      ) : null}
    </dl>
  );
}

/** Pictures and formatted text take the whole width. */
const isTall = (type: ShownAnswer['type']): boolean => ['image', 'media', 'list_media', 'richtext'].includes(type);

function Duplicates({ application }: PreviewProps) {
  const t = useText();
  if (application.duplicates.length === 0) return null;
  return (
    <Banner tone="warning" title={t('applications:duplicates.title')}>
      <BlockStack gap="100">
        {application.duplicates.map(({ reason, name, applicationId, vendorId, field }) => (
          <p key={applicationId ?? `vendor-${vendorId ?? name}`}>
            {applicationId === null
              ? t('applications:duplicates.nameVendor', { name })
              : t(`applications:duplicates.${reason}`, { name, field: field ?? '' })}{' '}
            {applicationId === null ? null : (
              <Link url={`/applications?open=${applicationId}`}>{t('applications:duplicates.open')}</Link>
            )}
          </p>
        ))}
      </BlockStack>
    </Banner>
  );
}

function Actions({ application }: PreviewProps) {
  const t = useText();
  const [dialog, setDialog] = useState<'create' | 'reject'>();
  const close = (): void => {
    setDialog(undefined);
  };
  const reopen = useForm({
    schema: () =>
      import('#app/features/vendor-profiles/applications/applications.contract.ts').then(
        ({ statusSchema }) => statusSchema,
      ),
    initial: {},
    method: 'put',
    toPayload: () => ({ status: 'pending' }),
    action: `?open=${application.id}`,
    done: t('applications:preview.reopened'),
  });
  return (
    <InlineStack align="end">
      <ButtonGroup>
        {application.editable ? (
          <Button url={`/applications/${application.id}`}>{t('applications:preview.edit')}</Button>
        ) : null}
        {application.status === 'pending' ? (
          <Button
            onClick={() => {
              setDialog('reject');
            }}
          >
            {t('applications:preview.reject')}
          </Button>
        ) : null}
        {application.status !== 'pending' && application.editable ? (
          <Button onClick={reopen.submit} loading={reopen.saving}>
            {t('applications:preview.reopen')}
          </Button>
        ) : null}
        {application.editable && application.status !== 'rejected' ? (
          <Button
            variant="primary"
            onClick={() => {
              setDialog('create');
            }}
          >
            {t('applications:preview.create')}
          </Button>
        ) : null}
        {application.editable ? null : (
          <Button url={`/vendors?q=${encodeURIComponent(application.vendorName)}`}>
            {t('applications:preview.openVendor')}
          </Button>
        )}
      </ButtonGroup>
      {dialog === 'reject' ? <RejectDialog application={application} onClose={close} /> : null}
      {dialog === 'create' ? (
        <CreateVendorDialog
          start={{ name: application.vendorName, identity: application.email }}
          applicationId={application.id}
          action={`?open=${application.id}`}
          onClose={close}
        />
      ) : null}
    </InlineStack>
  );
}
