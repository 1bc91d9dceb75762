import { Banner, BlockStack, Button, Form, InlineStack, Text } from '@shopify/polaris';
import { SectionCard } from '#app/ui/components/cards.tsx';
import { EndRow } from '#app/ui/components/layout.tsx';
import { TextInput } from '#app/ui/forms/fields.tsx';
import { useForm } from '#app/ui/forms/use-form.ts';
import { useText } from '#app/ui/i18n/use-text.ts';
import { MAX_REPORT_SECRET } from '../label.ts';
import type { ShippoState } from '../shippo-key.contract.ts';

/** The secret with which Shippo signs its reports. It begins again after a save, so that no secret stays in a field. */
export function ReportSecretCard({ found }: { found: ShippoState }) {
  const t = useText();
  const form = useSecretForm(found, t('labels:settings.reports.saved'));
  const none = useSecretForm(found, t('labels:settings.reports.removed'));
  const problem = form.formError ?? none.formError;
  return (
    <SectionCard title={t('labels:settings.reports.title')}>
      <Form onSubmit={form.submit} noValidate>
        <BlockStack gap="300">
          {problem ? <Banner tone="critical">{problem}</Banner> : null}
          <Text as="p" tone="subdued">
            {t('labels:settings.reports.about')}
          </Text>
          {found.checksSignatures ? (
            <>
              <Text as="p">{t('labels:settings.reports.on')}</Text>
              <InlineStack>
                <Button variant="plain" tone="critical" loading={none.saving} onClick={none.submit}>
                  {t('labels:settings.reports.remove')}
                </Button>
              </InlineStack>
            </>
          ) : null}
          <TextInput
            {...form.field('reportSecret')}
            label={t('labels:settings.reports.secret')}
            helpText={t('labels:settings.reports.hint')}
            type="password"
            autoComplete="off"
            maxLength={MAX_REPORT_SECRET}
          />
          <EndRow>
            <Button submit loading={form.saving} disabled={!form.dirty}>
              {t('labels:settings.reports.save')}
            </Button>
          </EndRow>
        </BlockStack>
      </Form>
    </SectionCard>
  );
}

const NOTHING = { reportSecret: '' };

function useSecretForm({ chargeVendor, version }: ShippoState, done: string) {
  return useForm({
    schema: () => import('../shippo-key.contract.ts').then(({ labelSettingsBody }) => labelSettingsBody),
    initial: NOTHING,
    toPayload: (values) => ({ ...values, chargeVendor, version }),
    method: 'put',
    done,
  });
}
