import { DAY_MS, HOUR_MS } from '#app/core/durations.ts';
import { FETCH_PROBLEMS } from '#app/core/fetched-file.ts';

/** Files of products that are fetched by themselves: how often, from where, and why one was not imported. */

/** Schedules that a vendor, or the marketplace, may have at a time. */
export const MAX_SCHEDULES = 10;
export const MAX_NAME = 60;
export const MAX_ADDRESS = 500;
export const MAX_USERNAME = 100;
export const MAX_PASSWORD = 500;
/** How long a file may take to come whole. */
export const FETCH_MS = 60_000;

export const FREQUENCIES = ['hourly', 'sixHours', 'daily', 'weekly'] as const;
export type Frequency = (typeof FREQUENCIES)[number];

const PERIODS: Readonly<Record<Frequency, number>> = {
  hourly: HOUR_MS,
  sixHours: 6 * HOUR_MS,
  daily: DAY_MS,
  weekly: 7 * DAY_MS,
};

/**
 * Why nothing is imported: the file was not fetched, it is no table that is read, its columns do not fit, no row of it can be
 * imported, its template is gone, whoever made the schedule left or lost the permissions, or a fault of ours.
 */
export const SCHEDULE_PROBLEMS = [
  ...FETCH_PROBLEMS,
  'table',
  'columns',
  'rows',
  'template',
  'maker',
  'rights',
  'error',
] as const;
export type ScheduleProblem = (typeof SCHEDULE_PROBLEMS)[number];

/** What switches a schedule off until somebody switches it on again. */
export const isFinal = (problem: ScheduleProblem): boolean => problem === 'maker' || problem === 'host_key';

const OF_FILE: ReadonlySet<ScheduleProblem> = new Set<ScheduleProblem>(['table', 'columns', 'rows', 'template']);
/** Whether a problem is one of the file that was fetched: it stays until the file changes. */
export const isOfFile = (problem: ScheduleProblem | null): boolean => problem !== null && OF_FILE.has(problem);

/** Problems by what has to be done about them: how a mail says why. */
export const PROBLEM_KINDS = ['address', 'login', 'server', 'host_key', 'file', 'maker'] as const;
export type ProblemKind = (typeof PROBLEM_KINDS)[number];

const KINDS: Readonly<Record<ScheduleProblem, ProblemKind>> = {
  address: 'address',
  host_unknown: 'address',
  host_private: 'address',
  not_found: 'address',
  unreachable: 'server',
  timeout: 'server',
  answer: 'server',
  error: 'server',
  login: 'login',
  host_key: 'host_key',
  too_large: 'file',
  table: 'file',
  columns: 'file',
  rows: 'file',
  template: 'file',
  maker: 'maker',
  rights: 'maker',
};
export const findProblemKind = (problem: ScheduleProblem): ProblemKind => KINDS[problem];

/** The first moment after `now` that is a whole number of periods after `anchor`. */
export function nextRun(frequency: Frequency, anchor: Date, now: Date): Date {
  const period = PERIODS[frequency];
  const passed = Math.max(0, Math.floor((now.getTime() - anchor.getTime()) / period) + 1);
  return new Date(anchor.getTime() + passed * period);
}

/** When a schedule runs after one that did not go well: by its frequency, and within an hour where that is later. */
export function nextRunAfter(
  problem: ScheduleProblem | null,
  o: { frequency: Frequency; anchor: Date; now: Date },
): Date {
  const regular = nextRun(o.frequency, o.anchor, o.now);
  const soon = o.now.getTime() + HOUR_MS;
  return problem === null ? regular : new Date(Math.min(regular.getTime(), soon));
}

/** Whether an address is one that files are fetched from: https or SFTP, with a path and without a name or a password in it. */
export function isSourceAddress(text: string): boolean {
  if (!URL.canParse(text)) return false;
  const { protocol, username, password, hash, pathname, hostname } = new URL(text);
  if (username !== '' || password !== '' || hash !== '' || hostname === '') return false;
  return protocol === 'https:' || (protocol === 'sftp:' && pathname.length > 1 && canDecode(pathname));
}

function canDecode(path: string): boolean {
  try {
    return decodeURIComponent(path) !== '';
  } catch {
    return false;
  }
}

/** Whether a server signs nobody in without a name. */
export const needsLogin = (address: string): boolean => new URL(address).protocol === 'sftp:';

/** Whether two addresses are of the same server: only to that one a password goes that was typed for it. */
export function isSameServer(one: string, other: string): boolean {
  const [a, b] = [new URL(one), new URL(other)];
  return a.protocol === b.protocol && a.host === b.host;
}

/** The name of the file at an address, as an import shows it. */
export function resolveFileName(address: string): string {
  const { pathname, hostname } = new URL(address);
  const name = decodePath(pathname.split('/').at(-1) ?? '');
  return (name === '' ? hostname : name).slice(-255);
}

function decodePath(text: string): string {
  try {
    return decodeURIComponent(text);
  } catch {
    return text;
  }
}
