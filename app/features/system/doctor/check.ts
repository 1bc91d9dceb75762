/** How a check ended. `warn` works today and will not one day, or cannot be told. */
export const CHECK_STATUSES = ['ok', 'warn', 'fail'] as const;
export type CheckStatus = (typeof CHECK_STATUSES)[number];

/** What of a store's installation is asked, in the order of their causes: an access that fails explains what comes after it. */
export const STORE_CHECKS = [
  'access',
  'scopes',
  'customerData',
  'deliveries',
  'topics',
  'refusals',
  'rates',
  'providers',
  'senderDomain',
] as const;
export type StoreCheckId = (typeof STORE_CHECKS)[number];

/** `detail`: names and numbers that no language changes, such as scopes, records or a status. Never a secret. */
export type Finding = { status: CheckStatus; detail?: string };

export type Check<Id extends string> = { id: Id; ask: () => Promise<Finding> };
export type Checked<Id extends string> = { id: Id; status: CheckStatus; detail: string };

const MAX_DETAIL = 300;

/**
 * Asks every check at once, each for at most `limitMs`. One that throws or does not end has failed, with its error's name; the
 * others go on.
 */
export function runChecks<Id extends string>(
  checks: readonly Check<Id>[],
  o: { limitMs: number },
): Promise<Checked<Id>[]> {
  return Promise.all(
    checks.map(async ({ id, ask }) => {
      const { status, detail = '' } = await withLimit(ask, o.limitMs);
      return { id, status, detail: detail.slice(0, MAX_DETAIL) };
    }),
  );
}

async function withLimit(ask: () => Promise<Finding>, limitMs: number): Promise<Finding> {
  let timer: NodeJS.Timeout | undefined;
  const late = new Promise<Finding>((resolve) => {
    timer = setTimeout(() => {
      resolve({ status: 'fail', detail: `no answer within ${Math.round(limitMs / 1000)} s` });
    }, limitMs);
  });
  try {
    return await Promise.race([ask(), late]);
  } catch (error) {
    return { status: 'fail', detail: describeFailure(error) };
  } finally {
    clearTimeout(timer);
  }
}

/** A code where there is one: messages of libraries may hold addresses with passwords. */
function describeFailure(error: unknown): string {
  const { code, cause } = error as { code?: unknown; cause?: unknown };
  if (typeof code === 'string') return code;
  if (cause !== undefined) return describeFailure(cause);
  return error instanceof Error ? error.name : 'failed';
}
