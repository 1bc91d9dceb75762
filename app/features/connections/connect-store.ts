import { z } from 'zod';
import { shopDomain } from '#app/features/auth/auth.contract.ts';

/** What is typed to connect a store of one's own. */
export const connectStoreForm = z.object({ shop: shopDomain });
