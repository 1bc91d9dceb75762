import type { z } from 'zod';
import type { ErrorCode } from './errors.ts';
import type { Permission, KeyScope } from './viewer.ts';

export type Method = 'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE';

/**
 * Who may call: anybody, a customer of the store by their account there, a vendor's member with a permission, an admin, or everybody who is
 * signed in, for what concerns nobody but the caller (one's own password). `orTicket` also lets somebody without an account
 * in who brings `?ticket=`; the call itself looks what the ticket opens. `scope` is what an API key needs, where it is another
 * than its permission's (scopeOfCall); a call of admins that names none is closed to keys.
 */
export type Access =
  | { kind: 'public' }
  | { kind: 'buyer' }
  | { kind: 'vendor'; permission: Permission; scope?: KeyScope; orToken?: true }
  | { kind: 'admin'; scope?: KeyScope }
  | { kind: 'signed_in' };

/** What a call may answer with. */
export type AnswerType =
  | 'application/json'
  | 'application/pdf'
  | 'application/xml'
  | 'text/css'
  | 'text/csv'
  | 'text/html'
  | 'text/javascript';

type Shape = z.ZodType;
/** What an endpoint is marked with, or not. */
type Mark = true | undefined;

/**
 * The contract of one call, read by the server, by the typed client, by the OpenAPI document and by the generated tests.
 * `path` is below /api, with `{name}` for a parameter. `limit` is what one caller may do in a minute. Method, path and the
 * two marks stay literal in the type, so that the typed client can be told them without the contract.
 */
export type Endpoint<
  P extends Shape,
  Q extends Shape,
  B extends Shape,
  R extends Shape,
  M extends Method = Method,
  Path extends string = string,
  Creates extends Mark = Mark,
  Form extends Mark = Mark,
> = {
  name: string;
  method: M;
  path: Path;
  summary: string;
  access: Access;
  params?: P;
  query?: Q;
  body?: B;
  response: R;
  status?: 200 | 201 | 202 | 204;
  /** The content types of an answer that is not JSON: files, pages, style sheets and scripts. */
  answers?: readonly [AnswerType, ...AnswerType[]];
  errors?: readonly ErrorCode[];
  /** The body arrives as a form instead of JSON (sign-in). */
  form?: Form;
  /**
   * The page of ours that a browser is sent to which posted a form by itself, without a script that reads the answer. It is
   * told the outcome: `sent`, or the code of the refusal and the fields it names.
   */
  formPage?: string;
  /** A creating call: an `Idempotency-Key` replays the stored answer. */
  creates?: Creates;
  limit?: { perMinute: number; by: 'address' | 'viewer' };
  maxBodyBytes?: number;
  /** Pages of any other origin, such as the store's theme, may call it, without cookies. */
  crossOrigin?: true;
};

export type AnyEndpoint = Endpoint<Shape, Shape, Shape, Shape>;

/** Declares a call. The name is `feature.verb`, unique in the whole program. */
export function endpoint<
  P extends Shape = z.ZodUndefined,
  Q extends Shape = z.ZodUndefined,
  B extends Shape = z.ZodUndefined,
  R extends Shape = z.ZodUnknown,
  M extends Method = Method,
  Path extends string = string,
  Creates extends Mark = undefined,
  Form extends Mark = undefined,
>(definition: Endpoint<P, Q, B, R, M, Path, Creates, Form>): Endpoint<P, Q, B, R, M, Path, Creates, Form> {
  return definition;
}

export type InputOf<E> =
  E extends Endpoint<infer P, infer Q, infer B, infer _R>
    ? { params: z.output<P>; query: z.output<Q>; body: z.output<B> }
    : never;
export type OutputOf<E> = E extends Endpoint<infer _P, infer _Q, infer _B, infer R> ? z.input<R> : never;
