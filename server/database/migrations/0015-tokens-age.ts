/** An index that finds expired refresh tokens. */
export const tokensAge = `
create index refresh_tokens_age on refresh_tokens (expires_at);
`;
