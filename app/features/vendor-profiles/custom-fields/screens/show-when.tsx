import { Select, TextField } from '@shopify/polaris';
import { readDisplay, withShowWhen } from '#app/core/text/field-display.ts';
import type { Form } from '#app/ui/forms/use-form.ts';
import { useText } from '#app/ui/i18n/use-text.ts';
import { toChoices, type EditedField } from '../field-editor.ts';

const ALWAYS = '';

type ShowWhenProps = { form: Form<{ enableApproval: boolean; fields: EditedField[] }>; index: number };

/** Shows a field always, or while another one has a value: what would else be typed behind the description. */
export function ShowWhen({ form, index }: ShowWhenProps) {
  const t = useText();
  const { fields } = form.values;
  const field = fields[index];
  if (!field) return null;
  // A field gets its key when it is saved: before that nothing can name it.
  const others = fields.filter((other, at) => at !== index && !other.isNew && other.key !== field.key);
  const condition = readDisplay(field.description).showWhen;
  const target = others.find(({ key }) => key === condition?.key);
  const choices = target ? toChoices(target.choices) : [];
  const write = (key: string, values: string[]): void => {
    const next = key === ALWAYS ? undefined : { key, values };
    form.set(`fields.${String(index)}.description`, withShowWhen(field.description, next));
  };
  const [value = ''] = condition?.values ?? [];
  const isList = choices.length > 0 && (condition?.values.length ?? 0) < 2 && (value === '' || choices.includes(value));
  if (others.length === 0) return null;
  return (
    <div className="definition-pair">
      <Select
        label={t('definitions:showWhen.label')}
        options={[
          { value: ALWAYS, label: t('definitions:showWhen.always') },
          ...others.map(({ key, name }) => ({ value: key, label: t('definitions:showWhen.field', { name }) })),
        ]}
        value={target?.key ?? ALWAYS}
        onChange={(key) => {
          const first = toChoices(others.find((other) => other.key === key)?.choices ?? '')[0];
          write(key, [first ?? 'true']);
        }}
      />
      {target && isList ? (
        <Select
          label={t('definitions:showWhen.value')}
          options={choices.map((choice) => ({ value: choice, label: choice }))}
          value={value}
          onChange={(choice) => {
            write(target.key, [choice]);
          }}
        />
      ) : target ? (
        <TextField
          label={t('definitions:showWhen.value')}
          helpText={t('definitions:showWhen.help')}
          value={condition?.values.join(',') ?? ''}
          onChange={(text) => {
            write(target.key, text.split(','));
          }}
          maxLength={200}
          autoComplete="off"
        />
      ) : null}
    </div>
  );
}
