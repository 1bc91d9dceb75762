-- What is due and what is overpaid, oldest first: few rows of many, read by schedules, by the wizard and by the list of due vendors.
CREATE INDEX vendor_orders_payable ON vendor_orders (store_id, ordered_at, id, vendor_id) WHERE payout_state IN ('due', 'overpaid');
-- A line of a payout names its order.
CREATE INDEX vendor_orders_by_name ON vendor_orders (store_id, name);
-- Where transactions begin, after however many orders of the past.
CREATE INDEX vendor_orders_first ON vendor_orders (store_id, vendor_id, ordered_at) WHERE NOT historical;
-- Overpaid orders join the next payout of their vendor: hardly any, asked for at every payout.
CREATE INDEX vendor_orders_overpaid ON vendor_orders (store_id, vendor_id) WHERE payout_state = 'overpaid';
