import { vi } from 'vitest';

// By itself it gives up after 1 s, which a busy machine may need for nothing, and it has no setting.
const { waitFor } = vi;
vi.waitFor = (check, within = 30_000) => waitFor(check, within);
