import { testJobsTwice } from '#tests/support/jobs-twice.ts';
import { buildGoodsWorld, DUE_GOODS_JOBS, WITHOUT_EFFECT } from './due-goods-jobs.ts';

testJobsTwice(DUE_GOODS_JOBS, buildGoodsWorld, { withoutEffect: WITHOUT_EFFECT });
