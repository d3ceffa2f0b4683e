import { readFailure } from '../../renderer/api/failure.ts';
import { apiBase } from '../api-base.ts';

/** Sends the form; errors are shown beside their fields, and no input is lost. */
export async function answer(form: HTMLFormElement, event: string): Promise<void> {
  if (event !== 'submit') return;
  const button = form.querySelector('button');
  const status = form.querySelector('[role=status]');
  if (!button || !status || button.disabled) return;
  button.disabled = true;
  delete form.dataset['failed'];
  status.textContent = 'Sending…';
  try {
    const lead = Object.fromEntries(new FormData(form));
    const reply = await fetch(`${apiBase}/sellers/leads`, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify([lead]),
    });
    if (reply.ok) {
      tellFields(form, {});
      form.reset();
      status.textContent = 'Thank you. We will write to you soon.';
      return;
    }
    const { fields, message } = readFailure(reply.status, await reply.json().catch(() => null));
    tellFields(form, fields);
    status.textContent = message;
  } catch {
    status.textContent = '';
    form.dataset['failed'] = '';
  } finally {
    button.disabled = false;
  }
}

/** Marks the invalid fields and focuses the first. `fields` are named by their path in the body: `0.email`. */
function tellFields(form: HTMLFormElement, fields: Record<string, string>): void {
  for (const field of form.querySelectorAll<HTMLInputElement>('input, textarea')) {
    const wrong = fields[`0.${field.name}`];
    form.querySelector(`#${field.id}-wrong`)?.remove();
    const about = field.getAttribute('aria-describedby')?.replace(`${field.id}-wrong`, '').trim() ?? '';
    if (wrong === undefined) field.removeAttribute('aria-invalid');
    else {
      field.setAttribute('aria-invalid', 'true');
      field.insertAdjacentElement('afterend', saying(`${field.id}-wrong`, wrong));
    }
    const described = [wrong !== undefined && `${field.id}-wrong`, about].filter(Boolean).join(' ');
    if (described === '') field.removeAttribute('aria-describedby');
    else field.setAttribute('aria-describedby', described);
  }
  form.querySelector<HTMLElement>('[aria-invalid]')?.focus();
}

function saying(id: string, text: string): HTMLElement {
  const saying = document.createElement('p');
  saying.id = id;
  saying.className = 'field-error';
  saying.textContent = text;
  return saying;
}
