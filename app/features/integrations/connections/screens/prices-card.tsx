import { Banner, BlockStack, Button, Form, Text } from '@shopify/polaris';
import { SectionCard } from '#app/ui/components/cards.tsx';
import { EndRow } from '#app/ui/components/layout.tsx';
import { CheckboxInput, MoneyInput, NumberInput } from '#app/ui/forms/fields.tsx';
import { useForm } from '#app/ui/forms/use-form.ts';
import { useText } from '#app/ui/i18n/use-text.ts';
import type { IntegrationKeysDto } from '../connections.contract.ts';

/** How prices of the own store become prices here, and which of its later changes are taken over. */
export function PricesCard({ found }: { found: IntegrationKeysDto }) {
  const t = useText();
  const { additionalCost, additionalFactor, skipPriceUpdate, skipContentUpdate, currency } = found;
  const canEdit = found.canEdit && found.canChangeProducts;
  const form = useForm({
    schema: () => import('../connections.contract.ts').then(({ syncSettingsInput }) => syncSettingsInput),
    initial: { additionalCost, additionalFactor, skipPriceUpdate, skipContentUpdate },
    method: 'put',
    done: t('integrations:prices.saved'),
  });
  const own = (name: string) => ({ ...form.field<unknown>(name), disabled: !canEdit || form.saving });
  return (
    <SectionCard title={t('integrations:prices.title')}>
      <Form onSubmit={form.submit} noValidate>
        <BlockStack gap="300">
          {form.formError ? <Banner tone="critical">{form.formError}</Banner> : null}
          <Text as="p" tone="subdued">
            {t('integrations:prices.about')}
          </Text>
          <NumberInput
            {...own('additionalFactor')}
            label={t('integrations:prices.factor')}
            helpText={t('integrations:prices.factorHelp')}
          />
          <MoneyInput {...own('additionalCost')} label={t('integrations:prices.cost')} currency={currency} />
          <CheckboxInput
            {...own('skipPriceUpdate')}
            label={t('integrations:prices.skipPrice')}
            helpText={t('integrations:prices.skipPriceHelp')}
          />
          <CheckboxInput
            {...own('skipContentUpdate')}
            label={t('integrations:prices.skipContent')}
            helpText={t('integrations:prices.skipContentHelp')}
          />
          {canEdit ? (
            <EndRow>
              <Button submit loading={form.saving} disabled={!form.dirty}>
                {t('integrations:prices.save')}
              </Button>
            </EndRow>
          ) : null}
        </BlockStack>
      </Form>
    </SectionCard>
  );
}
