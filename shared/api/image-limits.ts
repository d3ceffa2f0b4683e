/** The longer side of an outlet's image, in pixels (spec §9). Beside the schemas, which pages do without. */
export const MOST_IMAGE_PIXELS = 500;
