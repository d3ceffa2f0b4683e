/** One of `web/pictures`, made by `npm run picture`. */
export type Picture = `${'laptop' | 'phone'}-${'light' | 'dark'}`;

/** The addresses of the built site's assets, from the root. */
export type Assets = {
  /** The only stylesheet. */
  style: string;
  /** The font to preload; null if it need not be. */
  font: string | null;
  script(name: 'calculator' | 'enquiry'): string;
  picture(name: Picture): string;
};
