import type { CalendarDto } from '../money-calendar.contract.ts';

/** Whether any of a vendor's money has a day: in the shown month or another one. A month that somebody turned to counts as well. */
export const hasDates = ({ entries, others, month, today }: CalendarDto): boolean =>
  entries.length > 0 || others.some(({ day }) => day !== null) || month !== today.slice(0, 'yyyy-mm'.length);

/** Whether a vendor has open money at all, with a day or without one. */
export const hasEntries = (calendar: CalendarDto): boolean => hasDates(calendar) || calendar.others.length > 0;
