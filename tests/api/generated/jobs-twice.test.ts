import { expect, it } from 'vitest';
import { scheduledJobHandlers } from '#app/main/tables.server.ts';
import { testJobsTwice } from '#tests/support/jobs-twice.ts';
import { program } from '#tests/support/program.ts';
import { buildJobWorld, DUE_JOBS } from './due-jobs.ts';
import { DUE_GOODS_JOBS } from './due-goods-jobs.ts';
import { DUE_SALES_JOBS } from './due-sales-jobs.ts';

testJobsTwice(DUE_JOBS, buildJobWorld);

it('scheduled jobs: each kind has a factory, by which it is run twice', () => {
  const kinds = scheduledJobHandlers(program().container.services).map(({ kind }) => kind);
  expect(new Set(kinds).size).toBe(kinds.length);
  const made = [DUE_JOBS, DUE_SALES_JOBS, DUE_GOODS_JOBS].flatMap((factories) => Object.keys(factories));
  expect(made.sort()).toEqual([...kinds].sort());
});
