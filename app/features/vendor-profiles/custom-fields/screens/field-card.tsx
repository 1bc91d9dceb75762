import { BlockStack, Button, ButtonGroup, Card, Icon, InlineStack, Text } from '@shopify/polaris';
import { ArrowDownIcon, ArrowUpIcon, DeleteIcon, DragHandleIcon } from '@shopify/polaris-icons';
import { useState } from 'react';
import { FIELD_TYPES } from '#app/features/vendor-profiles/application-form/field-definition.ts';
import { CheckboxInput, SelectInput, TextInput } from '#app/ui/forms/fields.tsx';
import type { Form } from '#app/ui/forms/use-form.ts';
import { useText } from '#app/ui/i18n/use-text.ts';
import { ShowWhen } from './show-when.tsx';
import { needsChoices, needsLink, type EditedField } from '../field-editor.ts';

/** `input` and `text` are one; the editor offers it once. */
const OFFERED = FIELD_TYPES.filter((type) => type !== 'input');

type FieldCardProps = {
  form: Form<{ enableApproval: boolean; fields: EditedField[] }>;
  index: number;
  count: number;
  isDragged: boolean;
  onMove: (from: number, to: number) => void;
  onDrag: (index: number | undefined) => void;
  onDrop: () => void;
  onRemove: () => void;
};

/** One field of vendors: what it is called and asks, where it stands, and the handles that move it. */
export function FieldCard(props: FieldCardProps) {
  const { form, index, isDragged, onDrag, onDrop } = props;
  const t = useText();
  const [over, setOver] = useState(false);
  const field = form.values.fields[index];
  if (!field) return null;
  const at = `fields.${index}`;
  const type = field.type === 'input' ? 'text' : field.type;
  return (
    // Dragging is a second way: the buttons in the head do the same with the keyboard.

    <li
      className={`definition${over ? ' definition-over' : ''}${isDragged ? ' definition-dragged' : ''}`}
      onDragOver={(event) => {
        event.preventDefault();
        setOver(true);
      }}
      onDragLeave={() => {
        setOver(false);
      }}
      onDrop={(event) => {
        event.preventDefault();
        setOver(false);
        onDrop();
      }}
    >
      <Card>
        <BlockStack gap="300">
          <CardHead {...props} name={field.name} onDrag={onDrag} />
          <div className="definition-pair">
            <TextInput {...form.field(`${at}.name`)} label={t('definitions:name')} maxLength={200} />
            <SelectInput
              {...form.field(`${at}.type`)}
              value={type}
              label={t('definitions:type')}
              choices={OFFERED.map((value) => ({ value, label: t(`definitions:types.${value as 'text'}`) }))}
            />
          </div>
          <TextInput
            {...form.field(`${at}.description`)}
            label={t('definitions:description')}
            optional
            lines={2}
            maxLength={2000}
          />
          <ShowWhen form={form} index={index} />
          {needsChoices(type) ? (
            <TextInput
              {...form.field(`${at}.choices`)}
              label={t('definitions:choices')}
              helpText={t('definitions:choicesHelp')}
              lines={3}
            />
          ) : null}
          {needsLink(type) ? (
            <TextInput {...form.field(`${at}.link`)} label={t('definitions:link')} type="url" maxLength={2048} />
          ) : null}
          <InlineStack gap="400">
            <CheckboxInput {...form.field(`${at}.registration`)} label={t('definitions:ticks.registration')} />
            <CheckboxInput {...form.field(`${at}.showOnVendorPage`)} label={t('definitions:ticks.page')} />
            <CheckboxInput {...form.field(`${at}.required`)} label={t('definitions:ticks.required')} />
          </InlineStack>
          {field.registration || field.showOnVendorPage ? null : (
            <Text as="p" tone="subdued">
              {t('definitions:internal')}
            </Text>
          )}
        </BlockStack>
      </Card>
    </li>
  );
}

function CardHead({ index, count, name, onMove, onDrag, onRemove }: FieldCardProps & { name: string }) {
  const t = useText();
  const label = name === '' ? t('definitions:unnamed') : name;
  return (
    <InlineStack align="space-between" blockAlign="center" gap="200" wrap={false}>
      <span
        className="definition-handle"
        draggable
        title={t('definitions:drag')}
        onDragStart={(event) => {
          event.dataTransfer.effectAllowed = 'move';
          onDrag(index);
        }}
        onDragEnd={() => {
          onDrag(undefined);
        }}
      >
        <Icon source={DragHandleIcon} tone="subdued" />
        <Text as="h2" variant="headingSm" truncate>
          {label}
        </Text>
      </span>
      <ButtonGroup variant="segmented">
        <Button
          icon={ArrowUpIcon}
          disabled={index === 0}
          accessibilityLabel={t('definitions:up', { name: label })}
          onClick={() => {
            onMove(index, index - 1);
          }}
        />
        <Button
          icon={ArrowDownIcon}
          disabled={index === count - 1}
          accessibilityLabel={t('definitions:down', { name: label })}
          onClick={() => {
            onMove(index, index + 1);
          }}
        />
        <Button icon={DeleteIcon} accessibilityLabel={t('definitions:remove', { name: label })} onClick={onRemove} />
      </ButtonGroup>
    </InlineStack>
  );
}
