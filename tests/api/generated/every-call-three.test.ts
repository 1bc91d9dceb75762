import { describeEveryCall } from '#tests/support/every-call.ts';

describeEveryCall(2);
