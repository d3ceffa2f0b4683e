import { z } from 'zod';

/** What an image may be; told by its content, whatever its sender calls it (D38). */
export const imageTypes = ['image/jpeg', 'image/png', 'image/webp'] as const;
/** In bytes. */
export const MOST_IMAGE_BYTES = 5 * 1024 * 1024;

/**
 * Where an image is: a reference that is resolved against the address of the API it came from, like a `Location` header.
 * Beginning with `/` it is on the API's own origin, whichever of its names a browser, a till or a customer's phone knows
 * the server by; with an S3 bucket it is absolute. It names one image for good.
 */
export const imageAddress = z.string();

/** `file-name`: the outlet's id, with or without an ending; any other name is for any outlet of the seller. */
export const signFileQuery = z.object({
  'file-name': z.string().min(1).max(255),
  'file-type': z.enum(imageTypes),
  /** In bytes; where it is given, the address takes a file of exactly that size. */
  'file-size': z.coerce.number().int().min(1).max(MOST_IMAGE_BYTES).optional(),
});

/**
 * `signedRequest`: resolved as {@link imageAddress} is, it takes one `PUT` with the content type that was asked for,
 * within 15 minutes. `url`: given back to `brand-image` as it stands.
 */
export const signedFileReply = z.object({ signedRequest: z.string(), url: z.string() });

/** Origins beside the API's own that a page must be let to, to send a file and to show one; none for the built-in store. */
export const imageOriginsReply = z.object({ upload: z.array(z.url()), show: z.array(z.url()) });

export const brandImageBody = z.strictObject({ imageUrl: z.string().max(2_048) });
export const brandImageReply = z.object({ brandImageUrl: imageAddress });
