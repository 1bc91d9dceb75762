import { implement, type Implementation } from '#app/server/http/api.server.ts';
import { Reply } from '#app/server/http/reply.server.ts';
import { endPayoutEndpoint as endPayoutContract } from './resolve/manual-resolution.contract.ts';
import { endPayout } from './resolve/manual-resolution.service.server.ts';
import { pay } from './prepare/pay.service.server.ts';
import * as contract from './payouts.contract.ts';
import { preparePayout } from './prepare/prepare.service.server.ts';
import { removeManualPayout } from './payouts.service.server.ts';
import { readTransferAccount, saveTransferAccount } from './transfer-file/transfer-account.service.server.ts';
import * as transfers from './transfer-file/transfer-file.contract.ts';
import { exportTransfers, planTransfers } from './transfer-file/transfer-file.service.server.ts';

export const payoutsApi: readonly Implementation[] = [
  implement(contract.preparePayoutEndpoint, (ctx, { body }) => preparePayout(ctx, body.payoutLines)),
  implement(contract.payEndpoint, (ctx, { body }) => pay(ctx, body)),
  implement(endPayoutContract, (ctx, { params, body }) => endPayout(ctx, params.id, body)),
  implement(contract.removeManualPayoutEndpoint, (ctx, { body }) => removeManualPayout(ctx, body.transactionId)),
  implement(transfers.readTransferAccountEndpoint, (ctx) => readTransferAccount(ctx)),
  implement(transfers.saveTransferAccountEndpoint, (ctx, { body }) => saveTransferAccount(ctx, body)),
  implement(transfers.planTransfersEndpoint, (ctx, { body }) => planTransfers(ctx, body.payoutIds)),
  implement(
    transfers.exportTransfersEndpoint,
    async (ctx, { body }) => new Reply('', await exportTransfers(ctx, body)),
  ),
];
