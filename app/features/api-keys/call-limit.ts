/** What is left of a limit in its present window, after a call was counted. */
export type CountedLimit = {
  name: string;
  max: number;
  windowSeconds: number;
  left: number;
  /** Until the window ends. */
  seconds: number;
};

/** The headers by which a caller knows its limits (draft-ietf-httpapi-ratelimit-headers): all policies, and what is left of each. */
export const toLimitHeaders = (limits: readonly CountedLimit[]): [string, string][] => [
  [
    'ratelimit-policy',
    limits.map(({ name, max, windowSeconds }) => `"${name}";q=${max};w=${windowSeconds}`).join(', '),
  ],
  ['ratelimit', limits.map(({ name, left, seconds }) => `"${name}";r=${left};t=${seconds}`).join(', ')],
];
