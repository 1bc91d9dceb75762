import { testJobsTwice } from '#tests/support/jobs-twice.ts';
import { buildSalesWorld, DUE_SALES_JOBS, WITHOUT_EFFECT } from './due-sales-jobs.ts';

testJobsTwice(DUE_SALES_JOBS, buildSalesWorld, { withoutEffect: WITHOUT_EFFECT });
