import type { IncomingHttpHeaders } from 'node:http';

/** One HTTP request, its body read whole as raw bytes. */
export type SandboxRequest = {
  method: string;
  url: URL;
  /** The platform host this request was meant for (`x-sandbox-host`), else the Host header. */
  host: string;
  headers: IncomingHttpHeaders;
  params: Record<string, string>;
  query: URLSearchParams;
  body: Buffer;
};

export type SandboxResponse = {
  status: number;
  headers: Record<string, string | string[]>;
  body: string | Buffer;
  /** Cuts the connection instead of answering: the work was done, the answer is lost. */
  dropConnection?: boolean;
};

export type Handler = (request: SandboxRequest) => SandboxResponse | Promise<SandboxResponse>;
export type Route = { method: string; pattern: string; segments: string[]; handler: Handler };

/**
 * Declares one route. `{name}` takes one segment, `{name*}` as a last segment takes the rest (also nothing).
 * `method` may be `*`.
 */
export function route(method: string, pattern: string, handler: Handler): Route {
  return { method, pattern, segments: pattern.split('/').slice(1), handler };
}

/** The first route that fits, with its parameters decoded once; `allowed` lists methods when only the method differs. */
export function matchRoute<R extends Pick<Route, 'method' | 'segments'>>(
  routes: readonly R[],
  method: string,
  pathname: string,
): { route: R; params: Record<string, string> } | { route: null; allowed: string[] } {
  const allowed: string[] = [];
  const parts = pathname.split('/').slice(1);
  for (const candidate of routes) {
    const params = matchSegments(candidate.segments, parts);
    if (!params) continue;
    if (candidate.method === '*' || candidate.method === method || (method === 'HEAD' && candidate.method === 'GET'))
      return { route: candidate, params };
    allowed.push(candidate.method);
  }
  return { route: null, allowed };
}

function matchSegments(segments: readonly string[], parts: readonly string[]): Record<string, string> | null {
  const params: Record<string, string> = {};
  for (const [index, segment] of segments.entries()) {
    if (segment.endsWith('*}')) {
      params[segment.slice(1, -2)] = parts.slice(index).map(decodeSegment).join('/');
      return params;
    }
    const part = parts[index];
    if (part === undefined) return null;
    const hole = /^(.*)\{(\w+)\}(.*)$/.exec(segment);
    if (!hole) {
      if (segment !== part) return null;
      continue;
    }
    const [, before = '', name = '', after = ''] = hole;
    if (!part.startsWith(before) || !part.endsWith(after) || part.length <= before.length + after.length) return null;
    params[name] = decodeSegment(part.slice(before.length, part.length - after.length));
  }
  return segments.length === parts.length ? params : null;
}

function decodeSegment(part: string): string {
  try {
    return decodeURIComponent(part);
  } catch {
    return part;
  }
}

/** A JSON answer. */
export function json(status: number, value: unknown, headers: Record<string, string> = {}): SandboxResponse {
  return {
    status,
    headers: { 'content-type': 'application/json; charset=utf-8', ...headers },
    body: JSON.stringify(value),
  };
}

/** An HTML answer. */
export function html(status: number, markup: string, headers: Record<string, string> = {}): SandboxResponse {
  return { status, headers: { 'content-type': 'text/html; charset=utf-8', ...headers }, body: markup };
}

/** A plain text answer. */
export function text(status: number, value: string, headers: Record<string, string> = {}): SandboxResponse {
  return { status, headers: { 'content-type': 'text/plain; charset=utf-8', ...headers }, body: value };
}

/** A redirect after a form was posted (303), or another status. */
export function redirect(location: string, status = 303): SandboxResponse {
  return { status, headers: { location }, body: '' };
}

/** The fields of a posted form (application/x-www-form-urlencoded). */
export function readForm(request: SandboxRequest): URLSearchParams {
  return new URLSearchParams(request.body.toString('utf8'));
}

/** The body as JSON; undefined when it is none. */
export function readJson(request: SandboxRequest): unknown {
  try {
    return JSON.parse(request.body.toString('utf8')) as unknown;
  } catch {
    return undefined;
  }
}
