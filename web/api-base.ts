/** The API's address: on the page's own server, unless the build names another. */
const named: string = import.meta.env['VITE_API_URL'] ?? '/api';
export const apiBase = named.replace(/\/$/, '');
