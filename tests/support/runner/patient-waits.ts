import { vi } from 'vitest';

// Its default is 1 s, which a busy machine may exceed without any fault, and it has no setting.
const { waitFor } = vi;
vi.waitFor = (check, within = 30_000) => waitFor(check, within);
