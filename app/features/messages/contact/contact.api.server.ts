import { implement, type Implementation } from '#app/server/http/api.server.ts';
import type { RequestInfo } from '#app/server/context.server.ts';
import { toSource } from './contact.ts';
import * as contract from './contact.contract.ts';
import * as inbox from './contact-messages.contract.ts';
import { changeMessage, listMessages, readMessage, removeMessage } from './contact-messages.service.server.ts';
import { sendContactForm, sendMessage } from './send-message.service.server.ts';
import { listSubscribers, removeSubscriber } from './subscribers.service.server.ts';
import { askSubscription, confirmSubscription, endSubscription } from './subscription.service.server.ts';

const toPage = ({ headers }: RequestInfo): string =>
  toSource({ origin: headers.get('origin'), referer: headers.get('referer') });

export const contactApi: readonly Implementation[] = [
  implement(contract.sendEndpoint, (ctx, { body }, info) => sendMessage(ctx, body, info.address)),
  implement(contract.contactFormEndpoint, (ctx, { body }, info) => sendContactForm(ctx, body, info.address)),
  implement(contract.subscribeEndpoint, (ctx, { body }, info) =>
    askSubscription(ctx, { ...body, source: toPage(info), address: info.address }),
  ),
  implement(contract.confirmSubscriptionEndpoint, (ctx, { body }) => confirmSubscription(ctx, body.token)),
  implement(contract.unsubscribeEndpoint, (ctx, { body }) => endSubscription(ctx, body.token)),
  implement(inbox.listMessagesEndpoint, (ctx, { query }) => listMessages(ctx, query)),
  implement(inbox.readMessageEndpoint, async (ctx, { params }) => ({ message: await readMessage(ctx, params.id) })),
  implement(inbox.changeMessageEndpoint, async (ctx, { params, body }) => ({
    message: await changeMessage(ctx, params.id, body),
  })),
  implement(inbox.removeMessageEndpoint, (ctx, { params }) => removeMessage(ctx, params.id)),
  implement(inbox.listSubscribersEndpoint, (ctx, { query }) => listSubscribers(ctx, query)),
  implement(inbox.removeSubscriberEndpoint, (ctx, { params }) => removeSubscriber(ctx, params.id)),
];
