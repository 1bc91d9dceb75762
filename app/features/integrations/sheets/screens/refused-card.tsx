import { Text } from '@shopify/polaris';
import { SectionCard } from '#app/ui/components/cards.tsx';
import { issueText, refusalText } from '#app/ui/i18n/error-text.ts';
import { useText } from '#app/ui/i18n/use-text.ts';
import type { RefusedRowDto } from '../sheets.contract.ts';

/** Rows that were refused, each with why. */
export function RefusedCard({ title, rows }: { title: string; rows: readonly RefusedRowDto[] }) {
  const t = useText();
  return (
    <SectionCard title={title}>
      <ul className="souk-rows">
        {rows.map(({ line, sku, name, refusal }) => {
          const { issues = [] } = refusal;
          return (
            <li key={`${line}/${sku}/${name}`}>
              <Text as="span" fontWeight="semibold">
                {[name, sku].filter(Boolean).join(' · ')}
              </Text>{' '}
              <Text as="span" tone="subdued">
                {t('sheets:refused.row', { line })}
              </Text>
              <Text as="p">
                {issues.length > 0 ? issues.map((issue) => issueText(t, issue)).join('; ') : refusalText(t, refusal)}
              </Text>
            </li>
          );
        })}
      </ul>
    </SectionCard>
  );
}
