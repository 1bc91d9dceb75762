import { implement, type Implementation } from '#app/server/http/api.server.ts';
import { startConversation, updateThread } from './buyer-thread.service.server.ts';
import * as buyer from './buyer-thread.contract.ts';
import * as contract from './conversations.contract.ts';
import * as ctas from './ctas/ctas.contract.ts';
import { createCta, deleteCta, pressCta } from './ctas/ctas.service.server.ts';
import { listCtas, testCta, updateCta } from './ctas/manage-ctas.service.server.ts';
import { reportConversation } from './reports/reports.contract.ts';
import { reportAsBuyer } from './reports/report-conversation.service.server.ts';
import { listConversations, markRead } from './conversations.service.server.ts';
import * as saved from './saved-replies.contract.ts';
import { deleteReply, listSavedReplies, saveReply } from './saved-replies.service.server.ts';
import { moderate } from './moderation.service.server.ts';
import { chatWithSeller, readOrderChat, sendMessage } from './send-message.service.server.ts';

export const conversationsApi: readonly Implementation[] = [
  // Nobody vouches for a customer here; that is the app proxy's.
  implement(buyer.createConversation, (ctx, { body }, { address }) =>
    startConversation(ctx, body, { address, customerId: null }),
  ),
  implement(buyer.updateConversation, async (ctx, { body }, { address }) => ({
    thread: await updateThread(ctx, body, address),
  })),
  implement(reportConversation, (ctx, { body }, { address }) => reportAsBuyer(ctx, body, address)),
  implement(ctas.listCtas, (ctx, { query }) => listCtas(ctx, query)),
  implement(ctas.updateCta, (ctx, { params, body }) => updateCta(ctx, params.ctaId, body)),
  implement(ctas.testCta, (ctx, { params }) => testCta(ctx, params.ctaId)),
  implement(ctas.createCta, (ctx, { body }) => createCta(ctx, body)),
  implement(ctas.deleteCta, (ctx, { params }) => deleteCta(ctx, params.ctaId)),
  implement(ctas.pressCta, (ctx, { body }) => pressCta(ctx, body.ctaId)),
  implement(contract.listConversations, (ctx, { query }) => listConversations(ctx, query)),
  implement(contract.sendMessage, (ctx, { body }) => sendMessage(ctx, body)),
  implement(contract.markRead, (ctx, { body }) => markRead(ctx, body)),
  implement(contract.chatWithSeller, (ctx, { body }) => chatWithSeller(ctx, body)),
  implement(contract.chatWithBuyer, (ctx, { query }) => readOrderChat(ctx, query)),
  implement(contract.moderate, (ctx, { body }) => moderate(ctx, body)),
  implement(saved.listSavedReplies, (ctx) => listSavedReplies(ctx)),
  implement(saved.saveReply, (ctx, { body }) => saveReply(ctx, body)),
  implement(saved.deleteReply, (ctx, { params }) => deleteReply(ctx, params.id)),
];
