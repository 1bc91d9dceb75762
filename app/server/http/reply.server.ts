/** An answer that needs more than a body: another status, or headers such as cookies. */
export class Reply<Body> {
  readonly body: Body;
  readonly status: number | undefined;
  readonly headers: readonly [string, string][];
  constructor(body: Body, o: { status?: number; headers?: readonly [string, string][] } = {}) {
    this.body = body;
    this.status = o.status;
    this.headers = o.headers ?? [];
  }
}
