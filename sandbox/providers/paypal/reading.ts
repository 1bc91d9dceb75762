import type { SandboxResponse } from '../../core/router.ts';
import { json } from '../../core/router.ts';
import type { PaypalItem } from '../../core/state-paypal.ts';
import { paypalOf } from './apps.ts';
import { answerBatch, ownBatch, showItem } from './batches.ts';
import type { PaypalCall, PaypalOperation } from './call.ts';
import { changeItem, settlePayouts } from './items.ts';
import { notFound, PaypalProblem } from './problem.ts';

/** Looking at batches and items, and taking back what nobody claimed. */
export const readingOperations: readonly PaypalOperation[] = [
  { method: 'GET', pattern: '/v1/payments/payouts/{id}', name: 'payouts.get', run: getBatch },
  { method: 'GET', pattern: '/v1/payments/payouts-item/{id}', name: 'payouts-item.get', run: getItem },
  { method: 'POST', pattern: '/v1/payments/payouts-item/{id}/cancel', name: 'payouts-item.cancel', run: cancelItem },
];

function getBatch(call: PaypalCall): SandboxResponse {
  settlePayouts(call.sandbox);
  return answerBatch(call, ownBatch(call, call.path['id'] ?? ''));
}

function ownItem(call: PaypalCall): PaypalItem {
  settlePayouts(call.sandbox);
  const item = paypalOf(call.sandbox).items[call.path['id'] ?? ''];
  if (!item) throw notFound();
  ownBatch(call, item.batchId);
  return item;
}

function answerItem(call: PaypalCall, item: PaypalItem): SandboxResponse {
  return json(200, showItem(item, ownBatch(call, item.batchId), call.app.environment));
}

function getItem(call: PaypalCall): SandboxResponse {
  return answerItem(call, ownItem(call));
}

function cancelItem(call: PaypalCall): SandboxResponse {
  const item = ownItem(call);
  if (item.status === 'RETURNED')
    throw new PaypalProblem(400, 'ITEM_ALREADY_CANCELLED', 'The requested item is already cancelled.');
  if (item.status !== 'UNCLAIMED')
    throw new PaypalProblem(400, 'ITEM_INCORRECT_STATUS', 'You can only cancel items that have an Unclaimed state.');
  changeItem(call.sandbox, item, 'RETURNED', item.error, 'CANCELED');
  return answerItem(call, item);
}
