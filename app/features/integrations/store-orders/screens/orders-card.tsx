import { Banner, BlockStack, Button, Form, InlineStack, Text } from '@shopify/polaris';
import { SectionCard } from '#app/ui/components/cards.tsx';
import { EndRow, Facts } from '#app/ui/components/layout.tsx';
import { CheckboxInput } from '#app/ui/forms/fields.tsx';
import { useForm } from '#app/ui/forms/use-form.ts';
import { useText } from '#app/ui/i18n/use-text.ts';
import { useFormat, useLayoutPath } from '#app/ui/shell/shell-context.tsx';
import type { OwnStoreDto } from '../../connections/connections.contract.ts';

/** Whether orders go to the own store, which way each field goes, and how many went there. */
export function OrdersCard({ store, canEdit }: { store: OwnStoreDto; canEdit: boolean }) {
  const t = useText();
  const format = useFormat();
  const pathOf = useLayoutPath();
  const { placesOrders, grantsOrders, orders } = store;
  const form = useForm({
    schema: () =>
      import('../../connections/connections.contract.ts').then(({ placesOrdersInput }) => placesOrdersInput),
    initial: { placesOrders },
    method: 'put',
    done: t('integrations:orders.saved'),
  });
  const canSwitch = canEdit && (grantsOrders || placesOrders);
  return (
    <SectionCard title={t('integrations:orders.setting')}>
      <Form onSubmit={form.submit} noValidate>
        <BlockStack gap="300">
          {form.formError ? <Banner tone="critical">{form.formError}</Banner> : null}
          {grantsOrders ? null : <Banner tone="warning">{t('integrations:orders.reconnect')}</Banner>}
          <Text as="p" tone="subdued">
            {t('integrations:orders.direction')}
          </Text>
          <Text as="p" tone="subdued">
            {t('integrations:orders.partial')}
          </Text>
          <CheckboxInput
            {...form.field<unknown>('placesOrders')}
            label={t('integrations:orders.places')}
            helpText={t('integrations:orders.placesHelp')}
            disabled={!canSwitch || form.saving}
          />
          <Facts
            facts={[
              { label: t('integrations:orders.placed'), value: format.number(orders.placed) },
              { label: t('integrations:orders.waits'), value: format.number(orders.waiting) },
              { label: t('integrations:orders.title'), value: format.number(orders.problems) },
            ]}
          />
          {orders.problems > 0 ? (
            <InlineStack>
              <Button url={pathOf('/settings/integrations/orders')}>{t('integrations:orders.open')}</Button>
            </InlineStack>
          ) : null}
          {canSwitch ? (
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
