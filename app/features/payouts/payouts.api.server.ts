import { implement, type Implementation } from '#app/server/http/api.server.ts';
import { Reply } from '#app/server/http/reply.server.ts';
import { endPayout as endPayoutContract } from './resolve/manual-resolution.contract.ts';
import { endPayout } from './resolve/manual-resolution.service.server.ts';
import { pay } from './prepare/pay.service.server.ts';
import * as contract from './payouts.contract.ts';
import { preparePayout } from './prepare/prepare.service.server.ts';
import { removeManualPayout } from './payouts.service.server.ts';
import { readTransferAccount, saveTransferAccount } from './transfer-file/transfer-account.service.server.ts';
import * as transfers from './transfer-file/transfer-file.contract.ts';
import { exportTransfers, planTransfers } from './transfer-file/transfer-file.service.server.ts';

export const payoutsApi: readonly Implementation[] = [
  implement(contract.preparePayout, (ctx, { body }) => preparePayout(ctx, body.payoutLines)),
  implement(contract.pay, (ctx, { body }) => pay(ctx, body)),
  implement(endPayoutContract, (ctx, { params, body }) => endPayout(ctx, params.id, body)),
  implement(contract.removeManualPayout, (ctx, { body }) => removeManualPayout(ctx, body.transactionId)),
  implement(transfers.readTransferAccount, (ctx) => readTransferAccount(ctx)),
  implement(transfers.saveTransferAccount, (ctx, { body }) => saveTransferAccount(ctx, body)),
  implement(transfers.planTransfers, (ctx, { body }) => planTransfers(ctx, body.payoutIds)),
  implement(transfers.exportTransfers, async (ctx, { body }) => new Reply('', await exportTransfers(ctx, body))),
];
