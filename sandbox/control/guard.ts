import { Refusal } from '../core/kernel.ts';
import { json, readJson } from '../core/router.ts';
import type { Handler, Route, SandboxRequest } from '../core/router.ts';
import { readObject } from './input.ts';
import type { Body } from './input.ts';

/** The JSON object of a control call; an empty body is an empty object. */
export function controlBody(request: SandboxRequest): Body {
  if (request.body.length === 0) return {};
  const body = readJson(request);
  if (body === undefined) throw new Refusal('The body is not JSON.');
  return readObject(body, 'body');
}

/** Wants `application/json` of every control call that has an effect, so that no web page can send one (the server wants a loopback Host of all). */
export function guardControl(routes: readonly Route[]): Route[] {
  return routes.map((entry): Route => {
    if (entry.method === 'GET') return entry;
    const handler: Handler = (request) => {
      const type = request.headers['content-type'] ?? '';
      if (!type.startsWith('application/json'))
        return json(415, { message: 'The control API takes application/json.' });
      return entry.handler(request);
    };
    return { ...entry, handler };
  });
}
