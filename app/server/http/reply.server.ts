/**
 * An answer that needs more than a body: another status, or headers such as cookies. `type` sends a text as it is; `stream`
 * is sent instead of the body, with the headers alone saying what it is.
 */
export class Reply<Body> {
  readonly body: Body;
  readonly status: number | undefined;
  readonly headers: readonly [string, string][];
  readonly type: 'text/css' | 'text/javascript' | undefined;
  readonly stream: ReadableStream<Uint8Array> | undefined;
  constructor(
    body: Body,
    o: {
      status?: number;
      headers?: readonly [string, string][];
      type?: 'text/css' | 'text/javascript';
      stream?: ReadableStream<Uint8Array>;
    } = {},
  ) {
    this.body = body;
    this.status = o.status;
    this.headers = o.headers ?? [];
    this.type = o.type;
    this.stream = o.stream;
  }
}
