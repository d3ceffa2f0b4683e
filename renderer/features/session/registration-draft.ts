import type { BodyInput } from '#shared/api/contract.ts';

export type Registration = BodyInput<'POST /sellers/register'>;
export type RegistrationField = keyof Registration;

/** What is typed, and what the server last said to it. */
export type RegistrationForm = Registration & { message: string };

/** The key the specification names (spec §3). */
const KEY = 'sellerRegistrationForm';

export const emptyForm: RegistrationForm = {
  email: '',
  password: '',
  companyName: '',
  companyWebsite: '',
  companyPhoneNumber: '',
  addressLine1: '',
  addressLine2: '',
  city: '',
  county: '',
  country: '',
  postcode: '',
  message: '',
};

/** Everything but the password, which is nobody's to find. */
export function keepDraft({ password: _password, ...draft }: RegistrationForm): void {
  localStorage.setItem(KEY, JSON.stringify(draft));
}

export function forgetDraft(): void {
  localStorage.removeItem(KEY);
}

/** What was typed before, as far as it can be read. */
export function readDraft(): RegistrationForm {
  try {
    const draft = JSON.parse(localStorage.getItem(KEY) ?? '{}') as Record<string, unknown>;
    const typed = Object.keys(emptyForm).flatMap((name) =>
      name !== 'password' && typeof draft[name] === 'string' ? [[name, draft[name]]] : [],
    );
    return { ...emptyForm, ...(Object.fromEntries(typed) as Partial<RegistrationForm>) };
  } catch {
    return emptyForm;
  }
}
