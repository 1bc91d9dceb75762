-- What a buyer had a line made like (engravings, gift messages) is people's words: beside the facts of the order, which stay
-- when a buyer is redacted. What the store itself states of a line (selling plan, titles of discounts) stays with the books.
ALTER TABLE order_lines ADD COLUMN properties jsonb;
ALTER TABLE order_lines ADD COLUMN selling_plan text;
ALTER TABLE order_lines ADD COLUMN discounts jsonb;
