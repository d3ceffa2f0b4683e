/** Everything an owner changes to sell the product under another name. */
export const brand = {
  name: 'Servery',
  /** The system's id of the till; electron-builder.yml has the same one. */
  appId: 'app.servery.till',
  /**
   * The key that verifies new versions of the till: an Ed25519 public key, SPKI in base64 (`npm run sign-updates`
   * prints it). Without one, a till installs no updates.
   */
  updateKey: null as string | null,
  tagline: 'The food & drink ordering app for social distancing',
  /** The description for search engines and shared links. */
  description: 'Orders from your customers’ phones, on your till until somebody answers.',
  /** The public site's address, used in its pages' canonical links. */
  site: 'https://servery.example',
  company: 'Servery Ltd',
  /** Without a year: a built page would show the year of its build. */
  companyLine: '© Servery Ltd',
  emails: {
    support: 'support@servery.example',
    orders: 'orders@servery.example',
    sales: 'sales@servery.example',
  },
  legal: {
    privacy: 'https://servery.example/legal/privacy-policy',
    terms: 'https://servery.example/legal/terms-and-conditions',
    disclaimer: 'https://servery.example/legal/disclaimer',
  },
  stores: {
    ios: 'https://apps.apple.com/app/servery',
    android: 'https://play.google.com/store/apps/details?id=example.servery',
  },
} as const;
