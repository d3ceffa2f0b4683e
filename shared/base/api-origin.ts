/**
 * The name of the `<meta>` in the app's page that names the API's origin, if the page was built for another origin.
 */
export const API_ORIGIN_META = 'api-origin';
