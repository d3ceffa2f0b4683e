// @vitest-environment happy-dom
import { render } from '@testing-library/react';
import { afterEach, expect, it } from 'vitest';
import { MainHeading } from './main-heading.tsx';
import { nameUrgent } from './window-title.ts';

afterEach(() => nameUrgent(''));

it('the window is named after the screen, behind what is urgent, and after the product alone once that is left', () => {
  const { rerender, unmount } = render(<MainHeading>Order History</MainHeading>);
  expect(document.title).toBe('Order History · Servery');
  nameUrgent('(2) new orders');
  expect(document.title).toBe('(2) new orders · Order History · Servery');
  rerender(<MainHeading>Outlets</MainHeading>);
  expect(document.title).toBe('(2) new orders · Outlets · Servery');
  nameUrgent('');
  unmount();
  expect(document.title).toBe('Servery');
});
