/** One of `web/pictures`, which `npm run picture` takes. */
export type Picture = `${'laptop' | 'phone'}-${'light' | 'dark'}`;

/** Where the built site keeps what its pages name; addresses from the root. */
export type Assets = {
  /** The one sheet. */
  style: string;
  /** What the sheet asks for first; null where it need not be asked for ahead. */
  font: string | null;
  script(name: 'calculator' | 'enquiry'): string;
  picture(name: Picture): string;
};
