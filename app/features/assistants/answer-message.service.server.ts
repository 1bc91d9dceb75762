import {
  createMcpHandler,
  McpServer,
  ProtocolError,
  ProtocolErrorCode,
  type CallToolResult,
  type Tool as ProtocolTool,
} from '@modelcontextprotocol/server';
import { z } from 'zod';
import { VERSION } from '#app/adapters/telemetry/metrics.server.ts';
import { describeRefusal, type Refusal } from '#app/core/errors.ts';
import type { Ctx } from '#app/server/context.server.ts';
import { toAppError } from '#app/server/http/server.server.ts';
import { describeRequest } from '#app/server/request-context.server.ts';
import { issueText, refusalText } from '#app/ui/i18n/error-text.ts';
import { translate } from '#app/ui/i18n/translate.server.ts';
import { ASSISTANT_PATH, buildInstructions } from './assistant.ts';
import { writeAnswer } from './assistant-answer.ts';
import { isFor, isListed, readInput, requireTool, ToolFailure, type Tool } from './tool.server.ts';
import { TOOLS } from './tools/list-tools.service.server.ts';

/** A message of an assistant as it came: its request, and the JSON of its body. */
export type AssistantMessage = { request: Request; body: unknown; requestId: string };

/**
 * Answers one message of an assistant by the Model Context Protocol. Nothing is kept between messages: each is answered by a server
 * of its own that knows the tools of the key.
 */
export function answerMessage(ctx: Ctx, { request, body, requestId }: AssistantMessage): Promise<Response> {
  const handler = createMcpHandler(() => buildServer(ctx, requestId), {
    // Nothing changes the list of tools while somebody listens.
    maxSubscriptions: 0,
    onerror: (error) => {
      ctx.log.debug({ err: error }, 'a message of an assistant was refused');
    },
  });
  return handler.fetch(request, { parsedBody: body });
}

/** A server whose calls of tools are answered by us: refusals name field and rule, and the scope that a key lacks. */
function buildServer(ctx: Ctx, requestId: string): McpServer {
  const built = new McpServer(
    { name: 'souk', title: ctx.viewer.store.name, version: VERSION },
    { capabilities: { tools: {} }, instructions: buildInstructions(ctx.viewer.vendorScope === '*') },
  );
  built.server.setRequestHandler('tools/list', () => ({
    tools: TOOLS.filter((tool) => isListed(ctx.viewer, tool)).map(describeTool),
  }));
  built.server.setRequestHandler('tools/call', ({ params }) => callTool(ctx, params, requestId));
  return built;
}

/** A tool as assistants are told of it. */
const describeTool = ({ name, title, description, effect, isRepeatable, input }: Tool) => ({
  name,
  title,
  description,
  inputSchema: toObjectSchema(input),
  annotations: {
    readOnlyHint: effect === 'reads',
    destructiveHint: effect === 'changes',
    idempotentHint: isRepeatable,
    openWorldHint: false,
  },
});

/** A schema as the protocol has it; what zod calls its own JSON schema is a wider type. */
const toObjectSchema = (input: z.ZodType) =>
  ({ ...z.toJSONSchema(input, { io: 'input' }), type: 'object' }) as ProtocolTool['inputSchema'];

type CalledTool = { name: string; arguments?: Record<string, unknown> | undefined };

async function callTool(ctx: Ctx, called: CalledTool, requestId: string): Promise<CallToolResult> {
  const tool = TOOLS.find((one) => one.name === called.name && isFor(ctx.viewer, one));
  if (!tool) throw new ProtocolError(ProtocolErrorCode.InvalidParams, 'There is no such tool');
  describeRequest({ route: `${ASSISTANT_PATH}/${tool.name}` });
  try {
    await requireTool(ctx, tool);
    const input = readInput(tool.input, called.arguments ?? {});
    return toResult(writeAnswer(await tool.run(ctx, input)));
  } catch (thrown) {
    if (thrown instanceof ToolFailure) return toFailure(ctx, thrown.refusals);
    const error = toAppError(thrown, { requestId });
    if (error.reportable) ctx.log.error({ err: thrown, refusal: error.code }, 'a tool of an assistant failed');
    return toFailure(ctx, [describeRefusal(error)]);
  }
}

const toResult = (text: string): CallToolResult => ({ content: [{ type: 'text', text }] });

/** Refusals in the viewer's language, each with its code and the fields that it names. */
function toFailure({ viewer }: Ctx, refusals: readonly Refusal[]): CallToolResult {
  const t = translate(viewer.locale);
  const texts = refusals.map((refusal) =>
    [
      refusalText(t, refusal),
      ...(refusal.issues ?? []).slice(0, MAX_ISSUES).map((issue) => `${issue.path}: ${issueText(t, issue)}`),
      `(${[refusal.code, refusal.reason].filter(Boolean).join(', ')})`,
    ].join('\n'),
  );
  return { ...toResult(texts.join('\n\n')), isError: true };
}

const MAX_ISSUES = 20;
