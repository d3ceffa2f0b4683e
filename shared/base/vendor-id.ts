import { z } from 'zod';
import { LONGEST_ID } from './loose-json.ts';

/** An id of any server; other vendors' are longer than ours. */
export const vendorId = z.string().min(1).max(LONGEST_ID);
