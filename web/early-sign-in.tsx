import { Suspense } from 'react';
import { renderToString } from 'react-dom/server';
import { MemoryRouter } from 'react-router';
import { Spoken } from '../renderer/live/spoken.tsx';
import { SignInForm } from '../renderer/features/session/sign-in-form.tsx';

/**
 * The sign-in page as HTML that the app hydrates (main.tsx). The HTML is inside the app's one Suspense,
 * ScreenFrame's.
 */
export function renderEarlySignIn(): string {
  return renderToString(
    <MemoryRouter>
      <Suspense>
        <SignInForm />
      </Suspense>
      <Spoken text="" />
    </MemoryRouter>,
  );
}
