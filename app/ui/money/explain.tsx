import { useBreakpoints } from '@shopify/polaris';
import { useId, useState, useSyncExternalStore, type ReactNode } from 'react';
import type { MoneyDto } from '#app/core/dto.ts';
import { useText } from '../i18n/use-text.ts';
import { OpenedDetail } from '../components/opened-detail.tsx';
import { useFormat } from '../shell/shell-context.tsx';
import { SumRows, type SumRow } from './sum-rows.tsx';

/** One step of how an amount came about; `rows` carry the sums, with a note for the rule and the rounding. */
export type ExplainStep = { title: string; rows: readonly SumRow[] };
/** The ledger's own entry for the amount; its lines sum to zero. */
export type ExplainEntry = { reference: string; lines: readonly SumRow[]; sum: MoneyDto };
export type Explanation = {
  title: string;
  /** "frozen at sale, 20 Nov 11:48", or whatever fixes the amount in time. */
  aside?: ReactNode;
  steps: readonly ExplainStep[];
  total?: SumRow;
  entry?: ExplainEntry;
};

const subscribeToNothing = () => () => undefined;

/** A dotted button that opens how an amount is made: a popover on wide screens, a sheet from below on phones. */
export function Explain({
  label,
  explanation,
  isOpenAtFirst = false,
}: {
  label?: string;
  explanation: Explanation;
  /** Opens it as soon as the page is there, for links that lead to the explanation. */
  isOpenAtFirst?: boolean;
}) {
  const t = useText();
  const [pressed, setOpen] = useState<boolean>();
  // The server draws no popover: it opens once the page is there.
  const isThere = useSyncExternalStore(
    subscribeToNothing,
    () => true,
    () => false,
  );
  const open = pressed ?? (isOpenAtFirst && isThere);
  const { smDown } = useBreakpoints();
  const headingId = useId();
  const button = (
    <button
      type="button"
      className="souk-explain"
      data-explain
      aria-expanded={open}
      aria-haspopup="dialog"
      onClick={() => {
        setOpen(!open);
      }}
    >
      {label ?? t('common:explain.open')}
    </button>
  );
  const close = () => {
    setOpen(false);
  };
  return (
    <OpenedDetail button={button} open={open} onClose={close} label={explanation.title} isSheet={smDown}>
      <ExplainBody explanation={explanation} headingId={headingId} />
    </OpenedDetail>
  );
}

function ExplainBody({ explanation, headingId }: { explanation: Explanation; headingId: string }) {
  const { title, aside, steps, total, entry } = explanation;
  return (
    // The pane scrolls, so it must be reachable by keyboard; Polaris' own pane takes no focus.
    <div
      className="souk-explain-body"
      role="group"
      aria-labelledby={headingId}
      // eslint-disable-next-line jsx-a11y/no-noninteractive-tabindex -- A scrolling region has to take focus.
      tabIndex={0}
    >
      <div className="souk-explain-head">
        <h2 id={headingId}>{title}</h2>
        {aside ? <span className="souk-note">{aside}</span> : null}
      </div>
      {steps.map((step, index) => (
        <section key={index}>
          <h3>{`${String(index + 1)}. ${step.title}`}</h3>
          <SumRows rows={step.rows} />
        </section>
      ))}
      {total ? <SumRows rows={[]} total={total} /> : null}
      {entry ? <LedgerEntry entry={entry} /> : null}
    </div>
  );
}

function LedgerEntry({ entry }: { entry: ExplainEntry }) {
  const t = useText();
  const format = useFormat();
  return (
    <section>
      <h3>
        {t('common:explain.entry')} <code>{entry.reference}</code>
      </h3>
      <dl className="souk-sum souk-entry">
        {entry.lines.map((line, index) => (
          <div key={index} className="souk-sum-line">
            <dt>{line.label}</dt>
            <dd className="souk-num">{format.amount(line.value)}</dd>
          </div>
        ))}
        <div className="souk-sum-line souk-sum-total">
          <dt>{t('common:explain.sumIn', { currency: entry.sum.currency })}</dt>
          <dd className="souk-num">{format.amount(entry.sum)}</dd>
        </div>
      </dl>
    </section>
  );
}
