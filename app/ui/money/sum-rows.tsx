import type { ReactNode } from 'react';
import type { MoneyDto } from '#app/core/dto.ts';
import { Money } from './money.tsx';

export type SumRow = { label: ReactNode; value: MoneyDto; note?: ReactNode };

/** Labels with amounts on the right; the total stands under a line. */
export function SumRows({ rows, total }: { rows: readonly SumRow[]; total?: SumRow }) {
  return (
    <dl className="souk-sum">
      {rows.map((row, index) => (
        <SumLine key={index} row={row} />
      ))}
      {total ? <SumLine row={total} isTotal /> : null}
    </dl>
  );
}

function SumLine({ row, isTotal }: { row: SumRow; isTotal?: boolean }) {
  return (
    <div className={isTotal ? 'souk-sum-line souk-sum-total' : 'souk-sum-line'}>
      <dt>
        {row.label}
        {row.note ? <span className="souk-note">{row.note}</span> : null}
      </dt>
      <dd>
        <Money value={row.value} bold={isTotal ?? false} />
      </dd>
    </div>
  );
}
