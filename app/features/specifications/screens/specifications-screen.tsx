import { Banner, BlockStack, Text } from '@shopify/polaris';
import { useState } from 'react';
import { CheckboxInput } from '#app/ui/forms/fields.tsx';
import { useForm } from '#app/ui/forms/use-form.ts';
import { useText } from '#app/ui/i18n/use-text.ts';
import { ScreenPage } from '#app/ui/page/screen-page.tsx';
import { SectionCard } from '#app/ui/components/cards.tsx';
import { Columns, Stack } from '#app/ui/components/layout.tsx';
import '../shared/specifications.css';
import { idOf, type Specification } from '../specification.ts';
import type { KindsDto } from '../entries.contract.ts';
import type { SpecificationsDto } from '../specifications.contract.ts';
import { SectionsCard, type SettingsValues } from './sections-card.tsx';
import { SpecificationForm } from './specification-form.tsx';
import { AvailableCard, SpecificationList } from './specification-list.tsx';

type ScreenProps = SpecificationsDto & { enabled: boolean; entries: KindsDto; onSaved: () => void };

/** The specifications of the marketplace: what there is, how the editor groups them, and the form of one. */
export function SpecificationsScreen({ onSaved, entries, ...loaded }: ScreenProps) {
  const { specifications, sections, available, enabled, version } = loaded;
  const t = useText();
  const [open, setOpen] = useState<{ known: Specification | undefined; isNew: boolean }>();
  const form = useForm<SettingsValues>({
    schema: () => import('../specifications.contract.ts').then(({ settingsSchema }) => settingsSchema),
    initial: { enabled, sections },
    method: 'put',
    toPayload: (values) => ({ ...values, version }),
    done: t('specifications:settings.saved'),
  });
  const close = (): void => {
    setOpen(undefined);
  };
  return (
    <ScreenPage title={t('settings:row.specifications.name')} saveBar={form.saveBar} kind="form">
      <Columns
        shape="editor"
        main={
          <Stack>
            {form.formError ? <Banner tone="critical">{form.formError}</Banner> : null}
            {open ? (
              <SpecificationForm
                key={open.known ? `${open.known.owner} ${idOf(open.known)}` : 'new'}
                {...open}
                loaded={loaded}
                entries={entries}
                onGranted={onSaved}
                onClose={close}
                onSaved={() => {
                  close();
                  onSaved();
                }}
              />
            ) : (
              <>
                <SpecificationList
                  specifications={specifications}
                  sections={sections}
                  onEdit={(known) => {
                    setOpen({ known, isNew: false });
                  }}
                  onAdd={() => {
                    setOpen({ known: undefined, isNew: true });
                  }}
                  onDeleted={onSaved}
                />
                <AvailableCard
                  available={available}
                  onTake={(known) => {
                    setOpen({ known, isNew: true });
                  }}
                />
              </>
            )}
          </Stack>
        }
        side={
          <Stack>
            <SectionCard title={t('specifications:settings.switch')}>
              <BlockStack gap="200">
                <CheckboxInput
                  {...form.field<unknown>('enabled')}
                  label={t('specifications:settings.enabled')}
                  helpText={t('specifications:settings.enabledHelp')}
                />
              </BlockStack>
            </SectionCard>
            <SectionsCard form={form} />
            {form.errorAt('sections') ? (
              <Text as="p" tone="critical">
                {form.errorAt('sections')}
              </Text>
            ) : null}
          </Stack>
        }
      />
    </ScreenPage>
  );
}
