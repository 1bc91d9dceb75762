import type { CaughtMail, ProviderDelivery, Shop, State, WebhookDelivery } from './state.ts';

/** What one running sandbox is made of; everything else is a function over it. */
export type Sandbox = {
  state: State;
  clock: SandboxClock;
  config: Config;
  log: RequestLog;
  faults: Faults;
  webhooks: Webhooks;
  providerWebhooks: ProviderWebhooks;
  mail: MailBox;
  app: AppConfig;
  /** Says that the state changed; the snapshot file follows within a moment. */
  save: () => void;
};

export type Config = {
  port: number;
  gatewayPort: number;
  smtpPort: number;
  /** Where a browser reaches the sandbox, such as `http://127.0.0.1:4000`. */
  publicUrl: string;
  /** Where a browser reaches the framed app: another site than `publicUrl` on purpose. */
  gatewayUrl: string;
  appUrl: string;
  dataDir: string;
  apiKey: string;
  apiSecret: string;
  /** The leaky bucket of the Admin API: points, and points that come back each second. */
  throttle: { maximumAvailable: number; restoreRate: number };
  /** The version that the Admin API says it answers in, where it is another than the asked one. */
  answeredVersion?: string | undefined;
  /** Credentials the object storage accepts. */
  storage: { accessKeyId: string; secretAccessKey: string };
};

/** What shopify.app.toml says, as far as the sandbox acts on it. */
export type AppConfig = {
  name: string;
  handle: string;
  scopes: string[];
  optionalScopes: string[];
  apiVersion: string;
  subscriptions: { topic: string; uri: string }[];
  proxy: { url: string; subpath: string; prefix: string } | null;
};

/** The shared, movable time of sandbox, app and worker. */
export type SandboxClock = {
  now: () => Date;
  /** The present moment as an ISO string. */
  iso: () => string;
  offsetMs: () => number;
  setOffset: (offsetMs: number) => void;
};

export type LoggedRequest = {
  at: string;
  /** shopify, oauth, files, webhooks, mail, storage, … */
  target: string;
  method: string;
  path: string;
  /** The root fields of a GraphQL operation, or the topic of a webhook. */
  operation: string | null;
  body: string;
  status: number;
  durationMs: number;
  /** `ok`, `violates: …`, `throttled` for one that has to come again, or `unchecked` where no contract is at hand. */
  contract: string;
};

export type RequestLog = {
  add: (entry: LoggedRequest) => void;
  list: (target?: string) => LoggedRequest[];
  clear: () => void;
};

export const FAULT_KINDS = [
  'error',
  'timeout',
  'drop_response',
  'throttle',
  'duplicate',
  'reorder',
  'delay',
  'drop',
] as const;
export type FaultKind = (typeof FAULT_KINDS)[number];

export type Fault = {
  id: number;
  target: string;
  /** A root field or topic; null strikes every operation of the target. */
  operation: string | null;
  kind: FaultKind;
  status: number;
  /** How many more requests it strikes; null: until it is switched off. */
  remaining: number | null;
  /** How many requests it lets pass before it strikes. */
  after?: number;
  delayMs: number;
};

export type Faults = {
  add: (fault: Omit<Fault, 'id'>) => Fault;
  list: () => Fault[];
  remove: (id: number) => void;
  clear: () => void;
  /** The first fault that strikes this operation, used up by one; null when none does. */
  take: (target: string, operations: readonly string[], kinds?: readonly FaultKind[]) => Fault | null;
};

export type Webhooks = {
  /** Queues one event for every subscription of the topic; nothing is sent to a shop without the app (app/uninstalled excepted). */
  emit: (shop: Shop, topic: string, payload: unknown) => void;
  /** Signs and sends one payload at once and answers what the app said. */
  deliverNow: (input: ManualDelivery) => Promise<{ status: number | null; durationMs: number; error: string | null }>;
  /** Sends everything that is due by the sandbox's clock, and waits until the queue rests. */
  drain: () => Promise<void>;
  list: () => WebhookDelivery[];
  stop: () => Promise<void>;
};

export type ProviderWebhooks = {
  /** Queues one event for one registered address. */
  queue: (event: Pick<ProviderDelivery, 'provider' | 'eventId' | 'endpointId' | 'topic' | 'url' | 'body'>) => void;
  /** Queues a delivery once more, as a person does in a provider's dashboard. */
  resend: (delivery: ProviderDelivery) => void;
  /** Lets time do its work, sends everything that is due by the sandbox's clock, and waits until the queue rests. */
  drain: () => Promise<void>;
  list: () => ProviderDelivery[];
  stop: () => Promise<void>;
};

export type ManualDelivery = {
  shop: string;
  topic: string;
  body: string;
  webhookId: string;
  eventId: string;
  triggeredAt: string;
  uri: string;
  apiVersion: string;
};

export type MailBox = {
  add: (mail: Omit<CaughtMail, 'id'>) => CaughtMail;
  /** The mails to one address, or all, oldest first. */
  list: (to?: string) => CaughtMail[];
  clear: () => void;
};

/** The next id of any record. */
export function nextId(sandbox: Sandbox): number {
  sandbox.state.nextId += 1;
  return sandbox.state.nextId;
}

/** A refusal that has a reason for people: a control call, a face and a GraphQL userError all show its message. */
export class Refusal extends Error {
  override name = 'Refusal';
  readonly field: string[];
  readonly code: string;
  constructor(message: string, field: string[] = [], code = 'INVALID') {
    super(message);
    this.field = field;
    this.code = code;
  }
}
