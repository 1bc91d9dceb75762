import type { Tool } from '../tool.server.ts';
import { marketplaceTools } from './marketplace-tools.service.server.ts';
import { messageTools } from './message-tools.service.server.ts';
import { moneyTools } from './money-tools.service.server.ts';
import { orderTools } from './order-tools.service.server.ts';
import { productTools } from './product-tools.service.server.ts';
import { waitingTools } from './waiting-tool.service.server.ts';

/** Every tool that assistants have. */
export const TOOLS: readonly Tool[] = [
  ...waitingTools,
  ...orderTools,
  ...productTools,
  ...messageTools,
  ...moneyTools,
  ...marketplaceTools,
];
