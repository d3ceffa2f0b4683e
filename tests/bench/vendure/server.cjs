/**
 * Vendure with its defaults, on the PostgreSQL server in DATABASE_URL: no e-mail, assets or search, a small
 * catalogue, one shipping method and its own dummy payment. Runs in the folder of its installation and reports its
 * address to its parent.
 */
// It keeps a number of its installation in the working folder.
process.chdir(__dirname);
const { randomUUID } = require('node:crypto');
const { writeFileSync } = require('node:fs');
const path = require('node:path');
const { bootstrap, DefaultLogger, dummyPaymentHandler, LogLevel } = require('@vendure/core');
const { populate } = require('@vendure/core/cli');

const url = new URL(process.env.DATABASE_URL);
const port = Number(process.env.PORT);
const superadminCredentials = { identifier: 'bench', password: randomUUID() };
const config = {
  apiOptions: { port, hostname: '127.0.0.1', shopApiPath: 'shop-api', adminApiPath: 'admin-api' },
  authOptions: { tokenMethod: ['bearer'], requireVerification: false, superadminCredentials },
  dbConnectionOptions: {
    type: 'postgres',
    host: url.hostname,
    port: Number(url.port || 5432),
    username: decodeURIComponent(url.username),
    password: decodeURIComponent(url.password),
    database: url.pathname.slice(1),
    synchronize: true,
    migrations: [],
    logging: false,
    extra: { max: 20 },
  },
  paymentOptions: { paymentMethodHandlers: [dummyPaymentHandler] },
  plugins: [],
  logger: new DefaultLogger({ level: LogLevel.Error }),
};

const shop = {
  defaultLanguage: 'en',
  defaultZone: 'Europe',
  countries: [{ code: 'GB', name: 'United Kingdom', zone: 'Europe' }],
  taxRates: [{ name: 'Standard Tax', percentage: 20 }],
  shippingMethods: [{ name: 'Table service', price: 0 }],
  paymentMethods: [
    {
      name: 'Card',
      handler: { code: dummyPaymentHandler.code, arguments: [{ name: 'automaticSettle', value: 'false' }] },
    },
  ],
  collections: [],
};

const dishes = Array.from({ length: 30 }, (_, index) => `Dish ${index + 1}`);
const columns =
  'name,slug,description,assets,facets,optionGroups,optionValues,sku,price,taxCategory,stockOnHand,trackInventory,variantAssets,variantFacets';
const csv = [
  columns,
  ...dishes.map(
    (name, index) =>
      `${name},dish-${index + 1},As the kitchen makes it,,,,,d${index + 1},15.50,standard,100,false,,`,
  ),
].join('\n');

async function main() {
  const products = path.join(__dirname, 'products.csv');
  writeFileSync(products, `${csv}\n`);
  await populate(() => bootstrap(config), shop, products);
  process.send({ origin: `http://127.0.0.1:${port}` });
}
main().catch((error) => {
  console.error(error);
  process.exit(1);
});
process.once('disconnect', () => process.exit());
