import { isEnumType } from 'graphql';
import { coversScope } from './graphql/checks.ts';
import { adminSchema } from './graphql/schema.ts';

const COMPLIANCE = ['customers/data_request', 'customers/redact', 'shop/redact'];

/** `returns/update` as the API names it (`RETURNS_UPDATE`). */
export const topicEnum = (topic: string): string => topic.toUpperCase().replace('/', '_');

/** The scopes of which one suffices for a topic, as the schema's own words say; empty where it needs none. Undefined for no topic. */
export function scopesOfTopic(topic: string): string[] | undefined {
  if (COMPLIANCE.includes(topic)) return [];
  const type = adminSchema().schema.getType('WebhookSubscriptionTopic');
  const value = isEnumType(type) ? type.getValue(topicEnum(topic)) : undefined;
  if (!value) return undefined;
  const words = /Requires (?:the|at least one of the following scopes:)([^.]*)/.exec(
    (value.description ?? '').replaceAll(/\s+/g, ' '),
  );
  return words?.[1]?.match(/\b(?:read|write)_[a-z_]+/g) ?? [];
}

/** Whether what is granted suffices for a topic. */
export function coversTopic(granted: readonly string[], topic: string): boolean {
  const scopes = scopesOfTopic(topic);
  return scopes !== undefined && (scopes.length === 0 || scopes.some((scope) => coversScope(granted, scope)));
}
