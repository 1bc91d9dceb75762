import { Banner, BlockStack, Button, Divider, Form, InlineStack, Text } from '@shopify/polaris';
import { TextInput } from '#app/ui/forms/fields.tsx';
import { useForm } from '#app/ui/forms/use-form.ts';
import { useText } from '#app/ui/i18n/use-text.ts';
import { SumRows } from '#app/ui/money/sum-rows.tsx';
import { SectionCard } from '#app/ui/components/cards.tsx';
import { Facts } from '#app/ui/components/layout.tsx';
import { useFormat } from '#app/ui/shell/shell-context.tsx';
import type { StripeState } from '../payment-providers.contract.ts';
import { ModeBadge, ProblemBanner, RemoveKey, useKeyFacts } from './key-parts.tsx';

/** The key of Stripe: whose account it opens, what is there, and another key in its place. */
export function StripeCard({ stripe }: { stripe: StripeState }) {
  const t = useText();
  return (
    <SectionCard
      title={t('payments:stripe.title')}
      aside={stripe.isSet ? <ModeBadge isTest={stripe.isTestKey} /> : undefined}
    >
      <BlockStack gap="400">
        <Text as="p" tone="subdued">
          {t('payments:stripe.about')}
        </Text>
        {stripe.isSet ? <Known stripe={stripe} /> : null}
        {/* After a save it begins anew, so that no key stays in a field. */}
        <NewKey key={stripe.savedAt ?? ''} isSet={stripe.isSet} />
      </BlockStack>
    </SectionCard>
  );
}

function Known({ stripe }: { stripe: StripeState }) {
  const t = useText();
  const format = useFormat();
  const own = useKeyFacts('stripe', stripe);
  return (
    <BlockStack gap="300">
      <ProblemBanner provider="stripe" problem={stripe.problem} />
      {stripe.isTestKey ? <Text as="p">{t('payments:mode.testNote')}</Text> : null}
      <Facts
        facts={[
          { label: t('payments:facts.account'), value: stripe.name || stripe.accountId },
          {
            label: t('payments:facts.country'),
            value: stripe.country ? format.country(stripe.country) : '–',
          },
          ...own,
        ]}
      />
      {stripe.balance ? <Balance balance={stripe.balance} /> : null}
      <RemoveKey provider="stripe" />
      <Divider />
    </BlockStack>
  );
}

function Balance({ balance }: { balance: NonNullable<StripeState['balance']> }) {
  const t = useText();
  const rows = [
    ...balance.available.map((value) => ({ label: `${t('payments:balance.available')} (${value.currency})`, value })),
    ...balance.pending.map((value) => ({ label: `${t('payments:balance.pending')} (${value.currency})`, value })),
  ];
  return (
    <BlockStack gap="100">
      <Text as="h3" variant="headingSm">
        {t('payments:balance.title')}
      </Text>
      {rows.length > 0 ? <SumRows rows={rows} /> : <Text as="p">{t('payments:balance.none')}</Text>}
    </BlockStack>
  );
}

function NewKey({ isSet }: { isSet: boolean }) {
  const t = useText();
  const form = useForm({
    schema: () => import('../payment-providers.contract.ts').then(({ stripeKeySchema }) => stripeKeySchema),
    initial: { apiKey: '' },
    method: 'put',
    done: t('payments:key.saved'),
  });
  return (
    <Form onSubmit={form.submit} noValidate>
      <BlockStack gap="300">
        {form.formError ? <Banner tone="critical">{form.formError}</Banner> : null}
        <TextInput
          {...form.field('apiKey')}
          label={t(isSet ? 'payments:stripe.other' : 'payments:stripe.key')}
          helpText={`${t('payments:stripe.where')} ${t('payments:key.encrypted')}`}
          type="password"
          autoComplete="off"
          maxLength={255}
        />
        <InlineStack align="end">
          <Button submit variant={isSet ? 'secondary' : 'primary'} loading={form.saving} disabled={!form.dirty}>
            {t('payments:stripe.save')}
          </Button>
        </InlineStack>
      </BlockStack>
    </Form>
  );
}
