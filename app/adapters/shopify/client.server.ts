import { AppError } from '#app/core/errors.ts';
import type { Shopify } from './app.server.ts';

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
};

export type PlatformUserError = { field?: readonly string[] | null; message: string; code?: string | null };

const TRIES = 4;
/** A platform that is silent for longer counts as one that did not answer. */
const ANSWER_LIMIT_MS = 20_000;
const pause = (ms: number) => new Promise((resolve) => setTimeout(resolve, ms));

type GraphqlFailure = {
  graphQLErrors?: readonly { message: string; extensions?: { code?: string } }[];
  networkStatusCode?: number;
  message?: string;
};

/** Classifies what the platform's client threw: asked to slow down, refused the token or the operation, or failed in between. */
function classify(error: unknown): { kind: 'throttled' | 'no_access' | 'refused' | 'failed'; text: string } {
  const { body, response } = error as { body?: { errors?: GraphqlFailure }; response?: { code?: number } };
  const errors = body?.errors;
  const first = errors?.graphQLErrors?.[0];
  if (errors?.graphQLErrors?.some((one) => one.extensions?.code === 'THROTTLED'))
    return { kind: 'throttled', text: 'THROTTLED' };
  const status = errors?.networkStatusCode ?? response?.code;
  if (status === 429) return { kind: 'throttled', text: '429' };
  if (status === 401) return { kind: 'no_access', text: '401' };
  if (first && (status === undefined || status === 200)) return { kind: 'refused', text: first.message };
  return { kind: 'failed', text: errors?.message ?? (error instanceof Error ? error.message : 'no answer') };
}

/** Opens the Admin API of a store. Its expiring token is renewed when it has expired or the platform refuses it. */
export async function openPlatform(shopify: Pick<Shopify, 'access' | 'api'>, shop: string): Promise<PlatformClient> {
  const { access, api } = shopify;
  let session = await access.open(shop);

  async function ask<Data>(operation: string, variables: object): Promise<Data> {
    const { data } = await new api.clients.Graphql({ session }).request<Data>(operation, {
      variables: variables,
      signal: AbortSignal.timeout(ANSWER_LIMIT_MS),
    });
    if (data === undefined) throw new Error('the platform answered without data');
    return data;
  }

  async function send<Data>(operation: string, variables: object, repeatable: boolean): Promise<Data> {
    let replaced = false;
    for (let attempt = 1; ; attempt++) {
      try {
        return await ask<Data>(operation, variables);
      } catch (error) {
        const { kind, text } = classify(error);
        if (kind === 'no_access') {
          // The platform did nothing for a dead token, so that even a change may be sent again.
          session = replaced ? await access.giveUp(session) : await access.replace(session);
          replaced = true;
          continue;
        }
        const again = attempt < TRIES && (kind === 'throttled' || (kind === 'failed' && repeatable));
        if (again) {
          await pause(250 * 2 ** (attempt - 1));
          continue;
        }
        if (kind === 'throttled') throw new AppError('platform_throttled');
        if (kind === 'refused') throw new Error(`The platform refused an operation of ours: ${text}`, { cause: error });
        throw Object.assign(new AppError('platform_failed'), { cause: error });
      }
    }
  }
  return {
    shop,
    query: (operation, variables = {}) => send(operation, variables, true),
    mutate: (operation, variables = {}, o = {}) => send(operation, variables, o.idempotent === true),
  };
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
