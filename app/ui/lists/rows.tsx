import { Icon } from '@shopify/polaris';
import { ChevronRightIcon } from '@shopify/polaris-icons';
import type { ReactNode } from 'react';
import { LayoutLink } from '../shell/layout-link.tsx';
import { Avatar, Picture } from '../components/picture.tsx';

/** One row of a list on a phone or inside a card: picture, two lines, an amount and a badge. */
export type RowContent = {
  id: string;
  url?: string;
  /** The address of a picture, or initials made of a name. */
  picture?: { src: string | undefined } | { name: string };
  title: ReactNode;
  /** Stands after the title, lighter. */
  aside?: ReactNode;
  line?: ReactNode;
  /** Under the line, whole: each on a line of its own. */
  details?: readonly { id: string; text: string }[];
  badge?: ReactNode;
  amount?: ReactNode;
  /** Under the amount: when. */
  end?: ReactNode;
};

/** Rows that open on a tap; the whole row is the link. */
export function Rows({
  rows,
  label,
  hasChevron,
}: {
  rows: readonly RowContent[];
  label: string;
  hasChevron?: boolean;
}) {
  return (
    <ul className="souk-rows" aria-label={label}>
      {rows.map((row) => (
        <li key={row.id}>
          {row.url ? (
            <LayoutLink url={row.url} className="souk-row souk-row-link" data-row>
              <RowBody row={row} />
              {hasChevron ? (
                <span className="souk-row-chevron">
                  <Icon source={ChevronRightIcon} />
                </span>
              ) : null}
            </LayoutLink>
          ) : (
            <div className="souk-row">
              <RowBody row={row} />
            </div>
          )}
        </li>
      ))}
    </ul>
  );
}

/** What stands in a row. */
export function RowBody({ row }: { row: RowContent }) {
  return (
    <>
      {row.picture ? (
        'name' in row.picture ? (
          <Avatar name={row.picture.name} />
        ) : (
          <Picture src={row.picture.src} size={44} />
        )
      ) : null}
      <span className="souk-row-main">
        <span className="souk-row-title">
          <b>{row.title}</b> {row.aside}
        </span>
        {row.line ? <span className="souk-row-line">{row.line}</span> : null}
        {row.details?.map(({ id, text }) => (
          <span key={id} className="souk-row-detail">
            {text}
          </span>
        ))}
        {row.badge ? <span className="souk-row-badge">{row.badge}</span> : null}
      </span>
      {row.amount !== undefined || row.end !== undefined ? (
        <span className="souk-row-end">
          <b className="souk-num">{row.amount}</b>
          <span>{row.end}</span>
        </span>
      ) : null}
    </>
  );
}
