import { vi } from 'vitest';

const patient = globalThis as { impatientWait?: typeof vi.waitFor };

const PATIENT_MS = 30_000;

// Its default is 1 s, which a busy machine may exceed without any fault, and it has no setting.
const impatient = (patient.impatientWait ??= vi.waitFor);
vi.waitFor = (check, within = PATIENT_MS) =>
  impatient(check, typeof within === 'number' ? Math.max(within, PATIENT_MS) : within);
