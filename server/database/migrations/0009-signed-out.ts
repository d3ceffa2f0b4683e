/** When an account's sign-ins were last ended, all of them: what was signed before is over (D14). */
export const signedOut = `
alter table accounts add column signed_out_at timestamptz;
`;
