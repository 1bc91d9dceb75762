import { asVendorId } from '#app/core/ids.ts';
import { implement, type Implementation } from '#app/server/http/api.server.ts';
import * as bank from './bank-account/bank-account.contract.ts';
import {
  approveBankAccount,
  readBankAccount,
  removeBankAccount,
  revealBankAccount,
  saveBankAccount,
} from './bank-account/bank-account.service.server.ts';
import { approveDestination } from './destination-approval.service.server.ts';
import { readMethodView } from './method-view.service.server.ts';
import * as contract from './payout-methods.contract.ts';
import { registerPaypal, registerStripe, removeMethod } from './register.service.server.ts';
import { openDashboard, openOnboarding, openSession, readOwnAccount } from './stripe-pages.service.server.ts';

export const payoutMethodsApi: readonly Implementation[] = [
  implement(contract.readPayoutMethodEndpoint, (ctx) => readMethodView(ctx)),
  implement(contract.approveDestinationEndpoint, (ctx, { params, body }) =>
    approveDestination(ctx, asVendorId(params.vendorId), new Date(body.detailsChangedAt)),
  ),
  implement(contract.removePayoutMethodEndpoint, (ctx) => removeMethod(ctx)),
  implement(contract.registerStripeEndpoint, (ctx, { body }) => registerStripe(ctx, body)),
  implement(contract.onboardStripeEndpoint, (ctx) => openOnboarding(ctx)),
  implement(contract.openStripeDashboardEndpoint, (ctx) => openDashboard(ctx)),
  implement(contract.openStripeSessionEndpoint, (ctx) => openSession(ctx)),
  implement(contract.readStripeAccountEndpoint, (ctx) => readOwnAccount(ctx)),
  implement(contract.registerPaypalEndpoint, (ctx, { body }) => registerPaypal(ctx, body)),
  implement(bank.readBankAccountEndpoint, (ctx) => readBankAccount(ctx)),
  implement(bank.saveBankAccountEndpoint, (ctx, { body }) => saveBankAccount(ctx, body)),
  implement(bank.removeBankAccountEndpoint, (ctx) => removeBankAccount(ctx)),
  implement(bank.revealBankAccountEndpoint, (ctx, { params }) => revealBankAccount(ctx, asVendorId(params.vendorId))),
  implement(bank.approveBankAccountEndpoint, (ctx, { params, body }) =>
    approveBankAccount(ctx, asVendorId(params.vendorId), new Date(body.detailsChangedAt)),
  ),
];
