/** The longer side of an outlet's image, in pixels. In its own module, so that pages need no schemas for it. */
export const MOST_IMAGE_PIXELS = 500;
