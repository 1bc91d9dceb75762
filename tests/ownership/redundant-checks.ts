const BATCH_FOUND =
  'The batch was found in the store before, by findBatch or lockAnyBatch; its id is ours and one in all stores';
const ACT_NAMED =
  'The act has a random name that only the call has which noted it, or which findOpenOperation found in the store';
const TURN_NAMED = 'The turn is a random name that only its holder has (takeTurn)';
const PART_TWICE =
  'The parts are chosen in the store and then named by their ids, which are ours and one in all stores: either alone would do';
const VENDOR_OF_PART = 'The parts are found within the scope, and the id of their vendor is ours and one in all stores';

/**
 * Checks whose absence changes no answer, each with what else holds there. They stay: they are the first of two walls, and are
 * not tried. A name is the file, what the check belongs to in it, and its text.
 */
export const REDUNDANT: Readonly<Record<string, string>> = {
  'orders/fulfillment/ship-orders.service findLeft scopeOf(ctx.viewer)':
    'Part, hold and lines are each chosen by the vendor of the item, which startBulkFulfill found within the scope',
  'orders/fulfillment/ship-orders.service findLeft !part':
    'startBulkFulfill found the part within the scope, and a part never goes away; it is the compiler that asks',
  'orders/fulfillment/hold.repo listHeldOrders store_id = $1':
    'It says of which orders holds are read again; askHolds knows those of the store alone, and reading once more changes nothing',
  'orders/ingest/ingest.repo readMetafields store_id = $1':
    'The ids are of products in an order of the store, and the platform gives none twice; row-level security holds too',
  'orders/orders.repo listKnownVersions store_id = $1':
    'The ids are of orders that the platform listed of the store, and it gives none twice; row-level security holds too',
  'orders/ingest/ingest.repo countOrderTransactions store_id = $1':
    'It numbers the postings of an order: were others counted, numbers would be left out, and still nothing posted twice',
  'orders/fulfillment/fulfillment-sends.repo keepTurn store_id = $1': TURN_NAMED,
  'orders/fulfillment/fulfillment-sends.repo keepTurn vendor_id = $3': TURN_NAMED,
  'orders/fulfillment/fulfillment-sends.repo markByApp vendor_id = $2':
    'The ids are of parcels that sendFulfillments made of lines of this vendor alone',
  'orders/reminders/reminder.repo saveReminders v.store_id = $1':
    'listToRemind found the parts in the store, and their ids are ours and one in all stores',
  'batches/batches.repo dismissSucceeded i.store_id = $1': 'The items are those of b, a batch of the store',
  'batches/batches.repo lockAnyBatch b.store_id = $1':
    'Its callers name a batch of work that is due in the store, or one that listRunning found there',
  'batches/batches.repo listRunning store_id = $1': 'lockAnyBatch passes over what is not of the store',
  'batches/batches.repo listItems store_id = $1': BATCH_FOUND,
  'batches/batches.repo listOpenItems store_id = $1': BATCH_FOUND,
  'batches/batches.repo markItem store_id = $1': BATCH_FOUND,
  'batches/batches.repo markItem b.store_id = $1': BATCH_FOUND,
  'batches/batches.repo markBatch store_id = $1': BATCH_FOUND,
  'batches/batches.repo failOpen store_id = $1': BATCH_FOUND,
  'batches/batches.repo reopenFailed store_id = $1': BATCH_FOUND,
  'batches/batches.repo markDismissed store_id = $1': BATCH_FOUND,
  'orders/aftersales/operations.repo findActState store_id = $1': ACT_NAMED,
  'orders/aftersales/operations.repo renewOperation store_id = $1': ACT_NAMED,
  'orders/aftersales/operations.repo markLost store_id = $1': ACT_NAMED,
  'orders/aftersales/operations.repo settleOperation store_id = $1': ACT_NAMED,
  'orders/aftersales/refund.service refundOrder requireNamed(await findChangeableOrder(ctx, orderId), input);':
    'planRefund refuses the same lines (checkUnits) and vendors (vendorIdOf); here it is refused before the order is read anew',
  'orders/aftersales/refund.service requireNamed input.lines.some(({ id }) => !ids.has(id))':
    'checkUnits refuses the same lines in planRefund',
  'documents/billing.service readBillingForm scopeOf(ctx.viewer)':
    'The statement names the one vendor for whom the viewer acts (requireVendorView)',
  'documents/billing.service saveBillingForm scopeOf(viewer)':
    'The statements name the one vendor for whom the viewer acts (requireVendorView)',
  'documents/print.service findVendor scopeOf(ctx.viewer)':
    'readPartFacts finds parts within the scope alone, and another vendor leaves none of them: the same not_found',
  "orders/money/adjustments.repo listAdjustments scopedSql(tx.scope, 'a', 2)":
    'Of an order in the scope each part is told its own adjustments alone (part.service ownAdjustments)',
  'orders/ingest/ingest.repo dropFromFulfillments f.store_id = $1':
    'The lines are of orders of the store, and the platform gives no id twice; row-level security holds too',
  'finance/transactions/transactions.repo buildWhere v.store_id = $1': VENDOR_OF_PART,
  'finance/transactions/transactions.repo findFirstAt v.store_id = $2': VENDOR_OF_PART,
  "transactions/transactions.repo listPayouts scopedSql(tx.scope, 'l', 2)":
    'listTransactions found the parts within the scope, and their ids are ours and one in all stores',
  "orders/read-models/payout-reasons.repo listPayoutReasons scopedSql(tx.scope, 'l', 2)":
    'readOwn found the parts within the scope, and their ids are ours and one in all stores',
  'orders/fulfillment/past-fulfillments.repo writeFulfillment o.store_id = $1': PART_TWICE,
  'orders/fulfillment/past-fulfillments.repo writeFulfillment v.store_id = $1': PART_TWICE,
};
