import { Banner, BlockStack, Button, ButtonGroup, InlineStack } from '@shopify/polaris';
import { CheckboxInput, SelectInput, TextInput } from '#app/ui/forms/fields.tsx';
import { useForm, type Form } from '#app/ui/forms/use-form.ts';
import { useText } from '#app/ui/i18n/use-text.ts';
import { SectionCard } from '#app/ui/components/cards.tsx';
import type { KindsDto } from '../entries.contract.ts';
import { ENTRY_TYPES } from '../entry-value.ts';
import { FILE_TYPES } from '../file-value.ts';
import { CHOOSING_TYPES, FILLABLE_TYPES, isFillable, OWNERS, type Specification } from '../specification.ts';
import type { SpecificationsDto } from '../specifications.contract.ts';
import {
  formatField,
  FILE_CHOICES,
  buildForm,
  hasBounds,
  hasText,
  keyOfName,
  NEW_SECTION,
  buildPayload,
  type FormValues,
} from '../specification-form.ts';
import { EntryRules } from './entry-rules.tsx';
import { useTypeName } from './use-type-name.ts';

type FormProps = {
  /** What is changed or taken over; undefined for one that is made from nothing. */
  known: Specification | undefined;
  isNew: boolean;
  loaded: SpecificationsDto;
  /** The kinds of entries that the store has. */
  entries: KindsDto;
  onGranted: () => void;
  onClose: () => void;
  onSaved: () => void;
};

/** The form of one specification. Its name in the store and its type stay what they are once it is there. */
export function SpecificationForm({ known, isNew, loaded, entries, onGranted, onClose, onSaved }: FormProps) {
  const t = useText();
  const form = useForm<FormValues>({
    schema: () => import('../specifications.contract.ts').then(({ specificationInput }) => specificationInput),
    initial: buildForm(known, loaded.sections),
    toPayload: (values) => buildPayload(values, loaded.version),
    toField: formatField,
    done: t('specifications:form.saved'),
    onDone: onSaved,
  });
  return (
    <SectionCard title={known ? t('specifications:form.edit', { name: known.name }) : t('specifications:form.new')}>
      <BlockStack gap="400">
        {form.formError ? <Banner tone="critical">{form.formError}</Banner> : null}
        <Identity form={form} isFixed={known !== undefined} />
        <TextInput
          {...form.field('description')}
          label={t('specifications:form.description')}
          optional
          maxLength={255}
        />
        {ENTRY_TYPES.includes(form.values.type) ? (
          <EntryRules form={form} entries={entries} isFixed={known !== undefined} onGranted={onGranted} />
        ) : (
          <Rules form={form} />
        )}
        <Place form={form} loaded={loaded} known={known} />
        <InlineStack align="end">
          <ButtonGroup>
            <Button onClick={onClose}>{t('specifications:form.cancel')}</Button>
            <Button variant="primary" loading={form.saving} disabled={!form.dirty && !isNew} onClick={form.submit}>
              {t('specifications:form.save')}
            </Button>
          </ButtonGroup>
        </InlineStack>
      </BlockStack>
    </SectionCard>
  );
}

function Identity({ form, isFixed }: { form: Form<FormValues>; isFixed: boolean }) {
  const t = useText();
  const typeName = useTypeName();
  const { type, name } = form.values;
  const types: readonly string[] = isFillable(type) ? FILLABLE_TYPES : [type, ...FILLABLE_TYPES];
  return (
    <>
      <div className="specification-pair">
        <TextInput {...form.field('name')} label={t('specifications:form.name')} maxLength={255} />
        <SelectInput
          {...form.field('type')}
          disabled={isFixed}
          label={t('specifications:form.type')}
          choices={types.map((one) => ({ value: one, label: typeName(one) }))}
        />
      </div>
      <div className="specification-pair">
        <TextInput
          {...form.field('key')}
          disabled={isFixed}
          label={t('specifications:form.key')}
          helpText={t('specifications:form.keyHelp')}
          placeholder={keyOfName(name)}
          maxLength={64}
        />
        <SelectInput
          {...form.field('owner')}
          disabled={isFixed}
          label={t('specifications:form.owner')}
          choices={OWNERS.map((owner) => ({ value: owner, label: t(`specifications:owners.${owner}`) }))}
        />
      </div>
    </>
  );
}

/** What a value has to be, as far as its type lets that be said. */
function Rules({ form }: { form: Form<FormValues> }) {
  const t = useText();
  const { type, upload } = form.values;
  const isText = hasText(type);
  return (
    <>
      {type === 'single_line_text_field' ? (
        <CheckboxInput {...form.field<unknown>('upload')} label={t('specifications:form.upload')} />
      ) : null}
      {CHOOSING_TYPES.includes(type) && !upload ? (
        <TextInput
          {...form.field('choices')}
          label={t('specifications:form.choices')}
          helpText={t('specifications:form.choicesHelp')}
          optional
          lines={3}
        />
      ) : null}
      {hasBounds(type) && !upload ? (
        <div className="specification-pair">
          <TextInput
            {...form.field('min')}
            label={t(isText ? 'specifications:form.minCharacters' : 'specifications:form.min')}
            optional
            maxLength={40}
          />
          <TextInput
            {...form.field('max')}
            label={t(isText ? 'specifications:form.maxCharacters' : 'specifications:form.max')}
            optional
            maxLength={40}
          />
        </div>
      ) : null}
      {isText && !upload ? (
        <TextInput
          {...form.field('pattern')}
          label={t('specifications:form.pattern')}
          helpText={t('specifications:form.patternHelp')}
          optional
          maxLength={300}
        />
      ) : null}
      {FILE_TYPES.includes(type) ? (
        <SelectInput
          {...form.field('files')}
          label={t('specifications:form.files')}
          choices={FILE_CHOICES.map((value) => ({
            value,
            label: t(`specifications:files.${value === '' ? 'any' : (value.replace(',', '') as 'Image')}`),
          }))}
        />
      ) : null}
      {type === 'rating' ? (
        <div className="specification-pair">
          <TextInput {...form.field('scaleMin')} label={t('specifications:form.scaleMin')} maxLength={20} />
          <TextInput {...form.field('scaleMax')} label={t('specifications:form.scaleMax')} maxLength={20} />
        </div>
      ) : null}
    </>
  );
}

type PlaceProps = { form: Form<FormValues>; loaded: SpecificationsDto; known: Specification | undefined };

/** Where it stands in the editor, for whom, and when. */
function Place({ form, loaded, known }: PlaceProps) {
  const t = useText();
  const { section, whenKey } = form.values;
  const others = loaded.specifications.filter(
    (one) => !(known && one.namespace === known.namespace && one.key === known.key),
  );
  return (
    <>
      <div className="specification-pair">
        <SelectInput
          {...form.field('section')}
          label={t('specifications:form.section')}
          choices={[
            { value: '', label: t('specifications:form.noSection') },
            ...loaded.sections.map(({ name }) => ({ value: name, label: name })),
            { value: NEW_SECTION, label: t('specifications:form.newSection') },
          ]}
        />
        {section === NEW_SECTION ? (
          <TextInput {...form.field('newSection')} label={t('specifications:form.newSectionName')} maxLength={100} />
        ) : null}
      </div>
      <BlockStack>
        <CheckboxInput {...form.field<unknown>('show')} label={t('specifications:form.show')} />
        <CheckboxInput
          {...form.field<unknown>('required')}
          label={t('specifications:form.required')}
          helpText={t('specifications:form.requiredHelp')}
        />
      </BlockStack>
      <div className="specification-pair">
        <SelectInput
          {...form.field('whenKey')}
          label={t('specifications:form.when')}
          choices={[
            { value: '', label: t('specifications:form.always') },
            { value: 'productType', label: t('specifications:form.productType') },
            ...others.map((one) => ({
              value: `${one.namespace}.${one.key}`,
              label: t('specifications:form.whenKey', { name: one.name }),
            })),
            ...unknownKey(whenKey, others),
          ]}
        />
        {whenKey === '' ? null : (
          <TextInput
            {...form.field('whenValues')}
            label={t('specifications:form.values')}
            helpText={t('specifications:form.valuesHelp')}
            lines={3}
          />
        )}
      </div>
    </>
  );
}

/** A condition that was written in another way than the list names it stays what it is. */
function unknownKey(key: string, others: readonly Specification[]): { value: string; label: string }[] {
  const isListed = ['', 'productType'].includes(key) || others.some((one) => `${one.namespace}.${one.key}` === key);
  return isListed ? [] : [{ value: key, label: key }];
}
