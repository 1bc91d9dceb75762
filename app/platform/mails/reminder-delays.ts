import { z } from 'zod';
import { rule } from '#app/core/rules.ts';

/** The templates that remind a vendor of an order, in their order. */
export const REMINDER_TEMPLATES = ['order-reminder-1', 'order-reminder-2', 'order-reminder-3'] as const;
export type ReminderTemplate = (typeof REMINDER_TEMPLATES)[number];

/** Whole hours after the order was placed; at most a year. */
export const delaySchema = z
  .number(rule('whole_number'))
  .int(rule('whole_number'))
  .min(1, rule('at_least_one'))
  .max(8760, rule('max_number', { maximum: 8760 }));

/** The settings of reminders: how many hours after the order each is sent. */
export const reminderDelaysSchema = z.object({
  'order-reminder-1': delaySchema,
  'order-reminder-2': delaySchema,
  'order-reminder-3': delaySchema,
});
export type ReminderDelays = z.output<typeof reminderDelaysSchema>;

export const reminderDelaysDefaults: ReminderDelays = {
  'order-reminder-1': 24,
  'order-reminder-2': 48,
  'order-reminder-3': 72,
};

export function isReminder(template: string): template is ReminderTemplate {
  return (REMINDER_TEMPLATES as readonly string[]).includes(template);
}
