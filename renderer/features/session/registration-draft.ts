import type { BodyInput } from '#shared/api/contract.ts';
import { noAddress } from '#shared/base/no-address.ts';
import { writeStored } from '../../platform/stored-json.ts';
import { stored } from '../../platform/stored.ts';

export type Registration = BodyInput<'POST /sellers/register'>;
export type RegistrationField = keyof Registration;

/** The typed values, and the server's last message. */
export type RegistrationForm = Registration & { message: string };

/** The key in local storage. */
const KEY = 'sellerRegistrationForm';

const emptyForm: RegistrationForm = {
  email: '',
  password: '',
  companyName: '',
  ...noAddress,
  message: '',
};

/** Stores what was just typed beside the rest, which another tab may have typed; never the password. */
export function keepDraft(typed: Partial<RegistrationForm>): void {
  const { password: _password, ...draft } = { ...readDraft(), ...typed };
  writeStored(KEY, draft);
}

export function forgetDraft(): void {
  stored.remove(KEY);
}

/** What was typed before, as far as it can be read. */
export function readDraft(): RegistrationForm {
  try {
    const draft = JSON.parse(stored.get(KEY) ?? '{}') as Record<string, unknown>;
    const typed = Object.keys(emptyForm).flatMap((name) =>
      name !== 'password' && typeof draft[name] === 'string' ? [[name, draft[name]]] : [],
    );
    return { ...emptyForm, ...(Object.fromEntries(typed) as Partial<RegistrationForm>) };
  } catch {
    return emptyForm;
  }
}
