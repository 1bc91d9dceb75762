import { randomUUID } from 'node:crypto';
import { AppError, invalidInput, stateRefuses } from '#app/core/errors.ts';
import { rule } from '#app/core/rules.ts';
import { can, permissionRefusal, scopeOf, type Viewer } from '#app/core/viewer.ts';
import { toStoredMaker } from '#app/features/delegation/maker.ts';
import { recordAudit } from '#app/platform/audit/audit.service.server.ts';
import { readSwitches } from '#app/platform/settings/switches.service.server.ts';
import { TEST_SUBJECTS, type WebhookTopic } from '#app/platform/webhook-messages/webhook-topic.ts';
import type { Ctx } from '#app/server/context.server.ts';
import type { SqlTx } from '#app/server/db.server.ts';
import * as repo from './endpoints.repo.server.ts';
import * as messages from './messages.repo.server.ts';
import { createSecret } from './sign-message.server.ts';
import { findTopicScope, listFollowed } from './topic-scopes.ts';
import {
  findTopicPermission,
  isEndpointUrl,
  MAX_ENDPOINTS,
  MAX_REPLAYED,
  OLD_SECRET_MS,
  shortUrl,
} from './webhook-endpoint.ts';
import type {
  EndpointChanges,
  EndpointInput,
  EndpointsDto,
  ReplayInput,
  WebhookEndpointDto,
} from './webhook-endpoints.contract.ts';

/** Whose endpoints a viewer works with: its vendor's, or (null) the marketplace's own. */
const findOwner = ({ vendorScope }: Viewer): bigint | null => (vendorScope === '*' ? null : vendorScope);

const listAllowed = ({ vendorScope, permissions, scopes }: Viewer): WebhookTopic[] =>
  listFollowed({ isMarketplace: vendorScope === '*', permissions, scopes });

/** In whose name an endpoint is made: a person's, or a key's, which is its own maker. */
const toMaker = ({ actor, scopes }: Viewer): string => (scopes ? actor.id : toStoredMaker(actor));

/** Whether a viewer works with an endpoint: a key with none but its own, for others may be told of more than its scopes show. */
export const isOpenTo = ({ actor, scopes }: Viewer, { maker }: Pick<repo.EndpointRow, 'maker'>): boolean =>
  scopes === undefined || maker === actor.id;

/** The endpoints of the vendor, or in the marketplace view of the marketplace. Throws feature_disabled (404). */
export function listEndpoints(ctx: Ctx): Promise<EndpointsDto> {
  const { viewer } = ctx;
  return ctx.db.fast(scopeOf(viewer), async (tx) => {
    await requireSwitch(tx);
    const rows = await repo.listEndpoints(tx, findOwner(viewer));
    return {
      endpoints: rows.filter((row) => isOpenTo(viewer, row)).map(toDto),
      allowedTopics: listAllowed(viewer),
      canEdit: can(viewer, 'write_integrations'),
    };
  });
}

/** One endpoint. Throws feature_disabled and not_found (404). */
export async function readEndpoint(ctx: Ctx, id: bigint): Promise<WebhookEndpointDto> {
  const { endpoints } = await listEndpoints(ctx);
  const found = endpoints.find((one) => one.id === String(id));
  if (!found) throw new AppError('not_found');
  return found;
}

/**
 * Makes an endpoint in the name of whoever asks; what it returns as secret cannot be read again. Throws missing_permission (403)
 * for a topic that its maker may not see, invalid_state (409) where there are too many, invalid_input (422).
 */
export async function createEndpoint(
  ctx: Ctx,
  input: EndpointInput,
): Promise<{ endpoint: WebhookEndpointDto; secret: string }> {
  requireUrl(ctx, input.url);
  requireTopics(ctx.viewer, input.topics);
  const secret = createSecret();
  const vendorId = findOwner(ctx.viewer);
  return ctx.db.fast(scopeOf(ctx.viewer), async (tx) => {
    await requireSwitch(tx);
    await repo.lockEndpoints(tx, vendorId);
    if ((await repo.listEndpoints(tx, vendorId)).length >= MAX_ENDPOINTS)
      throw stateRefuses('too_many_endpoints', { limit: MAX_ENDPOINTS });
    const id = await repo.insertEndpoint(tx, {
      vendorId,
      ...input,
      secret: ctx.vault.sealText(secret),
      maker: toMaker(ctx.viewer),
      createdBy: ctx.viewer.actor.name,
      createdAt: ctx.clock.now(),
    });
    await record(ctx, tx, 'webhook.created', ['', shortUrl(input.url)]);
    const row = await repo.findEndpoint(tx, vendorId, id);
    if (!row) throw new AppError('not_found');
    return { endpoint: toDto({ ...row, waiting: 0 }), secret };
  });
}

/**
 * Changes what is sent. Whoever switches an endpoint on, or has it told of more, is its maker from then on. What waited for one that
 * was off goes on. Throws not_found (404), missing_permission (403), invalid_input (422).
 */
export async function changeEndpoint(
  ctx: Ctx,
  id: bigint,
  changes: EndpointChanges,
): Promise<{ endpoint: WebhookEndpointDto }> {
  if (changes.url !== undefined) requireUrl(ctx, changes.url);
  await inEndpoint(ctx, id, async (tx, row) => {
    const topics = changes.topics ?? row.topics;
    const isTurned = changes.state !== undefined && changes.state !== row.state;
    const isMine = changes.state === 'on' || topics.some((topic) => !row.topics.includes(topic));
    if (isMine) requireTopics(ctx.viewer, topics);
    await repo.updateEndpoint(tx, id, {
      ...row,
      url: changes.url ?? row.url,
      description: changes.description ?? row.description,
      topics,
      state: changes.state ?? row.state,
      ...(changes.state === undefined ? {} : { problem: null, failingSince: null }),
      ...(isMine ? { maker: toMaker(ctx.viewer) } : {}),
    });
    if (isTurned && changes.state === 'off') await messages.pauseMessages(tx, id);
    if (isTurned && changes.state === 'on') {
      await messages.resumeMessages(tx, id, ctx.clock.now());
      ctx.jobs.wakeAfterCommit(tx, 'webhooks');
    }
    await record(ctx, tx, 'webhook.changed', [shortUrl(row.url), shortUrl(changes.url ?? row.url)]);
  });
  return { endpoint: await readEndpoint(ctx, id) };
}

/** Gives an endpoint a new secret; the one before signs for 24 hours more. Throws not_found (404). */
export async function replaceSecret(ctx: Ctx, id: bigint): Promise<{ endpoint: WebhookEndpointDto; secret: string }> {
  const secret = createSecret();
  await inEndpoint(ctx, id, async (tx, row) => {
    await repo.updateEndpoint(tx, id, {
      ...row,
      secret: ctx.vault.sealText(secret),
      oldSecret: row.secret,
      oldSecretUntil: new Date(ctx.clock.now().getTime() + OLD_SECRET_MS),
    });
    await record(ctx, tx, 'webhook.secret_replaced', [shortUrl(row.url), '']);
  });
  return { endpoint: await readEndpoint(ctx, id), secret };
}

/** Deletes an endpoint with its log. Throws not_found (404). */
export async function deleteEndpoint(ctx: Ctx, id: bigint): Promise<{ ok: true }> {
  await inEndpoint(ctx, id, async (tx, row) => {
    await repo.deleteEndpoint(tx, id);
    await record(ctx, tx, 'webhook.deleted', [shortUrl(row.url), '']);
  });
  return { ok: true };
}

/** Sends a test event of a topic. Throws not_found (404), invalid_state (409) for an endpoint that is off, missing_permission (403). */
export async function testEndpoint(ctx: Ctx, id: bigint, topic: WebhookTopic): Promise<{ messageId: string }> {
  requireTopics(ctx.viewer, [topic]);
  const messageId = await inEndpoint(ctx, id, async (tx, row) => {
    if (row.state === 'off') throw stateRefuses('endpoint_off');
    const test = { vendorId: row.vendorId, endpointId: id, topic, subject: TEST_SUBJECTS[topic] };
    ctx.jobs.wakeAfterCommit(tx, 'webhooks');
    return messages.insertTest(tx, { ...test, key: `test/${randomUUID()}`, at: ctx.clock.now() });
  });
  return { messageId: String(messageId) };
}

/** Sends ended messages again under their ids: at most 1,000. Throws not_found (404) also for a message of another endpoint, invalid_state (409) for an endpoint that is off. */
export async function replayMessages(ctx: Ctx, id: bigint, input: ReplayInput): Promise<{ count: number }> {
  const span =
    'messageIds' in input
      ? { ids: input.messageIds, from: null, to: null }
      : { ids: null, from: new Date(input.from), to: new Date(input.to) };
  const count = await inEndpoint(ctx, id, async (tx, row) => {
    if (span.ids && !(await messages.hasMessages(tx, id, span.ids))) throw new AppError('not_found');
    if (row.state === 'off') throw stateRefuses('endpoint_off');
    ctx.jobs.wakeAfterCommit(tx, 'webhooks');
    const replayed = await messages.replayMessages(tx, id, { ...span, limit: MAX_REPLAYED, now: ctx.clock.now() });
    await record(ctx, tx, 'webhook.replayed', [shortUrl(row.url), String(replayed)]);
    return replayed;
  });
  return { count };
}

function inEndpoint<T>(ctx: Ctx, id: bigint, work: (tx: SqlTx, row: repo.EndpointRow) => Promise<T>): Promise<T> {
  return ctx.db.fast(scopeOf(ctx.viewer), async (tx) => {
    await requireSwitch(tx);
    const row = await repo.findEndpoint(tx, findOwner(ctx.viewer), id, { lock: true });
    if (!row || !isOpenTo(ctx.viewer, row)) throw new AppError('not_found');
    return work(tx, row);
  });
}

/** Throws feature_disabled (404) while the marketplace has no integrations. */
export async function requireSwitch(tx: SqlTx): Promise<void> {
  if (!(await readSwitches(tx)).integrations) throw new AppError('feature_disabled');
}

/** Only a developer's own machine is called without encryption. Throws invalid_input (422). */
function requireUrl(ctx: Ctx, url: string): void {
  if (isEndpointUrl(url, { allowsHttp: ctx.env.NODE_ENV !== 'production' })) return;
  throw invalidInput([{ path: 'url', rule: 'https_url', message: rule('https_url') }]);
}

/** Throws missing_permission or, for a key, missing_scope (403) for a topic that a viewer may not be told of. */
function requireTopics(viewer: Viewer, topics: readonly WebhookTopic[]): void {
  const allowed = listAllowed(viewer);
  const refused = topics.find((topic) => !allowed.includes(topic));
  if (!refused) return;
  const scope = findTopicScope(refused);
  if (viewer.scopes && !viewer.scopes.has(scope)) throw new AppError('missing_scope', { scope });
  throw permissionRefusal(viewer, findTopicPermission(refused));
}

function record(ctx: Ctx, tx: SqlTx, action: `webhook.${string}`, title: readonly [string, string]): Promise<void> {
  return recordAudit(tx, [
    {
      subject: 'settings',
      subjectId: 'webhooks',
      vendorId: findOwner(ctx.viewer),
      action,
      actor: ctx.viewer.actor,
      at: ctx.clock.now(),
      detail: { title },
    },
  ]);
}

const toDto = (row: repo.EndpointRow & { waiting: number }): WebhookEndpointDto => ({
  id: String(row.id),
  url: row.url,
  description: row.description,
  topics: row.topics,
  state: row.state,
  problem: row.problem,
  failingSince: row.failingSince?.toISOString() ?? null,
  oldSecretUntil: row.oldSecretUntil?.toISOString() ?? null,
  createdBy: row.createdBy,
  createdAt: row.createdAt.toISOString(),
  waiting: row.waiting,
});
