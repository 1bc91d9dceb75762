import type { AppError, ErrorCode, Refusal } from '#app/core/errors.ts';

/** What may be over in a moment: the run ends and is tried again. */
export const PASSING_CODES: ReadonlySet<ErrorCode> = new Set<ErrorCode>([
  'platform_throttled',
  'platform_failed',
  'unavailable',
  'internal',
  'rate_limited',
]);

/** A refusal as it is kept with its row. */
export function toStoredRefusal({ code, reason, params, message, issues }: AppError): Refusal {
  const isReasoned = reason !== undefined;
  return {
    code,
    message,
    ...(isReasoned ? { reason } : {}),
    ...(Object.keys(params).length > 0 ? { params } : {}),
    ...(issues.length > 0 ? { issues } : {}),
  };
}
