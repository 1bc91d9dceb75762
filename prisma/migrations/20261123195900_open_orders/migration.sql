-- What is not settled with its vendor, oldest first: few rows of many, read by schedules, by the list of due vendors and by each
-- vendor's calendar of money.
CREATE INDEX vendor_orders_open ON vendor_orders (store_id, vendor_id, ordered_at, id) WHERE payout_state IN ('due', 'overpaid', 'unpaid');
-- Overpaid orders join the next payout of their vendor: hardly any, asked for at every payout.
CREATE INDEX vendor_orders_overpaid ON vendor_orders (store_id, vendor_id) WHERE payout_state = 'overpaid';
-- A line of a payout names its order, which is none of before Souk.
CREATE INDEX vendor_orders_by_name ON vendor_orders (store_id, name) WHERE NOT historical;
-- Where transactions begin, after however many orders of the past.
CREATE INDEX vendor_orders_first ON vendor_orders (store_id, vendor_id, ordered_at) WHERE NOT historical;
