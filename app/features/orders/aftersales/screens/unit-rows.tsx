import { useText } from '#app/ui/i18n/use-text.ts';
import type { FieldProps } from '#app/ui/forms/use-form.ts';
import { QuantityInput } from '#app/ui/forms/fields.tsx';
import './aftersales.css';

type UnitLine = { id: string; title: string; aside: string; left: number };

/** Lines with a field each for how many of their units are meant. */
export function UnitRows(props: {
  lines: readonly UnitLine[];
  fieldOf: (id: string) => FieldProps;
  labelOf: (title: string) => string;
}) {
  const t = useText();
  return (
    <ul className="souk-unit-lines">
      {props.lines.map((line) => (
        <li key={line.id} className="souk-unit-line">
          <span className="souk-two-lines">
            <b>{line.title}</b>
            <span className="souk-note">{line.aside}</span>
          </span>
          <span className="souk-unit-quantity">
            <QuantityInput
              {...props.fieldOf(line.id)}
              label={props.labelOf(line.title)}
              labelHidden
              min={0}
              max={line.left}
            />
            <span>{t('aftersales:refund.ofLeft', { left: line.left })}</span>
          </span>
        </li>
      ))}
    </ul>
  );
}
