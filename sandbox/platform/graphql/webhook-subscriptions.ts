import { isEnumType } from 'graphql';
import { idOfGid, toGid } from '../../core/gid.ts';
import { nextId, Refusal } from '../../core/kernel.ts';
import type { WebhookSubscription } from '../../core/state.ts';
import { coversTopic, topicEnum } from '../topic-scopes.ts';
import { listConnection } from './connection.ts';
import type { PageArgs } from './connection.ts';
import { answerErrors } from './context.ts';
import type { Context, View } from './context.ts';
import { adminSchema, API_VERSION } from './schema.ts';

type Input = { uri?: string | null; format?: string | null };

/** Webhooks that an app subscribes to by call: of one shop, with the token's scopes; those of shopify.app.toml are not among them. */
export function webhookMutations({ sandbox, shop, token }: Context): View {
  const list = (): WebhookSubscription[] => (shop.installation ? (shop.installation.webhookSubscriptions ??= []) : []);
  return {
    webhookSubscriptionCreate: (args: { topic: string; webhookSubscription: Input }) =>
      answerErrors(() => {
        const topic = topicOf(args.topic);
        const uri = args.webhookSubscription.uri ?? '';
        if (!coversTopic(token.scopes, topic))
          throw new Refusal(
            `You do not have permission to create or update webhooks with ${topic} topic. Missing scope for webhook topic.`,
            ['topic'],
          );
        if (!URL.canParse(uri) || !/^https?:$/.test(new URL(uri).protocol))
          throw new Refusal('Address is invalid', ['webhookSubscription', 'uri']);
        if (list().some((one) => one.topic === topic && one.uri === uri))
          throw new Refusal('Address for this topic has already been taken', ['webhookSubscription', 'uri'], 'TAKEN');
        const at = sandbox.clock.iso();
        const made = { id: nextId(sandbox), topic, uri, createdAt: at, updatedAt: at };
        list().push(made);
        sandbox.save();
        return { webhookSubscription: subscriptionView(made) };
      }, 'UserError'),
    webhookSubscriptionDelete: ({ id }: { id: string }) =>
      answerErrors(() => {
        const place = list().findIndex((one) => one.id === idOfGid(id, 'WebhookSubscription'));
        if (place === -1) throw new Refusal('Webhook subscription does not exist', ['id'], 'NOT_FOUND');
        list().splice(place, 1);
        sandbox.save();
        return { deletedWebhookSubscriptionId: id };
      }, 'UserError'),
  };
}

export function webhookQueries({ shop }: Context): View {
  return {
    webhookSubscriptions: (args: PageArgs & { topics?: readonly string[] | null }) =>
      listConnection(
        (shop.installation?.webhookSubscriptions ?? []).filter(
          (one) => !args.topics || args.topics.includes(topicEnum(one.topic)),
        ),
        args,
        subscriptionView,
      ),
  };
}

function subscriptionView(one: WebhookSubscription): View {
  return {
    __typename: 'WebhookSubscription',
    id: toGid('WebhookSubscription', one.id),
    legacyResourceId: String(one.id),
    topic: topicEnum(one.topic),
    uri: one.uri,
    format: 'JSON',
    filter: null,
    includeFields: [],
    metafieldNamespaces: [],
    apiVersion: { __typename: 'ApiVersion', handle: API_VERSION, displayName: API_VERSION, supported: true },
    createdAt: one.createdAt,
    updatedAt: one.updatedAt,
  };
}

/** The topic of an enum's value: the longest resource that the schema's own words name (`RETURNS_UPDATE` is `returns/update`). */
function topicOf(value: string): string {
  const type = adminSchema().schema.getType('WebhookSubscriptionTopic');
  const words = isEnumType(type) ? type.getValue(value)?.description : undefined;
  const topic = /`([a-z_]+\/[a-z_]+)`/.exec(words ?? '')?.[1];
  if (!topic) throw new Refusal('Topic is invalid', ['topic']);
  return topic;
}
