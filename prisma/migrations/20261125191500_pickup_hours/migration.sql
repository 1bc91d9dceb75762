-- When a vendor's buyers may collect, as they read it at the checkout.
ALTER TABLE "vendor_ship_from" ADD COLUMN "pickup_hours" TEXT NOT NULL DEFAULT '';
