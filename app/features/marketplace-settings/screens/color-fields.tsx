import { FormLayout } from '@shopify/polaris';
import { computeContrast, deriveBrand } from '#app/ui/brand.ts';
import { TextInput } from '#app/ui/forms/fields.tsx';
import type { Form } from '#app/ui/forms/use-form.ts';
import { useText } from '#app/ui/i18n/use-text.ts';
import { useFormat } from '#app/ui/shell/shell-context.tsx';
import type { LookForm } from '../feature-changes.contract.ts';
import { toWholeColors } from './whole-colors.ts';

/** Each colour of the settings, the variable that it becomes, and the fill that its text is read on. */
const COLORS = [
  { name: 'indigo600', variable: '--souk-brand', on: '#ffffff' },
  { name: 'indigo800', variable: '--souk-brand-strong', on: '#ffffff' },
  { name: 'orange800', variable: '--souk-attention', on: '#ffe6c9' },
  { name: 'green800', variable: '--souk-success', on: '#d9f3e2' },
] as const;

/** The colours as swatch and code, each with the colour that is used so that text can be read, and its contrast. */
export function ColorFields({ form }: { form: Form<LookForm> }) {
  const t = useText();
  const format = useFormat();
  const { indigo600, indigo800, orange800, green800 } = toWholeColors(form.values.colors);
  const brand = deriveBrand(indigo600, indigo800, orange800, green800);
  const whole = { indigo600, indigo800, orange800, green800 };
  return (
    <FormLayout>
      {COLORS.map(({ name, variable, on }) => {
        const field = form.field<unknown>(`colors.${name}`);
        const used = brand[variable];
        const ratio = format.number(Math.round(computeContrast(used, on) * 10) / 10);
        const isKept = used.toLowerCase() === whole[name].toLowerCase();
        return (
          <TextInput
            key={name}
            {...field}
            label={t(`settings:look.${name}`)}
            helpText={t(isKept ? 'settings:look.contrast' : 'settings:look.usedAs', { used, ratio })}
            maxLength={7}
            connectedRight={
              <input
                type="color"
                className="settings-swatch"
                aria-label={t('settings:look.pick', { name: t(`settings:look.${name}`) })}
                value={whole[name]}
                onChange={(event) => {
                  field.onChange(event.target.value);
                }}
              />
            }
          />
        );
      })}
    </FormLayout>
  );
}
