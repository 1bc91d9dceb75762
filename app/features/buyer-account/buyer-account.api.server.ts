import {
  askAboutOrder,
  markCustomerRead,
  readCustomerThread,
  writeAsCustomer,
} from '#app/features/messages/conversations/customer-threads.service.server.ts';
import { answerCustomerOffer, readCustomerOffer } from '#app/features/offers/buyer-offer.service.server.ts';
import { implement, type Implementation } from '#app/server/http/api.server.ts';
import * as contract from './buyer-account.contract.ts';
import { readOrder, readOverview, requireCustomer } from './buyer-account.service.server.ts';

export const buyerAccountApi: readonly Implementation[] = [
  implement(contract.readOrderEndpoint, (ctx, { params }) => readOrder(ctx, params.orderId)),
  implement(contract.askVendorEndpoint, async (ctx, { params, body }, { address }) => ({
    thread: await askAboutOrder(ctx, params, { customerId: requireCustomer(ctx), text: body.text, address }),
  })),
  implement(contract.readOverviewEndpoint, (ctx) => readOverview(ctx)),
  implement(contract.readThreadEndpoint, async (ctx, { params }) => ({
    thread: await readCustomerThread(ctx, { customerId: requireCustomer(ctx), id: params.conversationId }),
  })),
  implement(contract.writeMessageEndpoint, async (ctx, { params, body }, { address }) => ({
    thread: await writeAsCustomer(ctx, params.conversationId, {
      customerId: requireCustomer(ctx),
      text: body.text,
      address,
    }),
  })),
  implement(contract.markReadEndpoint, (ctx, { params, body }) =>
    markCustomerRead(ctx, {
      customerId: requireCustomer(ctx),
      id: params.conversationId,
      messageId: body.messageId,
    }),
  ),
  implement(contract.readOfferEndpoint, (ctx, { params }) =>
    readCustomerOffer(ctx, { customerId: requireCustomer(ctx), id: params.offerId }),
  ),
  implement(contract.answerOfferEndpoint, (ctx, { params, body }) =>
    answerCustomerOffer(ctx, { customerId: requireCustomer(ctx), id: params.offerId }, body),
  ),
];
