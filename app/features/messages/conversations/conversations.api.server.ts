import { implement, type Implementation } from '#app/server/http/api.server.ts';
import { startConversation, updateThread } from './buyer-thread.service.server.ts';
import * as buyer from './buyer-thread.contract.ts';
import * as contract from './conversations.contract.ts';
import * as ctas from './ctas/ctas.contract.ts';
import { createCta, deleteCta, pressCta } from './ctas/ctas.service.server.ts';
import { listCtas, testCta, updateCta } from './ctas/manage-ctas.service.server.ts';
import { reportConversationEndpoint } from './reports/reports.contract.ts';
import { reportAsBuyer } from './reports/report-conversation.service.server.ts';
import { listConversations, markRead } from './conversations.service.server.ts';
import * as saved from './saved-replies.contract.ts';
import { deleteReply, listSavedReplies, saveReply } from './saved-replies.service.server.ts';
import { moderate } from './moderation.service.server.ts';
import { chatWithSeller, readOrderChat, sendMessage } from './send-message.service.server.ts';

export const conversationsApi: readonly Implementation[] = [
  // Nobody vouches for a customer here; that is the app proxy's.
  implement(buyer.createConversationEndpoint, (ctx, { body }, { address }) =>
    startConversation(ctx, body, { address, customerId: null }),
  ),
  implement(buyer.updateConversationEndpoint, async (ctx, { body }, { address }) => ({
    thread: await updateThread(ctx, body, address),
  })),
  implement(reportConversationEndpoint, (ctx, { body }, { address }) => reportAsBuyer(ctx, body, address)),
  implement(ctas.listCtasEndpoint, (ctx, { query }) => listCtas(ctx, query)),
  implement(ctas.updateCtaEndpoint, (ctx, { params, body }) => updateCta(ctx, params.ctaId, body)),
  implement(ctas.testCtaEndpoint, (ctx, { params }) => testCta(ctx, params.ctaId)),
  implement(ctas.createCtaEndpoint, (ctx, { body }) => createCta(ctx, body)),
  implement(ctas.deleteCtaEndpoint, (ctx, { params }) => deleteCta(ctx, params.ctaId)),
  implement(ctas.pressCtaEndpoint, (ctx, { body }) => pressCta(ctx, body.ctaId)),
  implement(contract.listConversationsEndpoint, (ctx, { query }) => listConversations(ctx, query)),
  implement(contract.sendMessageEndpoint, (ctx, { body }) => sendMessage(ctx, body)),
  implement(contract.markReadEndpoint, (ctx, { body }) => markRead(ctx, body)),
  implement(contract.chatWithSellerEndpoint, (ctx, { body }) => chatWithSeller(ctx, body)),
  implement(contract.chatWithBuyerEndpoint, (ctx, { query }) => readOrderChat(ctx, query)),
  implement(contract.moderateEndpoint, (ctx, { body }) => moderate(ctx, body)),
  implement(saved.listSavedRepliesEndpoint, (ctx) => listSavedReplies(ctx)),
  implement(saved.saveReplyEndpoint, (ctx, { body }) => saveReply(ctx, body)),
  implement(saved.deleteReplyEndpoint, (ctx, { params }) => deleteReply(ctx, params.id)),
];
