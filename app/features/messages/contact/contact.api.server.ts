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
  implement(contract.send, (ctx, { body }, info) => sendMessage(ctx, body, info.address)),
  implement(contract.contactForm, (ctx, { body }, info) => sendContactForm(ctx, body, info.address)),
  implement(contract.subscribe, (ctx, { body }, info) =>
    askSubscription(ctx, { ...body, source: toPage(info), address: info.address }),
  ),
  implement(contract.confirmSubscription, (ctx, { body }) => confirmSubscription(ctx, body.token)),
  implement(contract.unsubscribe, (ctx, { body }) => endSubscription(ctx, body.token)),
  implement(inbox.listMessages, (ctx, { query }) => listMessages(ctx, query)),
  implement(inbox.readMessage, async (ctx, { params }) => ({ message: await readMessage(ctx, params.id) })),
  implement(inbox.changeMessage, async (ctx, { params, body }) => ({
    message: await changeMessage(ctx, params.id, body),
  })),
  implement(inbox.removeMessage, (ctx, { params }) => removeMessage(ctx, params.id)),
  implement(inbox.listSubscribers, (ctx, { query }) => listSubscribers(ctx, query)),
  implement(inbox.removeSubscriber, (ctx, { params }) => removeSubscriber(ctx, params.id)),
];
