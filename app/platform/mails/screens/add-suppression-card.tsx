import { Form as PolarisForm, Banner, Button, FormLayout, InlineStack } from '@shopify/polaris';
import { SectionCard } from '#app/ui/components/cards.tsx';
import { SelectInput, TextInput } from '#app/ui/forms/fields.tsx';
import { useForm } from '#app/ui/forms/use-form.ts';
import { useText } from '#app/ui/i18n/use-text.ts';
import { MAX_DETAIL, SUPPRESSION_KINDS } from '../suppressions/suppression.ts';

/** Puts an address on the list by hand: somebody complained, or a message came back by another way. */
export function AddSuppressionCard() {
  const t = useText();
  const form = useForm({
    schema: () => import('../suppressions/suppressions.contract.ts').then(({ suppressionInput }) => suppressionInput),
    initial: { email: '', kind: 'blocked', detail: '' },
    done: t('settings:undelivered.added'),
  });
  return (
    <SectionCard title={t('settings:undelivered.add')}>
      <PolarisForm onSubmit={form.submit} noValidate>
        <FormLayout>
          {form.formError ? <Banner tone="critical">{form.formError}</Banner> : null}
          <FormLayout.Group>
            <TextInput {...form.field('email')} label={t('settings:undelivered.email')} type="email" />
            <SelectInput
              {...form.field('kind')}
              label={t('settings:undelivered.kindTitle')}
              choices={SUPPRESSION_KINDS.map((value) => ({ value, label: t(`settings:undelivered.kind.${value}`) }))}
            />
          </FormLayout.Group>
          <TextInput
            {...form.field('detail')}
            label={t('settings:undelivered.detail')}
            maxLength={MAX_DETAIL}
            optional
          />
          <InlineStack>
            <Button submit loading={form.saving}>
              {t('settings:undelivered.addAction')}
            </Button>
          </InlineStack>
        </FormLayout>
      </PolarisForm>
    </SectionCard>
  );
}
