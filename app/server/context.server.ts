import type { Adapters } from './adapters.server.ts';
import type { Clock } from '#app/core/clock.ts';
import type { Viewer } from '#app/core/viewer.ts';
import type { Vault } from './crypto.server.ts';
import type { Database } from './db.server.ts';
import type { Env } from './env.server.ts';
import type { Events } from './events.server.ts';
import type { Jobs } from './jobs.server.ts';
import type { Log } from './log.server.ts';
import type { RateLimiter } from './rate-limit.server.ts';

/** What every use case may reach, and nothing else: no feature holds a singleton. */
export type Services = {
  readonly env: Env;
  readonly db: Database;
  readonly clock: Clock;
  readonly log: Log;
  readonly vault: Vault;
  readonly jobs: Jobs;
  readonly events: Events;
  readonly limits: RateLimiter;
  readonly adapters: Adapters;
};

/** The context of one request or one piece of work. */
export type Ctx = Services & { readonly viewer: Viewer };

/** What a call knows of its request besides its parsed input. */
export type RequestInfo = {
  readonly requestId: string;
  /** The caller's address, for rate limits; never logged, and stored in the clear as the last use of an API key alone. */
  readonly address: string;
  /** The address for which `address` says that it passes the request on; nobody vouches for it but whoever `address` is. */
  readonly beforeAddress?: string | undefined;
  readonly origin: string;
  /** `?store=` of the address, when it names one. */
  readonly store?: string | undefined;
  readonly headers: Headers;
};
