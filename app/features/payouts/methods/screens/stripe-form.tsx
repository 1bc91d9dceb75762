import { Banner, BlockStack, Button, Form, InlineStack, Text } from '@shopify/polaris';
import { SelectInput, TextInput } from '#app/ui/forms/fields.tsx';
import { useForm } from '#app/ui/forms/use-form.ts';
import { useText } from '#app/ui/i18n/use-text.ts';
import { SectionCard } from '#app/ui/components/cards.tsx';
import { useFormat } from '#app/ui/shell/shell-context.tsx';
import type { PayoutMethodView } from '../payout-methods.contract.ts';
import { useReplacing } from './use-replacing.ts';

/** Registers the vendor with Stripe: whom Stripe writes to, and in which country the money arrives. */
export function StripeForm({ method, email }: { method: PayoutMethodView; email: string }) {
  const t = useText();
  const format = useFormat();
  const isAgreed = useReplacing(method, 'stripe');
  const form = useForm({
    schema: () => import('../payout-methods.contract.ts').then(({ stripeRegistration }) => stripeRegistration),
    initial: { email, country: '' },
    toPayload: (typed) => typed,
    done: t('payments:method.stripe.registered'),
  });
  const submit = async (): Promise<void> => {
    if (await isAgreed()) form.submit();
  };
  const choices = method.stripe.countries
    .map((value) => ({ value, label: format.country(value) }))
    .sort((a, b) => a.label.localeCompare(b.label));
  return (
    <SectionCard title={t('payments:method.stripe.register')}>
      <Form onSubmit={() => void submit()} noValidate>
        <BlockStack gap="300">
          <Text as="p" tone="subdued">
            {t('payments:method.stripe.about')}
          </Text>
          {form.formError ? <Banner tone="critical">{form.formError}</Banner> : null}
          <TextInput
            {...form.field('email')}
            label={t('payments:method.stripe.email')}
            type="email"
            autoComplete="email"
            maxLength={254}
          />
          <SelectInput
            {...form.field('country')}
            label={t('payments:method.stripe.country')}
            helpText={t('payments:method.stripe.countryHelp')}
            choices={choices}
            placeholder={t('payments:method.stripe.country')}
          />
          <InlineStack align="end">
            <Button submit variant={method.kind === null ? 'primary' : 'secondary'} loading={form.saving}>
              {t('payments:method.stripe.register')}
            </Button>
          </InlineStack>
        </BlockStack>
      </Form>
    </SectionCard>
  );
}
