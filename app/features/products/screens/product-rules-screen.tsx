import { Banner, BlockStack, Text } from '@shopify/polaris';
import {
  CheckboxInput,
  ChoiceInput,
  NumberInput,
  PercentInput,
  SelectInput,
  TextInput,
} from '#app/ui/forms/fields.tsx';
import { useForm, type Form } from '#app/ui/forms/use-form.ts';
import { useText } from '#app/ui/i18n/use-text.ts';
import { ScreenPage } from '#app/ui/page/screen-page.tsx';
import { SectionCard } from '#app/ui/components/cards.tsx';
import { CHANGE_ORIGINS, HOLD_MODES, type ChangeOrigin } from '../policy.ts';
import type { Channels, ProductRules, ProductRulesDto } from '../form/product-rules.contract.ts';

/** A mode of an origin; empty: as at the form. */
type TypedOrigins = Record<ChangeOrigin, string>;
type Typed = Omit<ProductRules, 'hold' | 'priceTolerance' | 'holdByOrigin' | 'lowStock'> & {
  hold: string;
  priceTolerance: string;
  lowStock: string;
  holdByOrigin: TypedOrigins;
};

const typeOrigins = (known: ProductRules['holdByOrigin']): TypedOrigins =>
  Object.fromEntries(CHANGE_ORIGINS.map((origin) => [origin, known[origin] ?? ''])) as TypedOrigins;
const readOrigins = (typed: TypedOrigins): Record<ChangeOrigin, string | null> =>
  Object.fromEntries(CHANGE_ORIGINS.map((origin) => [origin, typed[origin] || null])) as Record<
    ChangeOrigin,
    string | null
  >;

/** What the marketplace asks of vendors' products, and what they may change of live ones without a look of it. */
export function ProductRulesScreen({ rules, version, channels }: ProductRulesDto & { channels: Channels }) {
  const t = useText();
  const form = useForm<Typed>({
    schema: () => import('../form/product-rules.contract.ts').then(({ productRulesBody }) => productRulesBody),
    initial: {
      ...rules,
      priceTolerance: rules.priceTolerance?.toString() ?? '',
      lowStock: rules.lowStock?.toString() ?? '',
      holdByOrigin: typeOrigins(rules.holdByOrigin),
    },
    toPayload: ({ priceTolerance, lowStock, holdByOrigin, ...typed }) => ({
      rules: {
        ...typed,
        priceTolerance: priceTolerance === '' ? null : Number(priceTolerance),
        lowStock: lowStock === '' ? null : Number(lowStock),
        holdByOrigin: readOrigins(holdByOrigin),
      },
      version,
    }),
    toField: (path) => path.replace(/^rules\./, ''),
    method: 'put',
    done: t('changes:rules.saved'),
  });
  return (
    <ScreenPage
      title={t('settings:row.autoApprove.name')}
      subtitle={t('changes:rules.subtitle')}
      saveBar={form.saveBar}
      kind="form"
    >
      <BlockStack gap="400">
        {form.formError ? <Banner tone="critical">{form.formError}</Banner> : null}
        <HoldCard form={form} />
        <OriginsCard form={form} />
        <NewCard form={form} />
        <ChannelsCard form={form} channels={channels} />
        <LowStockCard form={form} />
      </BlockStack>
    </ScreenPage>
  );
}

function HoldCard({ form }: { form: Form<Typed> }) {
  const t = useText();
  return (
    <SectionCard title={t('changes:rules.hold')}>
      <BlockStack gap="400">
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
  );
}

/** What waits of changes that are not made in the form. */
function OriginsCard({ form }: { form: Form<Typed> }) {
  const t = useText();
  const choices = [
    { value: '', label: t('changes:origins.same') },
    ...HOLD_MODES.map((value) => ({ value, label: t(`changes:origins.${value}`) })),
  ];
  return (
    <SectionCard title={t('changes:origins.card')}>
      <BlockStack gap="400">
        <Text as="p" tone="subdued">
          {t('changes:origins.about')}
        </Text>
        {CHANGE_ORIGINS.map((origin) => (
          <SelectInput
            key={origin}
            {...form.field(`holdByOrigin.${origin}`)}
            label={t(`changes:origins.of.${origin}`)}
            choices={choices}
          />
        ))}
      </BlockStack>
    </SectionCard>
  );
}

function NewCard({ form }: { form: Form<Typed> }) {
  const t = useText();
  return (
    <SectionCard title={t('changes:limits.card')}>
      <BlockStack gap="400">
        <CheckboxInput
          {...form.field('autoApprove.enabledDefault')}
          label={t('changes:limits.autoApprove')}
          helpText={t('changes:limits.autoApproveHelp')}
        />
        <TextInput
          {...form.field('templateSuffix')}
          label={t('changes:limits.template')}
          helpText={t('changes:limits.templateHelp')}
          optional
          maxLength={100}
        />
        <CheckboxInput
          {...form.field('uniqueSkus')}
          label={t('changes:limits.uniqueSkus')}
          helpText={t('changes:limits.uniqueSkusHelp')}
        />
      </BlockStack>
    </SectionCard>
  );
}

/** From when on vendors are told that something runs out. */
function LowStockCard({ form }: { form: Form<Typed> }) {
  const t = useText();
  return (
    <SectionCard title={t('changes:lowStock.card')}>
      <NumberInput
        {...form.field('lowStock')}
        label={t('changes:lowStock.label')}
        helpText={t('changes:lowStock.help')}
        optional
      />
    </SectionCard>
  );
}

/** Where approved products are sold. A channel that the store no longer has can be taken off the list, not put on. */
function ChannelsCard({ form, channels }: { form: Form<Typed>; channels: Channels }) {
  const t = useText();
  const field = form.field<unknown>('publications');
  const gone = form.values.publications.filter((id) => channels?.every((channel) => channel.id !== id));
  return (
    <SectionCard title={t('changes:channels.card')}>
      {channels === null ? (
        <Banner tone="warning">{t('changes:channels.unread')}</Banner>
      ) : (
        <ChoiceInput
          {...field}
          multiple
          label={t('changes:channels.label')}
          helpText={t('changes:channels.help')}
          choices={[
            ...channels.map(({ id, name }) => ({ value: id, label: name || id })),
            ...gone.map((id) => ({ value: id, label: t('changes:channels.gone', { id }) })),
          ]}
        />
      )}
    </SectionCard>
  );
}
