/** When all of an account's sign-ins were last ended; tokens from before are no longer valid. */
export const signedOut = `
alter table accounts add column signed_out_at timestamptz;
`;
