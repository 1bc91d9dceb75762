import { BlockStack, Button, InlineStack, Text } from '@shopify/polaris';
import { SectionCard } from '#app/ui/components/cards.tsx';
import { useText } from '#app/ui/i18n/use-text.ts';
import { useDownload } from '#app/ui/page/use-download.ts';
import { SHEET_TABS } from '../sheet.ts';

/** The columns of each tab, as files. */
export function TemplateCard() {
  const t = useText();
  const download = useDownload();
  return (
    <SectionCard title={t('sheets:template.title')}>
      <BlockStack gap="300">
        <Text as="p" tone="subdued">
          {t('sheets:template.about')}
        </Text>
        <InlineStack gap="200">
          {SHEET_TABS.map((tab) => (
            <Button
              key={tab}
              onClick={() => {
                download(`/settings/sheets/template.csv?tab=${tab}`, `${tab.toLowerCase()}.csv`);
              }}
            >
              {t(`sheets:template.${tab}`)}
            </Button>
          ))}
        </InlineStack>
      </BlockStack>
    </SectionCard>
  );
}
