import { Banner, Text } from '@shopify/polaris';
import { useState } from 'react';
import { useText } from '#app/ui/i18n/use-text.ts';
import { ScreenPage } from '#app/ui/page/screen-page.tsx';
import { SectionCard } from '#app/ui/components/cards.tsx';
import { Stack } from '#app/ui/components/layout.tsx';
import type { AdjustmentsDto, AdjustmentDto } from '../adjustments.contract.ts';
import { AdjustmentRows } from '../shared/adjustment-rows.tsx';
import { AdjustForm } from './adjust-form.tsx';
import { UndoDialog } from './undo-dialog.tsx';

export type AdjustmentsScreenProps = { found: AdjustmentsDto; onStale: () => void };

/** What is adjusted of an order, and the form for more. */
export function AdjustmentsScreen({ found, onStale }: AdjustmentsScreenProps) {
  const t = useText();
  const [undoing, setUndoing] = useState<AdjustmentDto>();
  const { order, adjustments, allowedActions } = found;
  return (
    <ScreenPage
      title={t('adjustments:titleOf', { name: order.name })}
      back={{ label: order.name, url: `/orders/${order.id}` }}
      kind="form"
    >
      <Stack>
        {allowedActions.includes('adjust') ? (
          // What was made is in the list: the next one begins empty.
          <AdjustForm key={adjustments.length} found={found} onStale={onStale} />
        ) : (
          <Banner tone="info">
            {allowedActions.includes('undo') ? t('adjustments:closed') : t('adjustments:noRight')}
          </Banner>
        )}
        <SectionCard title={t('adjustments:title')}>
          {adjustments.length > 0 ? (
            <AdjustmentRows
              adjustments={adjustments}
              {...(allowedActions.includes('undo') ? { onUndo: setUndoing } : {})}
            />
          ) : (
            <Text as="p" tone="subdued">
              {t('adjustments:none')}
            </Text>
          )}
        </SectionCard>
      </Stack>
      {undoing ? (
        <UndoDialog
          key={undoing.id}
          one={undoing}
          onClose={() => {
            setUndoing(undefined);
          }}
        />
      ) : null}
    </ScreenPage>
  );
}
