import { BlockStack, Button, InlineStack, Text } from '@shopify/polaris';
import { useText } from '#app/ui/i18n/use-text.ts';
import { Money } from '#app/ui/money/money.tsx';
import { useFormat } from '#app/ui/shell/shell-context.tsx';
import { useWhen } from '#app/ui/time/when.tsx';
import type { AdjustmentDto } from '../adjustments.contract.ts';

type Rows = { adjustments: readonly AdjustmentDto[]; onUndo?: (one: AdjustmentDto) => void };

/** The adjustments of an order: what, for whom, why, by whom and when; those that stand can be undone where that is wanted. */
export function AdjustmentRows({ adjustments, onUndo }: Rows) {
  const t = useText();
  const name = useAdjustmentName();
  return (
    <ul className="souk-system">
      {adjustments.map((one) => (
        <li key={one.id}>
          <AdjustmentBody one={one} />
          {onUndo && !one.undone ? (
            <span className="souk-row-actions">
              <Button
                accessibilityLabel={t('adjustments:undo.of', { name: name(one) })}
                onClick={() => {
                  onUndo(one);
                }}
              >
                {t('adjustments:undo.action')}
              </Button>
            </span>
          ) : null}
        </li>
      ))}
    </ul>
  );
}

/** What an adjustment is called: its kind, and whose part it is about. */
export function useAdjustmentName(): (one: AdjustmentDto) => string {
  const t = useText();
  return ({ kind, vendor }) => {
    const word = t(`orders:adjusted.${kind}`);
    return vendor ? t('adjustments:ofVendor', { kind: word, name: vendor.name }) : word;
  };
}

function AdjustmentBody({ one }: { one: AdjustmentDto }) {
  const t = useText();
  const format = useFormat();
  const when = useWhen();
  const name = useAdjustmentName();
  const { undone, vendor, amount, owed } = one;
  const isPart = one.kind === 'chargeback' && vendor !== null;
  return (
    <BlockStack gap="050">
      <InlineStack gap="200" blockAlign="baseline">
        <Text as="h3" variant="headingSm" {...(undone ? { textDecorationLine: 'line-through' as const } : {})}>
          {name(one)}
        </Text>
        <Money value={vendor ? owed : amount} />
        {isPart ? <span className="souk-note">{t('adjustments:ofAll', { amount: format.money(amount) })}</span> : null}
      </InlineStack>
      {one.note === null ? null : <span>{one.note}</span>}
      <span className="souk-note">{t('adjustments:by', { name: one.by, when: when(one.at) })}</span>
      {undone ? (
        <span>{t('adjustments:undone', { name: undone.by, when: when(undone.at), note: undone.note ?? '' })}</span>
      ) : null}
    </BlockStack>
  );
}
