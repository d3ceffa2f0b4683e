/** The name of the `<meta>` in the app's page that says which other origin's API the page was built for. */
export const API_ORIGIN_META = 'api-origin';
