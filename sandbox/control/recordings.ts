import type { Sandbox } from '../core/kernel.ts';
import { Refusal } from '../core/kernel.ts';
import { json, route } from '../core/router.ts';
import type { Route } from '../core/router.ts';
import { recordCosts } from '../platform/graphql/recorded-costs.ts';
import { controlBody } from './guard.ts';
import { readList, readNumber, readObject, requireText } from './input.ts';

const MAX_ANSWERS = 5_000;

/** What was recorded from the platform itself: the sandbox takes over what it says of costs. */
export function recordingControlRoutes(sandbox: Sandbox): Route[] {
  return [
    route('POST', '/control/recorded-answers', (request) => {
      const given = readList(controlBody(request), 'answers') ?? [];
      if (given.length > MAX_ANSWERS) throw new Refusal(`At most ${MAX_ANSWERS} answers at once.`, ['answers']);
      const costs = given.map((one) => {
        const answer = readObject(one, 'answers');
        return {
          operation: requireText(answer, 'operation'),
          variables: readObject(answer['variables'] ?? {}, 'variables'),
          requested: readNumber(answer, 'requested') ?? 0,
        };
      });
      return json(200, { taken: costs.length, differing: recordCosts(sandbox, costs) });
    }),
  ];
}
