import { BlockStack, Button, InlineStack, Text } from '@shopify/polaris';
import { useText } from '#app/ui/i18n/use-text.ts';
import { useConfirm } from '#app/ui/page/confirm.tsx';
import { ScreenPage } from '#app/ui/page/screen-page.tsx';
import { SectionCard } from '#app/ui/components/cards.tsx';
import { Columns, Stack } from '#app/ui/components/layout.tsx';
import { PayersOnly } from '#app/ui/components/read-only.tsx';
import type { ListDto, VersionDto } from '#app/features/commissions/commissions.contract.ts';
import { CommissionEditor } from './commission-editor.tsx';
import { toRows, useCommissionForm } from './commission-form.ts';
import { CommissionTester } from './commission-tester.tsx';
import { VersionsCard } from './versions-card.tsx';
import { WhatIfCard } from './what-if-card.tsx';

export type VendorCommissionScreenProps = {
  mayChange: boolean;
  name: string;
  own: ListDto;
  fallback: ListDto;
  versions: readonly VersionDto[];
};

/** A vendor's own list. Without rows the default applies, and the tester shows what that charges. */
export function VendorCommissionScreen({ mayChange, name, own, fallback, versions }: VendorCommissionScreenProps) {
  const t = useText();
  const confirm = useConfirm();
  const form = useCommissionForm(own, { allowEmpty: true });
  const rows = form.values.commissions;
  const isDefault = rows.length === 0;
  const clear = async (): Promise<void> => {
    const sure = await confirm({
      title: t('commissions:useDefault'),
      body: t('commissions:useDefaultBody', { name }),
      action: t('commissions:useDefault'),
    });
    if (sure) form.set('commissions', []);
  };
  const editor = (
    <SectionCard
      title={isDefault ? t('commissions:followsDefault', { name }) : t('commissions:ownList', { name })}
      aside={own.savedBy === null ? t('commissions:neverSaved') : t('commissions:savedBy', { name: own.savedBy })}
    >
      <BlockStack gap="300">
        <Text as="p" tone="subdued">
          {isDefault ? t('commissions:followsDefaultBody') : t('commissions:ownExplain', { name })}{' '}
          {t('commissions:currency', { currency: own.currency })}
        </Text>
        {isDefault && fallback.commissions.length > 0 ? (
          <InlineStack>
            <Button
              onClick={() => {
                form.set('commissions', toRows(fallback.commissions));
              }}
            >
              {t('commissions:copyDefault')}
            </Button>
          </InlineStack>
        ) : null}
        <CommissionEditor form={form} />
      </BlockStack>
    </SectionCard>
  );
  return (
    <ScreenPage
      title={name}
      documentTitle={t('commissions:ownList', { name })}
      back={{ label: t('commissions:title'), url: '/commissions' }}
      saveBar={form.saveBar}
      secondaryActions={
        isDefault || !mayChange ? [] : [{ label: t('commissions:useDefault'), onAction: () => void clear() }]
      }
    >
      <Columns
        main={
          <Stack>
            <PayersOnly mayChange={mayChange}>{editor}</PayersOnly>
            <WhatIfCard rows={rows} vendor={name} />
          </Stack>
        }
        side={
          <Stack>
            <CommissionTester rows={isDefault ? toRows(fallback.commissions) : rows} />
            {mayChange ? (
              <VersionsCard
                versions={versions}
                onPick={(earlier) => {
                  form.set('commissions', earlier);
                }}
              />
            ) : null}
          </Stack>
        }
        shape="editor"
      />
    </ScreenPage>
  );
}
