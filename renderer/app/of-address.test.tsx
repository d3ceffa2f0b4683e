// @vitest-environment happy-dom
import { useState } from 'react';
import { render, screen } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { Link, MemoryRouter, Route, Routes, useParams } from 'react-router';
import { expect, it } from 'vitest';
import { OfAddress } from './of-address.tsx';

/** A form that begins with what is kept of the outlet in the address. */
function Form() {
  const { outletId = '' } = useParams();
  const [text, setText] = useState(`kept of ${outletId}`);
  return <input value={text} onChange={({ target }) => setText(target.value)} />;
}

it('a form of one outlet is not shown at another’s address', async () => {
  const user = userEvent.setup();
  render(
    <MemoryRouter initialEntries={['/outlets/A/manage']}>
      <Link to="/outlets/B/manage">B</Link>
      <Routes>
        <Route element={<OfAddress />}>
          <Route path="/outlets/:outletId/manage" element={<Form />} />
        </Route>
      </Routes>
    </MemoryRouter>,
  );
  await user.type(screen.getByRole('textbox'), ', and typed');
  await user.click(screen.getByRole('link', { name: 'B' }));
  expect(screen.getByRole<HTMLInputElement>('textbox').value).toBe('kept of B');
});
