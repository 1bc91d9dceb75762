import { Select, TextField } from '@shopify/polaris';
import { useEffect, useRef, useState, type ReactNode } from 'react';
import { MoneyInput, NumberInput, TextInput } from '#app/ui/forms/fields.tsx';
import { RichTextInput } from '#app/ui/forms/rich-text-input.tsx';
import type { FieldProps } from '#app/ui/forms/use-form.ts';
import { useText } from '#app/ui/i18n/use-text.ts';
import { useShell } from '#app/ui/shell/shell-context.tsx';
import { toUnits, type Measure } from '../measured-value.ts';
import { formatHtml, toRich } from '../rich-html.ts';
import { checkRichText, readRichText } from '../rich-text-value.ts';
import type { Specification } from '../specification.ts';
import { toRules } from '../specification-value.ts';
import {
  asAmount,
  asLocalMoment,
  asMeasured,
  asRating,
  ofAmount,
  ofLocalMoment,
  ofMeasured,
  ofRating,
} from '../value-forms.ts';

/** What every field of a specification gets. */
export type Shared = FieldProps & { label: string; optional: boolean; helpText?: string };

/** The label of a field that draws its own. */
export function useLabel({ label, optional }: Shared): string {
  const t = useText();
  return optional ? t('common:optionalLabel', { label }) : label;
}

/**
 * A field that shows its value in another form than the one that is held. What is named after the form's field is read from the
 * page as it stands there when its scripts come late, so the inputs inside have names of their own.
 */
export function FieldGroup({ name, children }: { name: string; children: ReactNode }) {
  return (
    <fieldset name={name} tabIndex={-1} className="souk-fieldset">
      {children}
    </fieldset>
  );
}
/** The name of an input that stands inside of a held field. */
export const innerName = (name: string): string => `${name}~`;

/** A number with its unit. */
export function MeasureInput({ shared, measure }: { shared: Shared; measure: Measure }) {
  const t = useText();
  const units = toUnits(measure);
  const current = asMeasured(String(shared.value));
  // The unit is chosen before there is a number, too.
  const [unit, setUnit] = useState(current.unit === '' ? (units[0] ?? '') : current.unit);
  const present = current.unit === '' ? unit : current.unit;
  return (
    <FieldGroup name={shared.name}>
      <div className="specification-measure">
        <NumberInput
          {...shared}
          name={innerName(shared.name)}
          value={current.value}
          onChange={(amount) => {
            shared.onChange(ofMeasured(String(amount), present));
          }}
        />
        <Select
          label={t('specifications:editor.unitOf', { name: shared.label })}
          labelHidden
          options={units.map((one) => ({ value: one, label: one.replaceAll('_', ' ') }))}
          value={present}
          disabled={shared.disabled}
          onChange={(next) => {
            setUnit(next);
            shared.onChange(ofMeasured(current.value, next));
          }}
        />
      </div>
    </FieldGroup>
  );
}

/** An amount in the currency of the store. */
export function AmountInput({ shared }: { shared: Shared }) {
  const { store } = useShell();
  return (
    <FieldGroup name={shared.name}>
      <MoneyInput
        {...shared}
        name={innerName(shared.name)}
        value={asAmount(String(shared.value))}
        onChange={(amount) => {
          shared.onChange(ofAmount(String(amount), store.currency));
        }}
      />
    </FieldGroup>
  );
}

/** A number on the scale of its definition. */
export function RatingInput({ shared, specification }: { shared: Shared; specification: Specification }) {
  const t = useText();
  const rules = toRules(specification.validations);
  const scale = { min: rules.get('scale_min') ?? '1', max: rules.get('scale_max') ?? '5' };
  return (
    <FieldGroup name={shared.name}>
      <NumberInput
        {...shared}
        name={innerName(shared.name)}
        suffix={t('specifications:editor.scale', { most: scale.max })}
        value={asRating(String(shared.value))}
        onChange={(rating) => {
          shared.onChange(ofRating(String(rating), scale));
        }}
      />
    </FieldGroup>
  );
}

/** A colour, typed or chosen. */
export function ColourInput({ shared }: { shared: Shared }) {
  const t = useText();
  const value = String(shared.value);
  return (
    <TextInput
      {...shared}
      placeholder="#4f46e5"
      maxLength={7}
      connectedRight={
        <input
          type="color"
          className="specification-colour"
          aria-label={t('specifications:editor.colour', { name: shared.label })}
          value={/^#[0-9a-f]{6}$/i.test(value) ? value : '#ffffff'}
          disabled={shared.disabled}
          onChange={(event) => {
            shared.onChange(event.target.value);
          }}
        />
      }
    />
  );
}

/** A day and a time in world time. */
export function MomentInput({ shared, help }: { shared: Shared; help: string }) {
  const label = useLabel(shared);
  return (
    <FieldGroup name={shared.name}>
      <TextField
        label={label}
        name={innerName(shared.name)}
        type="datetime-local"
        value={asLocalMoment(String(shared.value))}
        onChange={(text) => {
          shared.onChange(ofLocalMoment(text));
        }}
        onBlur={shared.onBlur}
        autoComplete="off"
        error={shared.error}
        disabled={shared.disabled}
        helpText={help}
      />
    </FieldGroup>
  );
}

/** The editor writes HTML, the store keeps a tree: what comes from outside is drawn anew, what is typed here is not. */
export function RichInput({ shared }: { shared: Shared }) {
  const label = useLabel(shared);
  const value = String(shared.value);
  const [html, setHtml] = useState(() => shownHtml(value));
  const own = useRef(value);
  useEffect(() => {
    if (own.current === value) return;
    own.current = value;
    setHtml(shownHtml(value));
  }, [value]);
  return (
    <RichTextInput
      {...shared}
      label={label}
      value={html}
      onChange={(next) => {
        setHtml(next);
        own.current = writtenValue(next);
        shared.onChange(own.current);
      }}
    />
  );
}

function shownHtml(value: string): string {
  const root = value === '' ? undefined : readRichText(value);
  return root ? formatHtml(root) : '';
}

function writtenValue(html: string): string {
  const tree = toRich(new DOMParser().parseFromString(html, 'text/html').body);
  const checked = checkRichText(JSON.stringify(tree));
  return checked.ok ? checked.value : JSON.stringify(tree);
}
