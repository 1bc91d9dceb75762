import { Card, InlineStack, Link } from '@shopify/polaris';
import type { ReactNode } from 'react';
import type { MoneyDto } from '#app/core/dto.ts';
import { Money } from '../money/money.tsx';

/** Work on the left, facts and money on the right; one column on phones. `shape` is "editor" where the left needs more. */
export function Columns({
  main,
  side,
  shape = 'work',
}: {
  main: ReactNode;
  side: ReactNode;
  shape?: 'work' | 'editor';
}) {
  return (
    <div className={`souk-columns souk-columns-${shape}`}>
      <div className="souk-column">{main}</div>
      <div className="souk-column">{side}</div>
    </div>
  );
}

/** Cards under one another. */
export function Stack({ children }: { children: ReactNode }) {
  return <div className="souk-column">{children}</div>;
}

export type Metric = { id: string; label: string; value: MoneyDto | string; note?: ReactNode; url?: string };

/** Figures beside one another in one card; each with a line that says what it counts. */
export function Metrics({ metrics }: { metrics: readonly Metric[] }) {
  return (
    <Card padding="0">
      <dl className="souk-metrics">
        {metrics.map((metric) => (
          <div key={metric.id}>
            <dt>{metric.url === undefined ? metric.label : <Link url={metric.url}>{metric.label}</Link>}</dt>
            <dd>
              {typeof metric.value === 'string' ? (
                <span className="souk-mid">{metric.value}</span>
              ) : (
                <Money value={metric.value} size="mid" />
              )}
            </dd>
            {metric.note ? <dd className="souk-note">{metric.note}</dd> : null}
          </div>
        ))}
      </dl>
    </Card>
  );
}

export type Fact = { label: string; value: ReactNode };

/** Facts as label and value, for the side column. */
export function Facts({ facts }: { facts: readonly Fact[] }) {
  return (
    <dl className="souk-facts">
      {facts.map((fact) => (
        <div key={fact.label}>
          <dt>{fact.label}</dt>
          <dd>{fact.value}</dd>
        </div>
      ))}
    </dl>
  );
}

/**
 * The buttons at the end of a form: under the cards of a page, where on a phone the cards reach the edge and the buttons do not,
 * or in a card, in line with its fields.
 */
export function EndRow({ children }: { children: ReactNode }) {
  return (
    <div className="souk-end-row">
      <InlineStack align="end">{children}</InlineStack>
    </div>
  );
}
