/**
 * The first segments of the app's paths. The server needs them to answer 404 to all others; `renderer/app/routes.tsx`
 * has the routes, and a test keeps the two equal.
 */
export const appSections: readonly string[] = [
  'business',
  'settings',
  'sign-in',
  'sign-up',
  'account-review',
  'outlets',
  'catalogs',
  'payouts',
  'admin',
];
