/** So that refresh tokens past their end are found. */
export const tokensAge = `
create index refresh_tokens_age on refresh_tokens (expires_at);
`;
