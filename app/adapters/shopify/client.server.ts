import { computeBackoffMs, RETRIES } from '#app/core/backoff.ts';
import { AppError } from '#app/core/errors.ts';
import { OperationRefused } from '#app/core/operation-refused.ts';
import type { PlatformProblemKind, PlatformProblemReporter } from '#app/core/platform-problem.ts';
import type { Shopify } from './app.server.ts';
import {
  computeThrottleWait,
  createThrottle,
  reservedPoints,
  type CallPriority,
  type Throttle,
  type ThrottleStatus,
} from './throttle.ts';

/** The platform's Admin API of one store. */
export type PlatformClient = {
  readonly shop: string;
  /** Reads. Waits out throttling and tries again after a 5xx or a lost answer, three times in all. */
  query<Data>(operation: string, variables?: object): Promise<Data>;
  /**
   * Changes. Tried again only where the platform says that nothing was done (THROTTLED). A lost answer is
   * platform_failed (502); the caller looks at the state before it tries again. `idempotent` operations are repeated.
   */
  mutate<Data>(operation: string, variables?: object, o?: { idempotent?: boolean }): Promise<Data>;
  /** Records what only a person can mend, in the platform's words; null where a call showed that it is mended. Never throws. */
  report(kind: PlatformProblemKind, detail: string | null): Promise<void>;
};

export type PlatformUserError = { field?: readonly string[] | null; message: string; code?: string | null };

const MAX_ATTEMPTS = RETRIES.platformCall.maxAttempts;
/** A platform that is silent for longer counts as one that did not answer. */
const ANSWER_LIMIT_MS = 20_000;
/** How long throttling is waited out in all: somebody looks at a screen, or a job that can wait. */
const WAIT_LIMIT_MS: Readonly<Record<CallPriority, number>> = { person: 10_000, background: 60_000 };
const pause = (ms: number) => new Promise((resolve) => setTimeout(resolve, ms));

type Cost = { requestedQueryCost?: number; actualQueryCost?: number; throttleStatus?: ThrottleStatus };
type GraphqlFailure = {
  graphQLErrors?: readonly { message: string; extensions?: { code?: string } }[];
  networkStatusCode?: number;
  message?: string;
};
type Failure = {
  kind: 'throttled' | 'no_access' | 'address' | 'refused' | 'failed';
  text: string;
  isAccessDenied: boolean;
  cost: Cost | undefined;
};

/** Classifies what the platform's client threw: asked to slow down, refused the token, our address or the operation, or failed in between. */
function classify(error: unknown): Failure {
  const { body, response } = error as {
    body?: { errors?: GraphqlFailure; extensions?: { cost?: Cost } };
    response?: { code?: number };
  };
  const errors = body?.errors;
  const codes = errors?.graphQLErrors?.map((one) => one.extensions?.code) ?? [];
  const first = errors?.graphQLErrors?.[0];
  const status = errors?.networkStatusCode ?? response?.code;
  const failure = (kind: Failure['kind'], text: string): Failure => ({
    kind,
    text,
    isAccessDenied: codes.includes('ACCESS_DENIED'),
    cost: body?.extensions?.cost,
  });
  if (codes.includes('THROTTLED')) return failure('throttled', 'THROTTLED');
  if (status === 429) return failure('throttled', '429');
  if (status === 401) return failure('no_access', '401');
  if (status === 403) return failure('address', '403');
  if (first && (status === undefined || status === 200)) return failure('refused', first.message);
  return failure('failed', errors?.message ?? (error instanceof Error ? error.message : 'no answer'));
}

type Options = {
  /** Where refusals are reported that only a person can end; those of a vendor's own store are reported nowhere. */
  problems?: PlatformProblemReporter;
  /** What is known of the stores' buckets in this process. */
  throttle?: Throttle;
  priority?: CallPriority;
  /** Keeps what the platform answered, where the process is told to. */
  record?: ((answer: AnsweredOperation) => void) | undefined;
};

/** An operation with what the platform answered; costs in points. */
export type AnsweredOperation = {
  operation: string;
  variables: unknown;
  data: unknown;
  errors: unknown;
  cost: { requested: number | null; actual: number | null };
};

/**
 * Opens the Admin API of a store. Its expiring token is renewed when it has expired or the platform refuses it. Jobs (`background`)
 * leave a part of the store's bucket to people.
 */
export async function openPlatform(
  { access, api }: Pick<Shopify, 'access' | 'api'>,
  shop: string,
  { problems, throttle = createThrottle(), priority = 'person', record }: Options = {},
): Promise<PlatformClient> {
  const report = async (kind: PlatformProblemKind, detail: string | null): Promise<void> =>
    detail === null ? problems?.clear(shop, kind) : problems?.record(shop, kind, detail);
  const reportAddress = async (error: unknown): Promise<never> => {
    if (error instanceof AppError && error.code === 'platform_address_refused') await report('address_refused', '403');
    throw error;
  };
  let session = await access.open(shop).catch(reportAddress);

  async function ask<Data>(operation: string, variables: object): Promise<Data> {
    const answer = await new api.clients.Graphql({ session }).request<Data>(operation, {
      variables,
      signal: AbortSignal.timeout(ANSWER_LIMIT_MS),
    });
    const cost: Cost = (answer.extensions as { cost?: Cost } | undefined)?.cost ?? {};
    if (cost.throttleStatus) throttle.record(shop, cost.throttleStatus);
    record?.({ operation, variables, data: answer.data, errors: null, cost: toPoints(cost) });
    await report('address_refused', null);
    const version = readVersion(answer.headers);
    if (version !== undefined)
      await report('api_version', version === (api.config.apiVersion as string) ? null : version);
    if (answer.data === undefined) throw new Error('the platform answered without data');
    return answer.data;
  }

  /** Milliseconds until a throttled call is worth another try; undefined where its time is up. */
  function planRetry({ cost }: Failure, o: { attempt: number; waited: number }): number | undefined {
    const status = cost?.throttleStatus;
    const reserved = status && priority === 'background' ? reservedPoints(status) : 0;
    const known = status ? computeThrottleWait(status, cost.requestedQueryCost ?? 0, reserved) : 0;
    // A bucket that holds enough and is refused all the same says nothing of how long.
    if (known === 0) return o.attempt < MAX_ATTEMPTS ? computeBackoffMs(RETRIES.platformCall, o.attempt) : undefined;
    return o.waited + known <= WAIT_LIMIT_MS[priority] ? known : undefined;
  }

  async function send<Data>(operation: string, variables: object, repeatable: boolean): Promise<Data> {
    let replaced = false;
    let waited = 0;
    if (priority === 'background') await pause(Math.min(throttle.waitForReserve(shop), WAIT_LIMIT_MS.background));
    for (let attempt = 1; ; attempt++) {
      try {
        return await ask<Data>(operation, variables);
      } catch (error) {
        const failure = classify(error);
        const { kind, text } = failure;
        record?.({ operation, variables, data: null, errors: { kind, text }, cost: toPoints(failure.cost) });
        if (failure.cost?.throttleStatus) throttle.record(shop, failure.cost.throttleStatus);
        if (kind === 'no_access') {
          // The platform did nothing for a dead token, so that even a change may be sent again.
          session = replaced ? await access.giveUp(session) : await access.replace(session).catch(reportAddress);
          replaced = true;
          continue;
        }
        if (kind === 'address') {
          const refusal = Object.assign(new AppError('platform_address_refused'), { cause: error });
          return reportAddress(refusal);
        }
        if (kind === 'refused')
          throw new OperationRefused(text, { isAccessDenied: failure.isAccessDenied, cause: error });
        if (kind === 'throttled') {
          const wait = planRetry(failure, { attempt, waited });
          if (wait === undefined) throw new AppError('platform_throttled');
          waited += wait;
          await pause(wait);
          continue;
        }
        if (attempt < MAX_ATTEMPTS && repeatable) {
          await pause(computeBackoffMs(RETRIES.platformCall, attempt));
          continue;
        }
        throw Object.assign(new AppError('platform_failed'), { cause: error });
      }
    }
  }
  return {
    shop,
    query: (operation, variables = {}) => send(operation, variables, true),
    mutate: (operation, variables = {}, o = {}) => send(operation, variables, o.idempotent === true),
    report,
  };
}

const toPoints = (cost: Cost | undefined): AnsweredOperation['cost'] => ({
  requested: cost?.requestedQueryCost ?? null,
  actual: cost?.actualQueryCost ?? null,
});

/** The version that the platform answered in; undefined where it does not say. */
function readVersion(headers: Readonly<Record<string, string | string[]>> | undefined): string | undefined {
  const [, value] =
    Object.entries(headers ?? {}).find(([name]) => name.toLowerCase() === 'x-shopify-api-version') ?? [];
  return Array.isArray(value) ? value[0] : value;
}

/** Throws platform_refused (422) when the platform answered with user errors, naming the first. */
export function refuseUserErrors(errors: readonly PlatformUserError[] | undefined): void {
  const first = errors?.[0];
  if (first) throw new AppError('platform_refused', { reason: first.message });
}

/**
 * What the platform says of a change. GraphQL leaves it out only beside an error, which the client has thrown by then. Alone it would
 * leave unknown what was done: platform_failed (502).
 */
export function requireAnswer<Answer>(answer: Answer | null): Answer {
  if (answer === null) throw new AppError('platform_failed');
  return answer;
}

/** The digits at the end of a platform id (`gid://shopify/Order/123` → 123n). */
export function idOfGid(gid: string): bigint {
  const digits = /\/(\d+)(\?.*)?$/.exec(gid)?.[1];
  if (!digits) throw new Error(`Not a platform id: ${gid}`);
  return BigInt(digits);
}

export function buildGid(type: string, id: bigint): string {
  return `gid://shopify/${type}/${id}`;
}
