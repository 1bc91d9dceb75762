/**
 * What of the access to the platform, and to Google, only a person can mend: our address is not on the app's allowlist, bulk queries
 * are not enabled for the app, the platform answers in another version of its API than the one that was asked, or the Sheets API is
 * switched off in the project of the service account.
 */
export const PLATFORM_PROBLEMS = ['address_refused', 'bulk_refused', 'api_version', 'sheets_disabled'] as const;
export type PlatformProblemKind = (typeof PLATFORM_PROBLEMS)[number];

/** Where the adapter of the platform reports such problems, and that a call went well again. Neither throws. */
export type PlatformProblemReporter = {
  record(shop: string, kind: PlatformProblemKind, detail: string): Promise<void>;
  clear(shop: string, kind: PlatformProblemKind): Promise<void>;
};
