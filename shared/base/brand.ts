/** Everything an owner changes to sell the product under another name (D1). */
export const brand = {
  name: 'Servery',
  /** What the system knows the till by; the same in electron-builder.yml. */
  appId: 'app.servery.till',
  /**
   * What new versions of the till are signed with: an Ed25519 public key, SPKI in base64 (`npm run sign-updates` prints
   * it). Without one a till installs no update.
   */
  updateKey: null as string | null,
  tagline: 'The food & drink ordering app for social distancing',
  /** What search engines and those who share a link are told. */
  description: 'Orders from your customers’ phones, on your till until somebody answers.',
  /** Where the public site is; its pages name themselves by it. */
  site: 'https://servery.example',
  company: 'Servery Ltd',
  /** Without a year: a built page would show that of its build. */
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
