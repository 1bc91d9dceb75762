import { Banner, BlockStack, Text } from '@shopify/polaris';
import { ChoiceInput, PercentInput } from '#app/ui/forms/fields.tsx';
import { useForm } from '#app/ui/forms/use-form.ts';
import { useText } from '#app/ui/i18n/use-text.ts';
import { ScreenPage } from '#app/ui/page/screen-page.tsx';
import { SectionCard } from '#app/ui/parts/cards.tsx';
import { HOLD_MODES } from '../policy.ts';
import { productRulesBody, type ProductRulesWire } from '../product-rules.contract.ts';

/** What vendors may change on live products without a look of the marketplace. */
export function ProductRulesScreen({ rules, version }: ProductRulesWire) {
  const t = useText();
  const form = useForm({
    schema: productRulesBody,
    initial: { hold: rules.hold as string, priceTolerance: rules.priceTolerance?.toString() ?? '' },
    toPayload: ({ hold, priceTolerance }) => ({
      rules: { hold, priceTolerance: priceTolerance === '' ? null : Number(priceTolerance) },
      version,
    }),
    toField: (path) => path.replace(/^rules\./, ''),
    method: 'put',
    done: t('changes:rules.saved'),
  });
  return (
    <ScreenPage
      title={t('changes:rules.title')}
      subtitle={t('changes:rules.subtitle')}
      back={{ label: t('changes:title'), url: '/changes' }}
      saveBar={form.saveBar}
    >
      <SectionCard title={t('changes:rules.hold')}>
        <BlockStack gap="400">
          {form.formError ? <Banner tone="critical">{form.formError}</Banner> : null}
          <ChoiceInput
            {...form.field('hold')}
            label={t('changes:rules.hold')}
            labelHidden
            helpText={t('changes:rules.holdHelp')}
            choices={HOLD_MODES.map((value) => ({ value, label: t(`changes:rules.${value}`) }))}
          />
          <PercentInput
            {...form.field('priceTolerance')}
            label={t('changes:rules.tolerance')}
            helpText={t('changes:rules.toleranceHelp')}
            optional
          />
          <Text as="p" tone="subdued">
            {t('changes:rules.note')}
          </Text>
        </BlockStack>
      </SectionCard>
    </ScreenPage>
  );
}
