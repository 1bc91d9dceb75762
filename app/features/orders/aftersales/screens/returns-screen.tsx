import { Banner, BlockStack, Button, InlineStack } from '@shopify/polaris';
import { useMemo } from 'react';
import { CheckboxInput, SelectInput, TextInput } from '#app/ui/forms/fields.tsx';
import { useForm } from '#app/ui/forms/use-form.ts';
import { useText } from '#app/ui/i18n/use-text.ts';
import { ScreenPage } from '#app/ui/page/screen-page.tsx';
import { SectionCard } from '#app/ui/components/cards.tsx';
import { Stack } from '#app/ui/components/layout.tsx';
import { RETURN_REASONS } from '../return-commands.ts';
import type { ReturnsDto } from '../returns.contract.ts';
import { AccessCard } from './access-card.tsx';
import { ReturnCard } from './return-card.tsx';
import { UnitRows } from './unit-rows.tsx';

export type ReturnsScreenProps = ReturnsDto & { orderId: string; name: string; onGranted: () => void };

/** The returns of an order, the newest first, each with what can be done now; above them a new one. */
export function ReturnsScreen({ orderId, name, granted, returns, returnable, onGranted }: ReturnsScreenProps) {
  const t = useText();
  return (
    <ScreenPage
      title={t('aftersales:returns.title', { name })}
      back={{ label: name, url: `/orders/${orderId}` }}
      kind="form"
    >
      <Stack>
        {granted ? null : <AccessCard onGranted={onGranted} />}
        {returns.map((one) => (
          <ReturnCard key={`${one.id}-${one.status}-${one.allowedActions.join()}`} one={one} />
        ))}
        {granted ? (
          <NewReturn
            key={returnable.map((line) => `${line.lineId}-${line.quantity}`).join()}
            returnable={returnable}
            hasReturns={returns.length > 0}
          />
        ) : null}
      </Stack>
    </ScreenPage>
  );
}

type NewProps = { returnable: ReturnsDto['returnable']; hasReturns: boolean };

function NewReturn({ returnable, hasReturns }: NewProps) {
  const t = useText();
  const initial = useMemo(
    () => ({
      units: Object.fromEntries(returnable.map((line): [string, number | ''] => [`line${line.lineId}`, 0])),
      reason: 'other',
      note: '',
      approved: false,
    }),
    [returnable],
  );
  const form = useForm<typeof initial>({
    schema: () => import('../returns.contract.ts').then(({ returnOperationSchema }) => returnOperationSchema),
    initial,
    toPayload: ({ units, ...rest }) => ({
      intent: 'make',
      body: {
        ...rest,
        lines: returnable
          .map(({ lineId }) => ({ id: lineId, quantity: Number(units[`line${lineId}`] ?? 0) }))
          .filter((line) => line.quantity > 0),
      },
    }),
    toField: (path) => (path === 'body.lines' ? '' : path.replace('body.', '')),
    done: t('aftersales:returns.made'),
  });
  return (
    <SectionCard title={t('aftersales:returns.new')}>
      {returnable.length === 0 ? (
        t(hasReturns ? 'aftersales:returns.allInReturn' : 'aftersales:returns.nothing')
      ) : (
        <BlockStack gap="300">
          {form.formError ? <Banner tone="critical">{form.formError}</Banner> : null}
          <UnitRows
            lines={returnable.map((line) => ({
              id: line.lineId,
              title: line.title,
              aside: line.vendor ?? '',
              left: line.quantity,
            }))}
            fieldOf={(id) => form.field<unknown>(`units.line${id}`)}
            labelOf={(title) => t('aftersales:refund.quantityOf', { title })}
          />
          <SelectInput
            {...form.field<unknown>('reason')}
            label={t('aftersales:returns.why')}
            choices={RETURN_REASONS.map((value) => ({ value, label: t(`aftersales:returns.reasons.${value}`) }))}
          />
          <TextInput {...form.field<unknown>('note')} label={t('aftersales:returns.note')} optional maxLength={255} />
          <CheckboxInput {...form.field<unknown>('approved')} label={t('aftersales:returns.approved')} />
          <InlineStack align="end">
            <Button onClick={form.submit} loading={form.saving}>
              {t('aftersales:returns.make')}
            </Button>
          </InlineStack>
        </BlockStack>
      )}
    </SectionCard>
  );
}
