import { BlockStack, Text } from '@shopify/polaris';
import { issueText } from '#app/ui/i18n/error-text.ts';
import { useText } from '#app/ui/i18n/use-text.ts';
import type { CheckDto } from '../product-import.contract.ts';
import { IMPORT_FIELDS } from '../product-import.ts';

/** Issues of rows under the field that they are of, each with its lines. */
export function IssueList({ issues }: { issues: CheckDto['issues'] }) {
  const t = useText();
  const fields = IMPORT_FIELDS.filter((field) => issues.some((issue) => issue.field === field));
  return (
    <BlockStack gap="300">
      {fields.map((field) => (
        <BlockStack key={field} gap="100">
          <Text as="h3" variant="headingSm">
            {t(`productImport:field.${field}`)}
          </Text>
          <ul className="product-import-issues">
            {issues
              .filter((issue) => issue.field === field)
              .map((issue) => (
                <li key={issue.rule + JSON.stringify(issue.params ?? {})}>
                  <span className="product-import-lines">
                    {t('productImport:check.lines', { count: issue.count, lines: issue.lines })}
                  </span>{' '}
                  {issueText(t, { ...issue, path: '' })}
                  {issue.values.length > 0
                    ? `: ${issue.values.map((value) => t('common:list.quoted', { q: value })).join(', ')}`
                    : ''}
                </li>
              ))}
          </ul>
        </BlockStack>
      ))}
    </BlockStack>
  );
}
