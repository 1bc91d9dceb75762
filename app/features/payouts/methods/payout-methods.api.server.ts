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
  implement(contract.readPayoutMethod, (ctx) => readMethodView(ctx)),
  implement(contract.approveDestination, (ctx, { params, body }) =>
    approveDestination(ctx, asVendorId(params.vendorId), new Date(body.detailsChangedAt)),
  ),
  implement(contract.removePayoutMethod, (ctx) => removeMethod(ctx)),
  implement(contract.registerStripe, (ctx, { body }) => registerStripe(ctx, body)),
  implement(contract.onboardStripe, (ctx) => openOnboarding(ctx)),
  implement(contract.openStripeDashboard, (ctx) => openDashboard(ctx)),
  implement(contract.openStripeSession, (ctx) => openSession(ctx)),
  implement(contract.readStripeAccount, (ctx) => readOwnAccount(ctx)),
  implement(contract.registerPaypal, (ctx, { body }) => registerPaypal(ctx, body)),
  implement(bank.readBankAccount, (ctx) => readBankAccount(ctx)),
  implement(bank.saveBankAccount, (ctx, { body }) => saveBankAccount(ctx, body)),
  implement(bank.removeBankAccount, (ctx) => removeBankAccount(ctx)),
  implement(bank.revealBankAccount, (ctx, { params }) => revealBankAccount(ctx, asVendorId(params.vendorId))),
  implement(bank.approveBankAccount, (ctx, { params, body }) =>
    approveBankAccount(ctx, asVendorId(params.vendorId), new Date(body.detailsChangedAt)),
  ),
];
