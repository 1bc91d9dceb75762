import { Banner, BlockStack, Button, Divider, Form, InlineStack, Text } from '@shopify/polaris';
import { CheckboxInput, TextInput } from '#app/ui/forms/fields.tsx';
import { useForm } from '#app/ui/forms/use-form.ts';
import { useText } from '#app/ui/i18n/use-text.ts';
import { SectionCard } from '#app/ui/components/cards.tsx';
import { Facts } from '#app/ui/components/layout.tsx';
import type { PaypalState } from '../payment-providers.contract.ts';
import { ModeBadge, ProblemBanner, RemoveKey, useKeyFacts } from './key-parts.tsx';

/** The credentials of PayPal: for which of its worlds, whether payouts are granted, and others in their place. */
export function PaypalCard({ paypal }: { paypal: PaypalState }) {
  const t = useText();
  return (
    <SectionCard
      title={t('payments:paypal.title')}
      aside={paypal.isSet ? <ModeBadge isTest={paypal.isSandbox} /> : undefined}
    >
      <BlockStack gap="400">
        <Text as="p" tone="subdued">
          {t('payments:paypal.about')}
        </Text>
        {paypal.isSet ? <Known paypal={paypal} /> : null}
        {/* After a save it begins anew, so that no key stays in a field. */}
        <NewPair key={paypal.savedAt ?? ''} isSet={paypal.isSet} isSandbox={paypal.isSandbox} />
      </BlockStack>
    </SectionCard>
  );
}

function Known({ paypal }: { paypal: PaypalState }) {
  const t = useText();
  const own = useKeyFacts('paypal', paypal);
  const granted = paypal.mayPayOut === null ? 'unknown' : paypal.mayPayOut ? 'granted' : 'notGranted';
  return (
    <BlockStack gap="300">
      <ProblemBanner provider="paypal" problem={paypal.problem} />
      <Facts facts={[{ label: t('payments:facts.payouts'), value: t(`payments:facts.${granted}`) }, ...own]} />
      <RemoveKey provider="paypal" />
      <Divider />
    </BlockStack>
  );
}

function NewPair({ isSet, isSandbox }: { isSet: boolean; isSandbox: boolean }) {
  const t = useText();
  const form = useForm({
    schema: () => import('../payment-providers.contract.ts').then(({ paypalKeySchema }) => paypalKeySchema),
    initial: { clientId: '', clientSecret: '', isSandbox },
    method: 'put',
    done: t('payments:key.saved'),
  });
  return (
    <Form onSubmit={form.submit} noValidate>
      <BlockStack gap="300">
        {form.formError ? <Banner tone="critical">{form.formError}</Banner> : null}
        <TextInput {...form.field('clientId')} label={t('payments:paypal.clientId')} maxLength={255} />
        <TextInput
          {...form.field('clientSecret')}
          label={t('payments:paypal.clientSecret')}
          helpText={t('payments:key.encrypted')}
          type="password"
          autoComplete="off"
          maxLength={255}
        />
        <CheckboxInput {...form.field<unknown>('isSandbox')} label={t('payments:paypal.isSandbox')} />
        <InlineStack align="end">
          <Button submit variant={isSet ? 'secondary' : 'primary'} loading={form.saving} disabled={!form.dirty}>
            {t('payments:paypal.save')}
          </Button>
        </InlineStack>
      </BlockStack>
    </Form>
  );
}
