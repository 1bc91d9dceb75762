-- Labels with which buyers send goods back: they ship nothing, and are charged once a carrier has taken the package.
ALTER TABLE "label_rates" ADD COLUMN "is_return" BOOLEAN NOT NULL DEFAULT false;
ALTER TABLE "shipping_labels" ADD COLUMN "is_return" BOOLEAN NOT NULL DEFAULT false;
