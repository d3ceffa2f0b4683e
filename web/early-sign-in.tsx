import { Suspense } from 'react';
import { renderToString } from 'react-dom/server';
import { MemoryRouter } from 'react-router';
import { Spoken } from '../renderer/live/spoken.tsx';
import { SignInForm } from '../renderer/features/session/sign-in-form.tsx';

/** The page to sign in on, as HTML that the app's own tree takes up (main.tsx): within its one Suspense, ScreenFrame's. */
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
