import { BlockStack, InlineStack, Tag, TextField } from '@shopify/polaris';
import { useRef, useState, type KeyboardEvent } from 'react';
import { useText } from '#app/ui/i18n/use-text.ts';
import { readValues, writeValues } from './option-values.ts';

type ValuesFieldProps = {
  values: readonly string[];
  /** Says once for all options how values are typed, and of one that is ticked elsewhere where. */
  hint: string | undefined;
  name: string;
  error: string | undefined;
  disabled: boolean;
  onChange: (values: string[]) => void;
};

/**
 * The values of an option as tags, and a field for more: what is typed becomes tags with Enter, a comma at its end, or when the
 * field is left. A tag that is pressed comes back into the field; what it becomes takes its place, so its variants stay.
 */
export function ValuesField({ values, hint, name, error, disabled, onChange }: ValuesFieldProps) {
  const t = useText();
  const [typed, setTyped] = useState('');
  const [edited, setEdited] = useState<number>();
  const field = useRef<HTMLDivElement>(null);
  const take = (text: string): void => {
    const found = readValues(text);
    const place = edited ?? values.length;
    setTyped('');
    setEdited(undefined);
    if (found.length === 0 && edited === undefined) return;
    onChange([...new Set([...values.slice(0, place), ...found, ...values.slice(place + 1)])]);
  };
  const type = (text: string): void => {
    // A comma inside of quotes belongs to the value.
    const isQuoted = text.split('"').length % 2 === 0;
    if (/,\s*$/.test(text) && !isQuoted && readValues(text).length > 0) take(text);
    else setTyped(text);
  };
  const press = (event: KeyboardEvent): void => {
    if (event.key !== 'Enter' || typed === '') return;
    event.preventDefault();
    take(typed);
  };
  return (
    // The keys are those of the field inside.
    // eslint-disable-next-line jsx-a11y/no-static-element-interactions
    <div ref={field} onKeyDown={press}>
      <BlockStack gap="150">
        <TextField
          label={t('products:options.values')}
          name={name}
          autoComplete="off"
          value={typed}
          placeholder={values.length === 0 || disabled ? '' : t('products:options.more')}
          helpText={hint}
          error={error}
          disabled={disabled}
          onChange={type}
          onBlur={() => {
            take(typed);
          }}
        />
        {values.length === 0 ? null : (
          <InlineStack gap="100">
            {values.map((value, index) =>
              index === edited ? null : (
                <Tag
                  key={value}
                  disabled={disabled}
                  {...(disabled
                    ? {}
                    : {
                        onRemove: () => {
                          onChange(values.filter((_one, at) => at !== index));
                        },
                      })}
                  accessibilityLabel={value}
                >
                  {disabled ? (
                    value
                  ) : (
                    <button
                      type="button"
                      className="product-option-value"
                      aria-label={t('products:options.renameValue', { value })}
                      onClick={() => {
                        setEdited(index);
                        setTyped(writeValues([value]));
                        field.current?.querySelector('input')?.focus();
                      }}
                    >
                      {value}
                    </button>
                  )}
                </Tag>
              ),
            )}
          </InlineStack>
        )}
      </BlockStack>
    </div>
  );
}
