import { BlockStack, Text } from '@shopify/polaris';
import { CheckboxInput, SelectInput } from '#app/ui/forms/fields.tsx';
import type { Form } from '#app/ui/forms/use-form.ts';
import { useText } from '#app/ui/i18n/use-text.ts';
import { AccessBanner } from '#app/ui/components/access-banner.tsx';
import type { KindsDto } from '../entries.contract.ts';
import { canMakeVariants, type FormValues } from '../specification-form.ts';

/** The accesses of the store by which its entries are read and added, by the platform's names. */
const SCOPES = ['read_metaobject_definitions', 'write_metaobjects'];

type RulesProps = {
  form: Form<FormValues>;
  entries: KindsDto;
  /** The kind is the definition's, which keeps it. */
  isFixed: boolean;
  onGranted: () => void;
};

/** Which entries a specification is chosen from, and what the marketplace lets vendors do with them. */
export function EntryRules({ form, entries, isFixed, onGranted }: RulesProps) {
  const t = useText();
  const { granted, kinds } = entries;
  const { kind, entriesAdd } = form.values;
  const isKnown = kind === '' || kinds.some(({ id }) => id === kind);
  return (
    <>
      {granted ? null : (
        <AccessBanner
          scopes={SCOPES}
          texts={{
            title: t('specifications:access.title'),
            body: t('specifications:access.body'),
            external: t('specifications:access.external'),
            action: t('specifications:access.action'),
            declined: t('specifications:access.declined'),
          }}
          onGranted={onGranted}
        />
      )}
      {granted && kinds.length === 0 ? (
        <Text as="p" tone="caution">
          {t('specifications:form.noKinds')}
        </Text>
      ) : null}
      <SelectInput
        {...form.field('kind')}
        disabled={isFixed || kinds.length === 0}
        label={t('specifications:form.kind')}
        helpText={t('specifications:form.kindHelp')}
        choices={[
          { value: '', label: t('specifications:form.kindChoose') },
          ...(isKnown ? [] : [{ value: kind, label: kind.split('/').at(-1) ?? kind }]),
          ...kinds.map(({ id, name }) => ({ value: id, label: name })),
        ]}
      />
      <BlockStack>
        <CheckboxInput {...form.field<unknown>('entriesAdd')} label={t('specifications:form.entriesAdd')} />
        {entriesAdd ? (
          <CheckboxInput
            {...form.field<unknown>('entriesOwn')}
            label={t('specifications:form.entriesOwn')}
            helpText={t('specifications:form.entriesOwnHelp')}
          />
        ) : null}
        {canMakeVariants(form.values) ? (
          <CheckboxInput
            {...form.field<unknown>('entriesVariants')}
            label={t('specifications:form.entriesVariants')}
            helpText={t('specifications:form.entriesVariantsHelp')}
          />
        ) : null}
      </BlockStack>
    </>
  );
}
