/** Where a page’s script finds what the page was made of. */
export const PLACE_ID = 'place';
