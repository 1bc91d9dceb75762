import { BlockStack, Checkbox, ChoiceList, Select, Text, TextField, type TextFieldProps } from '@shopify/polaris';
import type { ReactNode } from 'react';
import { useText } from '../i18n/use-text.ts';
import { currencySymbol } from '../money/format.ts';
import { useLayoutData } from '../shell/shell-context.tsx';
import { DateField } from './date-field.tsx';
import { useTypedNumber } from './use-typed-number.ts';
import type { FieldProps } from './use-form.ts';

type Described = {
  label: string;
  helpText?: ReactNode;
  labelHidden?: boolean;
  /** Adds the suffix "(optional)" to the label. */
  optional?: boolean;
};

function useLabel({ label, optional }: Described): string {
  const t = useText();
  return optional ? t('common:optionalLabel', { label }) : label;
}

type TextInputProps = FieldProps &
  Described & {
    type?: 'text' | 'email' | 'password' | 'url' | 'tel' | 'search';
    autoComplete?: string;
    placeholder?: string;
    /** More than one makes a text area of so many lines. */
    lines?: number;
    maxLength?: number;
    showCount?: boolean;
    prefix?: string;
    suffix?: string;
    connectedRight?: ReactNode;
  };

/** One line of text, or several. */
export function TextInput(props: TextInputProps) {
  const { name, value, onChange, onBlur, error, disabled, type = 'text', autoComplete = 'off', lines = 1 } = props;
  return (
    <TextField
      {...rest(props, ['placeholder', 'maxLength', 'prefix', 'suffix', 'helpText', 'labelHidden', 'connectedRight'])}
      label={useLabel(props)}
      name={name}
      value={typeof value === 'string' ? value : ''}
      onChange={onChange}
      onBlur={onBlur}
      type={type}
      autoComplete={autoComplete}
      disabled={disabled}
      error={error}
      showCharacterCount={props.showCount ?? false}
      {...(lines > 1 ? { multiline: lines } : {})}
    />
  );
}

/**
 * A number as a person types it, with the separators of their language; what the form holds is a plain decimal string as soon
 * as it is one ('' for nothing).
 */
export function NumberInput(
  props: FieldProps & Described & { prefix?: string; suffix?: string; align?: 'left' | 'right' },
) {
  const { name, value, onChange, onBlur, error, disabled } = props;
  const { shown, type, leave } = useTypedNumber({ value: parseText(value), onChange });
  return (
    <TextField
      {...rest(props, ['prefix', 'suffix', 'helpText', 'labelHidden', 'align'])}
      label={useLabel(props)}
      name={name}
      value={shown}
      onChange={type}
      onBlur={() => {
        leave();
        onBlur();
      }}
      inputMode="decimal"
      autoComplete="off"
      disabled={disabled}
      error={error}
    />
  );
}

/** An amount in the store's currency (or the given one), held as a decimal string. */
export function MoneyInput(props: FieldProps & Described & { currency?: string; align?: 'left' | 'right' }) {
  const { store, locale } = useLayoutData();
  const symbol = currencySymbol(props.currency ?? store.currency, locale);
  return <NumberInput {...props} prefix={symbol} />;
}

/** A percentage, held as a decimal string of percent ('12.5'). */
export function PercentInput(props: FieldProps & Described) {
  return <NumberInput {...props} suffix="%" />;
}

/** A whole number with a lower and an upper bound, held as a number. */
export function QuantityInput(props: FieldProps & Described & { min?: number; max?: number }) {
  const { name, value, onChange, onBlur, error, disabled, min = 0, max } = props;
  return (
    <TextField
      {...rest(props, ['helpText', 'labelHidden'])}
      label={useLabel(props)}
      name={name}
      type="number"
      value={parseText(value)}
      onChange={(typed) => {
        onChange(typed === '' ? '' : Number(typed));
      }}
      onBlur={onBlur}
      min={min}
      {...(max === undefined ? {} : { max })}
      autoComplete="off"
      disabled={disabled}
      error={error}
    />
  );
}

export type Choice = { value: string; label: string; disabled?: boolean };

/** One of several in a closed list. */
export function SelectInput(props: FieldProps & Described & { choices: readonly Choice[]; placeholder?: string }) {
  const { name, value, onChange, onBlur, error, disabled, choices } = props;
  return (
    <Select
      {...rest(props, ['placeholder', 'helpText', 'labelHidden'])}
      label={useLabel(props)}
      name={name}
      options={choices.map((choice) => ({ ...choice }))}
      value={parseText(value)}
      onChange={onChange}
      onBlur={onBlur}
      error={error}
      disabled={disabled}
    />
  );
}

/** One of a few, or several of a few (`multiple`), all in view. Holds a string, or an array of strings. */
export function ChoiceInput(props: FieldProps & Described & { choices: readonly Choice[]; multiple?: boolean }) {
  const { name, value, onChange, error, disabled, choices, multiple } = props;
  const selected = Array.isArray(value) ? (value as string[]) : value === '' || value == null ? [] : [parseText(value)];
  return (
    <BlockStack gap="100">
      <ChoiceList
        title={useLabel(props)}
        titleHidden={props.labelHidden ?? false}
        name={name}
        choices={choices.map((choice) => ({ ...choice, helpText: undefined }))}
        selected={selected}
        onChange={(next) => {
          onChange(multiple ? next : (next[0] ?? ''));
        }}
        allowMultiple={multiple ?? false}
        error={error}
        disabled={disabled}
      />
      {props.helpText ? (
        <Text as="p" tone="subdued">
          {props.helpText}
        </Text>
      ) : null}
    </BlockStack>
  );
}

/** Yes or no, held as a boolean. */
export function CheckboxInput(props: FieldProps & Described) {
  const { name, value, onChange, onBlur, error, disabled } = props;
  return (
    <Checkbox
      {...rest(props, ['helpText'])}
      label={useLabel(props)}
      name={name}
      checked={value === true}
      onChange={onChange}
      onBlur={onBlur}
      error={error}
      disabled={disabled}
    />
  );
}

/** A calendar day, held as `2026-11-24`; `min` and `max` are days too. */
export function DateInput(props: FieldProps & Described & { min?: string; max?: string }) {
  const { name, value, onChange, onBlur, error, disabled } = props;
  return (
    <DateField
      {...rest(props, ['min', 'max', 'helpText', 'labelHidden'])}
      label={useLabel(props)}
      name={name}
      value={parseText(value)}
      onChange={onChange}
      onBlur={onBlur}
      disabled={disabled}
      error={error}
    />
  );
}

/** Optional properties that are there; Polaris tells `undefined` from absent in places. */
function rest<Props extends object, Key extends keyof Props>(
  props: Props,
  keys: readonly Key[],
): Pick<Props, Key> & Pick<TextFieldProps, never> {
  return Object.fromEntries(keys.filter((key) => props[key] !== undefined).map((key) => [key, props[key]])) as Pick<
    Props,
    Key
  >;
}

function parseText(value: unknown): string {
  return typeof value === 'string' ? value : typeof value === 'number' ? String(value) : '';
}
