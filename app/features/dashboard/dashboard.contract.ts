import { z } from 'zod';
import { moneyDto } from '#app/core/dto.ts';
import { endpoint } from '#app/core/endpoint.ts';
import { dayOrTime } from '#app/features/finance/transactions/transactions.contract.ts';
import { MAX_RANGE_DAYS, SCORE_LIMITS, SCORE_WARNINGS } from './dashboard.ts';

export const MAX_VENDORS_LISTED = 100;
export const MAX_PRODUCTS_LISTED = 10;
const MAX_ROWS = MAX_RANGE_DAYS * 200;

/** The range: days of the store's calendar, or moments, which stand for their days. */
export const dashboardQuery = z.object({
  from: dayOrTime.optional().meta({ description: 'The first day; 30 days up to `to` where it is left out' }),
  to: dayOrTime
    .optional()
    .meta({ description: `The last day, included; at most ${MAX_RANGE_DAYS} days. Today where it is left out` }),
  vendor: z
    .string()
    .trim()
    .max(255)
    .optional()
    .meta({ description: 'The figures of the vendor of a name alone, in the marketplace view' }),
});
export type DashboardQuery = z.output<typeof dashboardQuery>;

const day = z.iso.date();
const rangeDto = z.object({ from: day, to: day });
const percent = z.number().nullable().meta({ description: 'Percent with one place; null of nothing' });

const sumsDto = z.object({
  orders: z.number().int().meta({ description: 'Paid orders that were not cancelled' }),
  units: z.number().int().meta({ description: 'Their items, without those that were taken back' }),
  sales: moneyDto.meta({ description: 'What buyers paid for them, before refunds' }),
  refunds: moneyDto.meta({ description: 'What of it went back to buyers' }),
  commission: moneyDto,
  earnings: moneyDto.meta({ description: 'What the orders of the range earn their vendors, corrections included' }),
  due: moneyDto.meta({ description: 'What of the earnings is to be paid out' }),
});
const figuresDto = sumsDto.extend({ averageOrder: moneyDto.nullable().meta({ description: 'Sales by orders' }) });
export type FiguresDto = z.output<typeof figuresDto>;

const daySumsDto = sumsDto.extend({ day, currency: z.string().length(3) });
export type DaySumsDto = z.output<typeof daySumsDto>;

const vendorScoreDto = z.object({
  id: z.string(),
  vendor: z.string(),
  orders: z.number().int(),
  sales: moneyDto,
  commission: moneyDto,
  earnings: moneyDto,
  hoursToShip: z.number().nullable().meta({ description: 'From order to last shipment, on average' }),
  hoursToDeliver: z
    .number()
    .nullable()
    .meta({ description: 'From label to delivery, on average; null where no label’s package was delivered' }),
  cancelledPercent: percent,
  refundedPercent: percent,
  warnings: z.array(z.enum(SCORE_WARNINGS)).meta({
    description: `Figures beyond their limits (${SCORE_LIMITS.hoursToShip} hours, ${SCORE_LIMITS.cancelledPercent} % cancelled, ${SCORE_LIMITS.refundedPercent} % refunded), from ${SCORE_LIMITS.orders} orders on`,
  }),
});
export type VendorScoreDto = z.output<typeof vendorScoreDto>;

const dashboardDto = z
  .object({
    range: rangeDto,
    before: rangeDto.meta({ description: 'The equally many days before, which the figures are compared with' }),
    timezone: z.string(),
    vendor: z.string().nullable().meta({ description: 'The vendor whose figures these are; null of all in the scope' }),
    transactions: z
      .array(z.object({ currency: z.string().length(3), current: figuresDto, before: figuresDto }))
      .meta({ description: 'The figures of the range by currency, the store’s own first and always there' }),
    orders: z.array(daySumsDto).max(MAX_ROWS).meta({
      description:
        'The same by day and currency: every day in the store’s currency, others where something was ordered',
    }),
    topProducts: z
      .array(z.object({ id: z.string().nullable(), title: z.string(), units: z.number().int(), sales: moneyDto }))
      .max(MAX_PRODUCTS_LISTED)
      .meta({ description: 'At the prices of their items, before discounts, without what was taken back' }),
    marketplace: z
      .object({
        newVendors: z.number().int(),
        newVendorsBefore: z.number().int(),
        vendors: z.array(vendorScoreDto).max(MAX_VENDORS_LISTED).meta({ description: 'By sales' }),
      })
      .nullable()
      .meta({ description: 'In the marketplace view only' }),
  })
  .meta({ id: 'Dashboard' });
export type DashboardDto = z.output<typeof dashboardDto>;
/** The dashboard as the page of analytics shows it. */
export type AnalyticsDto = Omit<DashboardDto, 'topProducts'>;

/** A vendor as the page of performance shows it: orders that are late now, and its score of the range, where it sold anything. */
export type PerformanceRow = { id: string; vendor: string; late: number; score: VendorScoreDto | null };
export type Performance = {
  range: { from: string; to: string };
  /** How many vendors ship late now. */
  late: number;
  onlyLate: boolean;
  rows: PerformanceRow[];
};

/** The four figures of Home: the last 30 days by day, their sums, and those of the 30 days before, in the store's currency. */
export type HomeFigures = {
  range: { from: string; to: string };
  current: FiguresDto;
  before: FiguresDto;
  days: DaySumsDto[];
  /** The day before the present one, by currency: where nothing was sold, nothing. */
  yesterday: DaySumsDto[];
};

export const readDashboardEndpoint = endpoint({
  name: 'dashboard.read',
  method: 'GET',
  path: '/dashboard',
  summary:
    'What was sold in a range of days against the days before: of the vendor that the caller acts for, or of the marketplace with a scorecard of its vendors. Orders from before the install are not counted.',
  access: { kind: 'vendor', permission: 'read_finance', scope: 'money:read' },
  query: dashboardQuery,
  response: dashboardDto,
  errors: ['feature_disabled', 'invalid_input', 'not_found'],
  limit: { perMinute: 120, by: 'viewer' },
});

export const exportDashboardEndpoint = endpoint({
  name: 'dashboard.export',
  method: 'POST',
  path: '/dashboard/export',
  summary: 'The figures of a range as CSV (text/csv), a row for each day and currency.',
  access: { kind: 'vendor', permission: 'read_finance' },
  body: dashboardQuery,
  response: z.string().meta({ description: 'CSV in UTF-8' }),
  answers: ['text/csv'],
  errors: ['feature_disabled', 'invalid_input', 'not_found', 'rate_limited'],
  limit: { perMinute: 20, by: 'viewer' },
});
