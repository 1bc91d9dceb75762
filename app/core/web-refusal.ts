/** Why an address that somebody typed was not read: it is none that is asked, its host is unknown or not public, or it did not answer well. */
export const WEB_REFUSALS = ['address', 'host_unknown', 'host_private', 'status', 'timeout', 'unreachable'] as const;
export type WebRefusalKind = (typeof WEB_REFUSALS)[number];
