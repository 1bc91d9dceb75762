import { Banner, BlockStack, Box, Button, Divider, InlineGrid, InlineStack, Text } from '@shopify/polaris';
import { ArrowUpIcon, DeleteIcon, PlusIcon, XSmallIcon } from '@shopify/polaris-icons';
import { MoneyInput, NumberInput, TextInput } from '#app/ui/forms/fields.tsx';
import type { Form } from '#app/ui/forms/use-form.ts';
import { useText } from '#app/ui/i18n/use-text.ts';
import { useIsPhone } from '#app/ui/page/use-is-phone.ts';
import { NEW_ROW, type CommissionRow, type CommissionValues } from './commission-form.ts';

type EditorProps = { form: Form<CommissionValues> };

const WIDE = { xs: '1fr', md: '1fr 1fr 1fr 1fr 160px' };

/** The table of a list: one row a tier; what is wrong stands beside its field. */
export function CommissionEditor({ form }: EditorProps) {
  const t = useText();
  const isPhone = useIsPhone() ?? false;
  const rows = form.values.commissions;
  const listError = form.errorAt('commissions') ?? form.formError;
  const setRows = (next: CommissionRow[]): void => {
    form.set('commissions', next);
  };
  return (
    <BlockStack gap="300">
      {listError ? (
        <Banner tone="critical">
          <p>{listError}</p>
        </Banner>
      ) : null}
      {isPhone || rows.length === 0 ? null : <Headings />}
      {rows.map((row, index) => (
        <BlockStack key={index} gap="300">
          {isPhone && index > 0 ? <Divider /> : null}
          <EditorRow form={form} row={row} index={index} isPhone={isPhone} setRows={setRows} />
        </BlockStack>
      ))}
      <InlineStack>
        <Button
          icon={PlusIcon}
          onClick={() => {
            setRows([...rows, { ...NEW_ROW, min: rows.length === 0 ? '0' : (rows.at(-1)?.max ?? '') }]);
          }}
        >
          {t('commissions:addRow')}
        </Button>
      </InlineStack>
    </BlockStack>
  );
}

function Headings() {
  const t = useText();
  const titles = [
    t('commissions:from'),
    t('commissions:below'),
    t('commissions:percentage'),
    t('commissions:flat'),
    t('commissions:onlyWhen'),
  ];
  return (
    <InlineGrid columns={WIDE} gap="200">
      {titles.map((title) => (
        <Text key={title} as="span" variant="bodySm" tone="subdued">
          {title}
        </Text>
      ))}
    </InlineGrid>
  );
}

type RowProps = EditorProps & {
  row: CommissionRow;
  index: number;
  isPhone: boolean;
  setRows: (rows: CommissionRow[]) => void;
};

function EditorRow({ form, row, index, isPhone, setRows }: RowProps) {
  const t = useText();
  const at = `commissions.${index}`;
  const rows = form.values.commissions;
  const label = (title: string): string => (isPhone ? title : `${title}, ${t('commissions:row', { row: index + 1 })}`);
  const fields = (
    <>
      <MoneyInput
        {...form.field(`${at}.min`)}
        label={label(t('commissions:from'))}
        labelHidden={!isPhone}
        align="right"
      />
      <MoneyInput
        {...form.field(`${at}.max`)}
        label={label(`${t('commissions:below')} (${t('commissions:noLimit')})`)}
        labelHidden={!isPhone}
        align="right"
      />
      <NumberInput
        {...form.field(`${at}.percentage`)}
        label={label(t('commissions:percentage'))}
        labelHidden={!isPhone}
        suffix="%"
        align="right"
      />
      <MoneyInput
        {...form.field(`${at}.flat`)}
        label={label(t('commissions:flat'))}
        labelHidden={!isPhone}
        align="right"
      />
    </>
  );
  const moveUp = (): void => {
    const next = [...rows];
    next.splice(index - 1, 0, ...next.splice(index, 1));
    setRows(next);
  };
  const buttons = (
    <InlineStack gap="100" wrap={false} blockAlign="center">
      {row.constraint === null ? (
        <Button
          variant="tertiary"
          icon={PlusIcon}
          onClick={() => {
            form.set(`${at}.constraint`, { key: '', value: '' });
          }}
        >
          {t('commissions:addCondition')}
        </Button>
      ) : null}
      {index > 0 ? (
        <Button
          variant="tertiary"
          icon={ArrowUpIcon}
          accessibilityLabel={t('commissions:moveUp', { row: index + 1 })}
          onClick={moveUp}
        />
      ) : null}
      <Button
        variant="tertiary"
        icon={DeleteIcon}
        accessibilityLabel={t('commissions:removeRow', { row: index + 1 })}
        onClick={() => {
          setRows(rows.filter((_, place) => place !== index));
        }}
      />
    </InlineStack>
  );
  return (
    <BlockStack gap="200">
      {isPhone ? (
        <>
          <InlineGrid columns={2} gap="200">
            {fields}
          </InlineGrid>
          {buttons}
        </>
      ) : (
        <InlineGrid columns={WIDE} gap="200" alignItems="start">
          {fields}
          {buttons}
        </InlineGrid>
      )}
      {row.constraint === null ? null : <ConditionFields form={form} index={index} />}
    </BlockStack>
  );
}

function ConditionFields({ form, index }: EditorProps & { index: number }) {
  const t = useText();
  const at = `commissions.${index}.constraint`;
  return (
    <Box background="bg-surface-secondary" borderRadius="200" padding="300">
      <InlineGrid columns={{ xs: '1fr', md: '1fr 1fr auto' }} gap="200" alignItems="start">
        <TextInput
          {...form.field(`${at}.key`)}
          label={t('commissions:conditionKey')}
          placeholder={t('commissions:conditionKeyHint')}
          maxLength={255}
        />
        <TextInput {...form.field(`${at}.value`)} label={t('commissions:conditionValue')} maxLength={255} />
        <Button
          variant="tertiary"
          icon={XSmallIcon}
          accessibilityLabel={t('commissions:removeCondition', { row: index + 1 })}
          onClick={() => {
            form.set(at, null);
          }}
        />
      </InlineGrid>
    </Box>
  );
}
