import type { Translate } from '#app/ui/i18n/keys.ts';
import type { WebhookTopic } from '#app/platform/webhook-messages/webhook-topic.ts';

/** A topic in words, with the name that programs know. */
export const topicText = (t: Translate, topic: WebhookTopic): string =>
  t(`webhooks:topic.${topic.replace('.', '_') as 'order_created'}`);
