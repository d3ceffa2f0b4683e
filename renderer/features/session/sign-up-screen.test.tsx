// @vitest-environment happy-dom
import { act, screen } from '@testing-library/react';
import { MemoryRouter } from 'react-router';
import { afterEach, expect, it, vi } from 'vitest';
import { show } from '../../../tests/support/components/show.tsx';
import { Client } from '../../api/client.ts';
import { CallFailed, readFailure } from '../../api/failure.ts';
import { forgetDraft, readDraft } from './registration-draft.ts';
import { SignUpScreen } from './sign-up-screen.tsx';

afterEach(() => {
  vi.restoreAllMocks();
  forgetDraft();
});

it('keeps what was corrected while the request that is refused was under way', async () => {
  let refuse: (failed: CallFailed) => void = () => undefined;
  const answer = new Promise<never>((_resolve, reject) => (refuse = reject));
  const call = vi.spyOn(Client.prototype, 'call').mockReturnValue(answer);
  const { user } = show(
    <MemoryRouter>
      <SignUpScreen />
    </MemoryRouter>,
  );
  const field = (label: string) => screen.getByLabelText<HTMLInputElement>(label);
  await user.type(field('Company name'), 'The Old Fery');
  await user.type(field('Postcode'), 'SE');
  await user.click(screen.getByRole('button', { name: 'Sign Up' }));
  expect(call).toHaveBeenCalledTimes(1);
  await user.type(field('Company name'), '{Backspace}ry');
  const fields = { postcode: 'Please give a postcode.' };
  const refusal = readFailure(422, { error: { message: 'Please look at the marked fields.', fields } });
  await act(async () => refuse(new CallFailed(refusal)));
  await screen.findByText(fields.postcode);
  expect(field('Company name').value).toBe('The Old Ferry');
  expect(readDraft()).toMatchObject({ companyName: 'The Old Ferry', message: refusal.message });
});
