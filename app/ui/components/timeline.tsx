import type { ReactNode } from 'react';
import { When } from '../time/when.tsx';

export type TimelineEntry = {
  id: string;
  at: string;
  text: ReactNode;
  by?: string;
  detail?: ReactNode;
  isOpen?: boolean;
};

/** What happened, newest first: what, by whom, when. An open entry (something waits) has a filled dot. */
export function Timeline({ entries }: { entries: readonly TimelineEntry[] }) {
  return (
    <ol className="souk-timeline">
      {entries.map((entry) => (
        <li key={entry.id} {...(entry.isOpen ? { className: 'souk-timeline-open' } : {})}>
          <div className="souk-timeline-head">
            <span>
              {entry.text}
              {entry.by ? <span className="souk-note">{entry.by}</span> : null}
            </span>
            <When at={entry.at} />
          </div>
          {entry.detail ? <div className="souk-timeline-detail">{entry.detail}</div> : null}
        </li>
      ))}
    </ol>
  );
}
