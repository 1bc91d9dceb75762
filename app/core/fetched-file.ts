/**
 * Why a file at an address that somebody typed was not fetched: it is no address that is asked, its host is unknown or not public,
 * nothing answered (in time), it wants another sign-in, another server answers than before, there is no such file, what it
 * answered is an error, or it is too large.
 */
export const FETCH_PROBLEMS = [
  'address',
  'host_unknown',
  'host_private',
  'unreachable',
  'timeout',
  'login',
  'host_key',
  'not_found',
  'answer',
  'too_large',
] as const;
export type FetchProblem = (typeof FETCH_PROBLEMS)[number];

/** Where a file lies, and how its server is signed in to. */
export type FileSource = {
  /** `https:` or `sftp:`, without a name or a password in it. */
  address: string;
  /** Empty for a server that wants none. */
  username: string;
  password: string;
  /** SHA-256 of the key of an SFTP server, as it was the first time; null before. */
  hostKey: string | null;
};
