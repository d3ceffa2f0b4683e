import { formatPence } from '#shared/base/money.ts';
import { parsePounds } from '#shared/base/typed-amounts.ts';
import { takingsOf } from './takings.ts';

/** Calculates with the field's amount. An invalid amount gets a message beside it, and the last result stays. */
export function answer(form: HTMLFormElement): void {
  const field = form.querySelector('input');
  const about = form.querySelector('#order-value-about');
  if (!field || !about) return;
  const items = parsePounds(field.value);
  const wrong = items === null || items === 0;
  about.textContent = wrong ? 'An amount such as 12.50' : 'Before any tip';
  about.className = wrong ? 'field-error' : 'field-hint';
  if (!wrong) field.removeAttribute('aria-invalid');
  else return field.setAttribute('aria-invalid', 'true');
  for (const [name, amount] of Object.entries(takingsOf(items))) {
    const place = form.querySelector(`[data-value="${name}"]`);
    if (place) place.textContent = formatPence(amount);
  }
}
