import { z } from 'zod';

/** The accepted types of images; the type is recognised from the content, not from what the client declared. */
const imageTypes = ['image/jpeg', 'image/png', 'image/webp'] as const;
/** In bytes. */
export const MOST_IMAGE_BYTES = 5 * 1024 * 1024;

/**
 * An image's address: a reference that is resolved against the API's address, like a `Location` header. One that
 * begins with `/` is on the API's own origin, under whichever name the client reached it; with an S3 bucket it is
 * absolute. An address always shows the same image.
 */
export const imageAddress = z.string();

/** `file-name`: the outlet's id, with or without an extension; any other name is for any outlet of the seller. */
export const signFileQuery = z.object({
  'file-name': z.string().min(1).max(255),
  'file-type': z.enum(imageTypes),
  /** In bytes; if given, the address accepts only a file of exactly that size. */
  'file-size': z.coerce.number().int().min(1).max(MOST_IMAGE_BYTES).optional(),
});

/**
 * `signedRequest`, resolved like {@link imageAddress}, accepts one `PUT` with the requested content type, within 15
 * minutes. `url` is what the client then sends to `brand-image`, unchanged.
 */
export const signedFileReply = z.object({ signedRequest: z.string(), url: z.string() });

/**
 * Origins other than the API's that a page must be allowed to upload to and show images from; none for the built-in
 * store.
 */
export const imageOriginsReply = z.object({ upload: z.array(z.url()), show: z.array(z.url()) });

export const brandImageBody = z.strictObject({ imageUrl: z.string().max(2_048) });
export const brandImageReply = z.object({ brandImageUrl: imageAddress });
