import { vi } from 'vitest';

const patient = globalThis as { impatientWait?: typeof vi.waitFor };

// Its default is 1 s, which a busy machine may exceed without any fault, and it has no setting.
const impatient = (patient.impatientWait ??= vi.waitFor);
vi.waitFor = (check, within = 30_000) => impatient(check, within);
