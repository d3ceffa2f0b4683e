/**
 * The first parts of the app's addresses: whatever begins otherwise is no page of it. The server must know them, to say
 * 404 to the rest; `renderer/app/routes.tsx` has what is in them, and a test holds the two together.
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
