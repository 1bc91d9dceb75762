import { BlockStack, Button, ButtonGroup, InlineStack, Text } from '@shopify/polaris';
import { ArrowDownIcon, ArrowUpIcon, DeleteIcon } from '@shopify/polaris-icons';
import { TextInput } from '#app/ui/forms/fields.tsx';
import type { Form } from '#app/ui/forms/use-form.ts';
import { useText } from '#app/ui/i18n/use-text.ts';
import { SectionCard } from '#app/ui/components/cards.tsx';
import { MAX_SECTIONS, type Section } from '../specification.ts';

export type SettingsValues = { enabled: boolean; sections: Section[] };

/** The groups of the editor, by name and in their order. */
export function SectionsCard({ form }: { form: Form<SettingsValues> }) {
  const t = useText();
  const { sections } = form.values;
  const set = (next: Section[]): void => {
    form.set('sections', next);
  };
  const swap = (from: number, to: number): void => {
    const next = [...sections];
    const [one, other] = [next[from], next[to]];
    if (!one || !other) return;
    [next[from], next[to]] = [other, one];
    set(next);
  };
  return (
    <SectionCard title={t('specifications:settings.sections')}>
      <BlockStack gap="300">
        <Text as="p" tone="subdued">
          {t('specifications:settings.sectionsHelp')}
        </Text>
        {sections.map(({ name }, index) => {
          const label = t('specifications:settings.section', { number: index + 1 });
          const called = { name: name === '' ? label : name };
          return (
            // Its place is what tells a section apart: its name is being typed.
            <BlockStack key={index} gap="100">
              <TextInput {...form.field(`sections.${index}.name`)} label={label} maxLength={100} />
              <InlineStack align="end">
                <ButtonGroup variant="segmented">
                  <Button
                    size="slim"
                    icon={ArrowUpIcon}
                    disabled={index === 0}
                    accessibilityLabel={t('specifications:settings.up', called)}
                    onClick={() => {
                      swap(index, index - 1);
                    }}
                  />
                  <Button
                    size="slim"
                    icon={ArrowDownIcon}
                    disabled={index === sections.length - 1}
                    accessibilityLabel={t('specifications:settings.down', called)}
                    onClick={() => {
                      swap(index, index + 1);
                    }}
                  />
                  <Button
                    size="slim"
                    icon={DeleteIcon}
                    accessibilityLabel={t('specifications:settings.remove', called)}
                    onClick={() => {
                      set(sections.filter((_one, at) => at !== index));
                    }}
                  />
                </ButtonGroup>
              </InlineStack>
            </BlockStack>
          );
        })}
        <span>
          <Button
            disabled={sections.length >= MAX_SECTIONS}
            onClick={() => {
              set([...sections, { name: '', keys: [] }]);
            }}
          >
            {t('specifications:settings.addSection')}
          </Button>
        </span>
      </BlockStack>
    </SectionCard>
  );
}
