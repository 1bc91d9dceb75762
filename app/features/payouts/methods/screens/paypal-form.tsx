import { Banner, BlockStack, Button, Form, InlineStack, Text } from '@shopify/polaris';
import { ChoiceInput, TextInput } from '#app/ui/forms/fields.tsx';
import { useForm } from '#app/ui/forms/use-form.ts';
import { useText } from '#app/ui/i18n/use-text.ts';
import { SectionCard } from '#app/ui/components/cards.tsx';
import type { PayoutMethodView } from '../payout-methods.contract.ts';
import { useReplacing } from './use-replacing.ts';

/** Where PayPal sends the vendor's money: an e-mail address, or a Venmo handle in stores that count in US dollars. */
export function PaypalForm({ method }: { method: PayoutMethodView }) {
  const t = useText();
  const { paypal } = method;
  const isAgreed = useReplacing(method, 'paypal');
  const form = useForm({
    schema: () => import('../payout-methods.contract.ts').then(({ paypalRegistration }) => paypalRegistration),
    initial: { emailOrVenmo: paypal.receiver, type: paypal.type ?? 'EMAIL' },
    method: 'put',
    done: t('payments:method.paypal.saved'),
  });
  const submit = async (): Promise<void> => {
    if (await isAgreed()) form.submit();
  };
  return (
    <SectionCard title={paypal.takesVenmo ? t('payments:method.paypal.title') : 'PayPal'}>
      <Form onSubmit={() => void submit()} noValidate>
        <BlockStack gap="300">
          <Text as="p" tone="subdued">
            {t('payments:method.paypal.about')}
          </Text>
          {form.formError ? <Banner tone="critical">{form.formError}</Banner> : null}
          {paypal.takesVenmo ? (
            <ChoiceInput
              {...form.field<unknown>('type')}
              label={t('payments:method.paypal.type')}
              choices={[
                { value: 'EMAIL', label: t('payments:method.paypal.email') },
                { value: 'USER_HANDLE', label: t('payments:method.paypal.venmo') },
              ]}
            />
          ) : null}
          <TextInput
            {...form.field('emailOrVenmo')}
            label={paypal.takesVenmo ? t('payments:method.paypal.address') : t('payments:method.paypal.email')}
            maxLength={127}
          />
          <InlineStack align="end">
            <Button submit loading={form.saving} disabled={!form.dirty && method.kind === 'paypal'}>
              {t('payments:method.paypal.save')}
            </Button>
          </InlineStack>
        </BlockStack>
      </Form>
    </SectionCard>
  );
}
