import { z } from 'zod';
import { id } from './fields.ts';
import {
  brandImageBody,
  brandImageReply,
  imageOriginsReply,
  signedFileReply,
  signFileQuery,
} from './images.ts';

/** The contract's calls about outlets' images. */
export const imageRoutes = {
  'GET /images/origins': {
    summary: 'Where images are kept, for a page of another origin that has to allow itself to go there.',
    access: 'anyone',
    reply: imageOriginsReply,
  },
  'GET /sellers/sign-s3-file': {
    summary: 'An address that takes one image file by `PUT`, and the name to give it to `brand-image` by.',
    access: 'verified',
    query: signFileQuery,
    reply: signedFileReply,
  },
  'POST /sellers/outlets/:outletId/brand-image': {
    summary: "Makes an image that was sent to a signed address the outlet's own, once it has been checked.",
    access: 'verified',
    params: z.object({ outletId: id }),
    body: brandImageBody,
    reply: brandImageReply,
  },
} as const;
