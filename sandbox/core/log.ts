import type { LoggedRequest, RequestLog } from './kernel.ts';

const KEPT = 2000;
const BODY_LIMIT = 20_000;

/** What the app sent, the newest last; the oldest make room. Kept in memory only. */
export function openRequestLog(): RequestLog {
  let entries: LoggedRequest[] = [];
  return {
    add: (entry) => {
      entries.push(entry.body.length > BODY_LIMIT ? { ...entry, body: `${entry.body.slice(0, BODY_LIMIT)}…` } : entry);
      if (entries.length > KEPT * 1.2) entries = entries.slice(-KEPT);
    },
    list: (target) => (target ? entries.filter((entry) => entry.target === target) : [...entries]),
    clear: () => {
      entries = [];
    },
  };
}
